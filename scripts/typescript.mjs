import './lib/node-version.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';

// `node scripts/typescript.mjs FILE …`: a command of package.json that is written in TypeScript. It reads its arguments itself.

await ensureInstalled('everything');
const { code } = await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)]);
process.exitCode = code;
