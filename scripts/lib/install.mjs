import { existsSync, readFileSync } from 'node:fs';
import { withLock } from './file-lock.mjs';
import { cache, root } from './paths.mjs';
import { npm } from './npm.mjs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * What a command needs: the product and what builds it (`dependencies` of all packages), or the tools and tests too
 * (`devDependencies`).
 *
 * @typedef {'product' | 'everything'} Extent
 */

/**
 * Installs the dependencies, unless the installed packages are those of the lock file. Only one command installs at a time;
 * others wait.
 *
 * @param {Extent} extent
 * @returns {Promise<void>}
 */
export async function ensureInstalled(extent) {
  if (isInstalled(root, extent)) return;
  await withLock(join(cache, 'install.lock'), 'installing the dependencies', async () => {
    if (isInstalled(root, extent)) return;
    console.log('Installing the dependencies …');
    const dev = extent === 'product' ? '--omit=dev' : '--include=dev';
    // `npm ci` first removes what is there. A product that runs from there needs it.
    const command = isInstalled(root, 'product') ? ['install', '--no-save'] : ['ci'];
    const { code } = await npm([...command, dev, '--no-audit', '--no-fund']);
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
 * @param {Extent} extent
 */
function isInstalled(folder, extent) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  const found = readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing, so the clone is incomplete.');
  if (!found) return false;
  for (const [path, { version, integrity, dev, optional, devOptional }] of Object.entries(wanted.packages)) {
    if (path === '' || (dev && extent === 'product')) continue;
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
