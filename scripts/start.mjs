import './lib/node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BuildError, ensureDist, ensureServer } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// `npm start`: the whole product on one loopback origin. The arguments after `--` go to the provider: --reset, --scale N,
// --port N, --library DIR. `start.cjs` imports this file.
await ensureInstalled('product');
try {
  const args = process.argv.slice(2);
  const server = await ensureServer();
  // The app takes half a minute to build. Help and a refused option do not wait for it.
  const dist = (await canStart(server, args)) ? ['--dist', await ensureDist()] : [];
  const main = join(server, 'main.js');
  process.chdir(root);
  process.argv = [process.execPath, main, ...dist, ...args];
  // In this process, because another one would need 40 MB more.
  await import(pathToFileURL(main).href);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error('The product could not be built. The lines above say why.');
  process.exitCode = 1;
}

/**
 * @param {string} server the folder of the compiled provider
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether the provider can start with these arguments. If not, its start says why
 */
async function canStart(server, args) {
  const { asksForHelp, readUsableOptions } = /** @type {typeof import('../server/options.ts')} */ (
    await import(pathToFileURL(join(server, 'server', 'options.js')).href)
  );
  if (asksForHelp(args)) return false;
  return readUsableOptions(args, process.env).then(
    () => true,
    () => false,
  );
}
