import './lib/node-version.mjs';
import { readArguments, refuse } from './lib/arguments.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

const USAGE = `npm run harness -- [build] [options]
The app on doubles in the browser, with a panel, and with hot reload. With "build", it is written to dist-harness/ instead, for
any static host.
  --port N
  --host ADDRESS
  --open          opens the browser
  --strictPort    ends if the port is in use
  --outDir DIR    the folder of a build
  --base PATH     the path of a build at its host`;
const { positionals } = readArguments(USAGE, {
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    outDir: { type: 'string' },
    base: { type: 'string' },
    open: { type: 'boolean' },
    strictPort: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (positionals.some((word) => word !== 'build')) refuse(`There is no "${positionals.join(' ')}".`, USAGE);

await ensureInstalled('everything');
const options = process.argv.slice(2).filter((word) => word !== 'build');
const { code } = await runTool('vite', 'vite', [
  ...positionals,
  ...options,
  '--config',
  'vite.harness.config.ts',
]);
process.exitCode = code;
