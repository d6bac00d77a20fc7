import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

// Stands in for Vitest where the suites run inside a page: the same assertions, and tests that are gathered.

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
