import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

// Stands in for Vitest where the suites are run by others: inside a page, and over adapters that are broken on
// purpose. The same assertions, and tests that are gathered.

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const { expect } = chai;

type Run = () => Promise<void> | void;

/** Every test of the suites that were described, by its full name. */
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

/** One test a row; the row is told apart by its place. */
test.each =
  (rows: readonly unknown[]) =>
  (name: string, run: (...row: unknown[]) => Promise<void> | void): void => {
    for (const [at, row] of rows.entries()) {
      test(`${name} (${at + 1})`, () => run(...(Array.isArray(row) ? (row as readonly unknown[]) : [row])));
    }
  };

const SOON = 1000;

/** Tries until it holds, for a second. */
export const vi = {
  async waitFor(check: () => Promise<void> | void): Promise<void> {
    const end = Date.now() + SOON;
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
