import './lib/node-version.mjs';
import { readArguments } from './lib/arguments.mjs';
import { allCitations, allRules, isHolder, isProof } from './lib/rules.mjs';

const { positionals } = readArguments(
  `npm run rules -- [ID …]
Prints rules such as PLAY-3, the places of the code that hold them, and the tests that prove them. The beginning of ids, such as
PLAY, may be given. Without any, it prints all rules.`,
  { options: {}, allowPositionals: true },
);
const wanted = positionals.map((word) => word.toUpperCase());
const rules = allRules().filter(
  ({ id }) => wanted.length === 0 || wanted.some((word) => id === word || id.startsWith(`${word}-`)),
);
const citations = allCitations();
for (const { id, text } of rules) {
  const places = citations.filter((citation) => citation.id === id);
  console.log(`${id} ${text}`);
  for (const { path, line } of places.filter(isHolder)) console.log(`  held by   ${path}:${line}`);
  for (const { path, line } of places.filter(isProof)) console.log(`  proven by ${path}:${line}`);
}
if (rules.length === 0) {
  console.error('No rule has this id. docs/rules lists all rules.');
  process.exitCode = 1;
}
