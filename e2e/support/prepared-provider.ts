import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PREPARED, Provider } from './provider.ts';

const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Prepares a run of tests before the first worker starts: compiles the provider, and fills a data folder with the
 * catalogue and the demo listeners. Each provider starts with its own copy.
 *
 * @returns removes the prepared files
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'prepared-provider-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    await compile(folder);
    process.env[PREPARED] = folder;
    await Provider.fill(join(folder, 'data'));
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Compiles the provider, and copies it, so that another build does not change it while the tests run. */
async function compile(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [inProject('scripts/build-server.mjs')]);
  await cp(inProject('dist-server'), join(folder, 'server'), { recursive: true });
  // The provider uses the libraries of the project.
  await symlink(inProject('node_modules'), join(folder, 'node_modules'), 'junction');
}
