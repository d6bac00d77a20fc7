import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type { Broken } from './breaks.ts';

/**
 * Loads adapters with one defect each. Their suites define tests, which are gathered and do not run as tests of this file.
 *
 * @param path a module that exports the list `BROKEN`
 */
export async function loadBroken(path: string): Promise<readonly Broken[]> {
  const { module } = await runnerImport<{ readonly BROKEN: readonly Broken[] }>(path, {
    configFile: false,
    envDir: false,
    logLevel: 'error',
    resolve: { alias: { vitest: fileURLToPath(new URL('../in-page/vitest.ts', import.meta.url)) } },
  });
  return module.BROKEN;
}

/** The failures of the suite, one per line. */
export async function failuresOf({ tests }: Broken): Promise<string> {
  const failures: string[] = [];
  for (const [name, run] of tests) {
    try {
      await run();
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures.join('\n');
}
