import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';
import { consoleProblems, noteComplaint } from './expect-console.ts';

// An unexpected error or warning on the console fails its test, also one of React or MobX. The methods are replaced when
// this file loads, so that messages during imports count too.
for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: readonly unknown[]) => {
    noteComplaint({ level, text: format(...parts) });
  };
}

function failOnProblems(): void {
  const problems = consoleProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

afterEach(failOnProblems);
afterAll(failOnProblems);
