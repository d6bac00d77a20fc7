import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/**
 * Runs npm with the same Node.
 *
 * @param {readonly string[]} args
 * @param {import('./run.mjs').RunOptions} [options]
 */
export function npm(args, options) {
  // With `npm start` and `npm test`, npm names its own program. With `node scripts/…`, it has to be on the search path.
  const self = process.env['npm_execpath'];
  if (self?.endsWith('.js')) return run(process.execPath, [self, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/**
 * Gives all files of a package the modes that everybody may read. npm packs the modes as they are, which follow the umask of
 * whoever builds.
 *
 * @param {string} folder
 */
export function giveUsualModes(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveUsualModes(path);
    else chmodSync(path, 0o644);
  }
}
