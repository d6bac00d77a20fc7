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
  const isUsage = args.includes('--help') || args.includes('-h');
  // Both at once, because each of them leaves a part of the machine idle.
  const [server, built] = await Promise.all([ensureServer(), isUsage ? undefined : ensureDist()]);
  const main = join(server, 'main.js');
  const dist = built === undefined ? [] : ['--dist', built];
  process.chdir(root);
  process.argv = [process.execPath, main, ...dist, ...args];
  // In this process, because another one would need 40 MB more.
  await import(pathToFileURL(main).href);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error('The product could not be built. The lines above say why.');
  process.exitCode = 1;
}
