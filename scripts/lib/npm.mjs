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
