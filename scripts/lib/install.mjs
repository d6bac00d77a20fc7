import { existsSync, readFileSync } from 'node:fs';
import { withLock } from './file-lock.mjs';
import { cache, root } from './paths.mjs';
import { npm } from './npm.mjs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * Installs the dependencies, unless the installed packages are those of the lock file. Only one command installs at a time;
 * others wait.
 *
 * @returns {Promise<void>}
 */
export async function ensureInstalled() {
  if (isInstalled(root)) return;
  await withLock(join(cache, 'install.lock'), 'installing the dependencies', async () => {
    if (isInstalled(root)) return;
    console.log('Installing the dependencies …');
    const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
    if (code !== 0) {
      console.error('The dependencies could not be installed. The lines of npm above say why.');
      process.exit(1);
    }
  });
}

/**
 * True if the folder holds every package of its lock file in the version that the lock file names. npm writes its own
 * lock file in `node_modules` at the end of an installation, but someone may remove a package later. Optional packages
 * may be missing, because they are for other systems.
 *
 * @param {string} folder Holds `package-lock.json` and `node_modules`.
 */
function isInstalled(folder) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  const found = readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing, so the clone is incomplete.');
  if (!found) return false;
  for (const [path, { version, integrity, optional, devOptional }] of Object.entries(wanted.packages)) {
    if (path === '') continue;
    const installed = found.packages[path];
    if (!installed && (optional || devOptional)) continue;
    if (installed?.version !== version || installed?.integrity !== integrity) return false;
    if (!existsSync(join(folder, path, 'package.json'))) return false;
  }
  return true;
}

/**
 * @param {string} path
 * @returns {LockFile | undefined}
 */
function readLock(path) {
  try {
    return /** @type {LockFile} */ (JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
