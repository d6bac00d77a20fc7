import './lib/node-version.mjs';
import { readArguments } from './lib/arguments.mjs';
import { ensureInstalled } from './lib/install.mjs';

const { positionals } = readArguments(
  `npm run rules -- [ID …]
Prints rules such as PLAY-3, the lines of code that hold them, and the titles of the tests that prove them. The beginning of ids, such as
PLAY, may be given. Without any, it prints all rules.`,
  { options: {}, allowPositionals: true },
);
await ensureInstalled('everything');
// It reads the tests with an installed parser.
const { allCitations, allProofs, allRules, isHolder } = await import('./lib/rules.mjs');

const wanted = positionals.map((word) => word.toUpperCase());
const rules = allRules().filter(
  ({ id }) => wanted.length === 0 || wanted.some((word) => id === word || id.startsWith(`${word}-`)),
);
const holders = allCitations().filter(isHolder);
const proofs = allProofs();
for (const { id, text } of rules) {
  console.log(`${id} ${text}`);
  for (const { path, line } of holders.filter((holder) => holder.id === id))
    console.log(`  held by   ${path}:${line}`);
  for (const { path, line, title } of proofs.filter((proof) => proof.id === id))
    console.log(`  proven by ${path}:${line} ${title}`);
}
if (rules.length === 0) {
  console.error('No rule has this id. docs/rules lists all rules.');
  process.exitCode = 1;
}
