import './lib/node-version.mjs';
import { existsSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { ensureServer } from './lib/build.mjs';

// `npm run admin -- COMMAND`: the operator's commands. The arguments after `--` go to server/admin.ts, compiled. Where only
// the packages to serve are installed (npm ci --omit=dev --workspace server), it was compiled before.
const compiled = inRoot('dist-server', 'admin.js');
const isPruned =
  existsSync(inRoot('node_modules', 'fastify')) && !existsSync(inRoot('node_modules', 'typescript'));
if (!(isPruned && existsSync(compiled))) {
  await ensureInstalled('product');
  await ensureServer();
}
const { code } = await run(process.execPath, [compiled, ...process.argv.slice(2)]);
process.exitCode = code;
