import './lib/node-version.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

// `npm run harness`: the app on doubles in the browser, with a panel, and with hot reload. Flags go to Vite: --port N,
// --open. `npm run harness -- build` writes it to `dist-harness/` instead, for any static host.
const [command, ...rest] = process.argv.slice(2);
const args = command === 'build' ? ['build', ...rest] : process.argv.slice(2);

await ensureInstalled();
const { code } = await runTool('vite', 'vite', [...args, '--config', 'vite.harness.config.ts']);
process.exitCode = code;
