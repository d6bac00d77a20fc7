import './lib/node-version.mjs';
import { existsSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

// `npm run admin -- COMMAND`: the operator's commands. The arguments after `--` go to server/admin.ts, or to the compiled
// provider where only the packages to serve are installed (npm prune --omit=dev).
const compiled = inRoot('dist-server', 'admin.js');
const isPruned = existsSync(inRoot('node_modules', 'fastify')) && !existsSync(inRoot('node_modules', 'tsx'));
const usesCompiled = isPruned && existsSync(compiled);
if (!usesCompiled) await ensureInstalled();
const program = usesCompiled ? [compiled] : ['--import', 'tsx', inRoot('server', 'admin.ts')];
const { code } = await run(process.execPath, [...program, ...process.argv.slice(2)]);
process.exitCode = code;
