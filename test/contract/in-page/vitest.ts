import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

// Replaces Vitest where the suites run inside a page or over defective adapters. It has the same assertions, and
// collects the tests.

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const { expect } = chai;

type Run = () => Promise<void> | void;

/** Every collected test by its full title. */
export const gathered = new Map<string, Run>();

let suite: readonly string[] = [];

export const describe = (name: string, body: () => void): void => {
  const outer = suite;
  suite = [...outer, name];
  body();
  suite = outer;
};

export const test = (name: string, run: Run): void => {
  gathered.set([...suite, name].join(' › '), run);
};

/** Makes one test for each row, with the row's number in the title. */
test.each =
  (rows: readonly unknown[]) =>
  (name: string, run: (...row: unknown[]) => Promise<void> | void): void => {
    for (const [at, row] of rows.entries()) {
      test(`${name} (${at + 1})`, () => run(...(Array.isArray(row) ? (row as readonly unknown[]) : [row])));
    }
  };

const LONGEST_WAIT = 1000;

/** Repeats a check until it passes, for at most a second. */
export const vi = {
  async waitFor(check: () => Promise<void> | void): Promise<void> {
    const end = Date.now() + LONGEST_WAIT;
    for (;;) {
      try {
        await check();
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  },
};
