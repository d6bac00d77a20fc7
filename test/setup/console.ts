import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';
import { consoleProblems, noteComplaint } from './expect-console.ts';

// A warning that nobody reads is a defect in waiting, so an unexpected one fails its test. That covers React's and
// MobX's own warnings too: both speak through these two methods. Assigned when the file loads, and not in a hook, so
// that what a module says while it is imported counts as well.
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
