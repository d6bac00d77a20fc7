import { readFileSync } from 'node:fs';
import './lib/node-version.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/paths.mjs';
import { run, runTool } from './lib/run.mjs';

// `npm run bench`: every `bench:…` of package.json, one after the other, because two at once would slow each other down.
// All of them run, even if one misses its target.

await ensureInstalled();
const { scripts } = /** @type {{ scripts: Record<string, string> }} */ (
  JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
);
let failed = false;
for (const [name, command] of Object.entries(scripts)) {
  if (!name.startsWith('bench:')) continue;
  console.log(`\n${name}\n`);
  const [tool = '', ...args] = command.split(' ');
  const { code } = await (tool === 'node' ? run(process.execPath, args) : runTool(tool, tool, args));
  failed ||= code !== 0;
}
process.exitCode = failed ? 1 : 0;
