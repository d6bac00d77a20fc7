import './lib/node-version.mjs';
import { join } from 'node:path';
import { BuildError, ensureDist } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';
import { ensureServer } from './lib/server-build.mjs';

// `npm start`: the whole product on one loopback origin. The arguments after `--` go to the provider: --reset, --scale N,
// --port N, --library DIR.
await ensureInstalled();
try {
  const dist = await ensureDist();
  const server = await ensureServer();
  const { code } = await run(
    process.execPath,
    [join(server, 'main.js'), '--dist', dist, ...process.argv.slice(2)],
    // A disk that hangs occupies a thread. Others have to be left for the other listeners.
    { env: { UV_THREADPOOL_SIZE: process.env['UV_THREADPOOL_SIZE'] ?? '16' } },
  );
  process.exitCode = code;
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error('The product could not be built. The lines above say why.');
  process.exitCode = 1;
}
