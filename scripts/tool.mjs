import './lib/node-version.mjs';
import { readArguments, refuse } from './lib/arguments.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';
import { optionLines, TOOL_COMMANDS } from './lib/tools.mjs';

// `node scripts/tool.mjs NAME …`: a command of package.json that runs an installed tool. `lib/tools.mjs` has the list.

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(TOOL_COMMANDS, name) ? TOOL_COMMANDS[name] : undefined;
if (command === undefined) {
  refuse(`No tool is called "${name}".`, 'npm run unit -- …');
}
const { about, takes, options, steps } = command;
const usage = [
  `npm run ${name} -- [options]${takes === undefined ? '' : ` ${takes}`}`,
  about,
  ...optionLines(options),
  'What follows a second -- goes to the tool unchecked.',
].join('\n');
const end = args.includes('--') ? args.indexOf('--') : args.length;
const checked = args.slice(0, end);
readArguments(usage, { args: checked, options, allowPositionals: takes !== undefined });

await ensureInstalled(name === 'build' ? 'product' : 'everything');
for (const [index, step] of steps.entries()) {
  // Arguments are for the first step, except of a build, whose steps are alike.
  const given = index === 0 || name === 'build' ? [...checked, ...args.slice(end + 1)] : [];
  const { code } = await runTool(step.package, step.command, [...step.args, ...given]);
  process.exitCode = code;
  if (code !== 0) break;
}
