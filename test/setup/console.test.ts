import { describe, expect, test } from 'vitest';
import { consoleProblems, expectConsole } from './expect-console.ts';

describe('the guarded console', () => {
  test('reports an unexpected error', () => {
    console.error('disk %s', 'full');
    expect(consoleProblems()).toEqual(['unexpected console.error: disk full']);
  });

  test('reports a warning of MobX like any other', () => {
    console.warn('[MobX] Since strict-mode is enabled, changing observed values is not allowed');
    expect(consoleProblems()).toHaveLength(1);
  });

  test('lets an expected message pass', () => {
    expectConsole(/disk full/);
    console.warn('disk full');
    expect(consoleProblems()).toEqual([]);
  });

  test('reports an expected message that did not appear', () => {
    expectConsole(/disk full/);
    expect(consoleProblems()).toEqual([expect.stringContaining('none appeared')]);
  });

  test('forgets reported messages', () => {
    console.error('once');
    expect(consoleProblems()).toHaveLength(1);
    expect(consoleProblems()).toEqual([]);
  });
});
