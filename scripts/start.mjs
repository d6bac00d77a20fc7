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
  const main = join(server, 'main.js');
  const dist = (await areValid(server, args)) ? ['--dist', await ensureDist()] : [];
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
 * False if the provider would only print its options, or say what is wrong with them. The app is not built for that.
 *
 * @param {string} server the folder of the compiled provider
 * @param {readonly string[]} args
 */
async function areValid(server, args) {
  if (args.includes('--help') || args.includes('-h')) return false;
  const { readOptions } = /** @type {typeof import('audio-streaming-provider/options')} */ (
    await import(pathToFileURL(join(server, 'server', 'options.js')).href)
  );
  try {
    readOptions(args, process.env);
    return true;
  } catch {
    return false;
  }
}
