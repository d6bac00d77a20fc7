import './lib/node-version.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

// `npm run admin -- COMMAND`: the operator's commands. The arguments after `--` go to server/admin.ts.
await ensureInstalled();
const { code } = await run(process.execPath, [
  '--import',
  'tsx',
  inRoot('server', 'admin.ts'),
  ...process.argv.slice(2),
]);
process.exitCode = code;
