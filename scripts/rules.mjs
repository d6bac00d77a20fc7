import { allCitations, allRules, isHolder, isProof } from './lib/rules.mjs';

// `npm run rules -- PLAY-3`: prints the rule, the places of the code that hold it, and the tests that prove it. Several ids,
// or the beginning of ids such as `PLAY`, may be given. Without any, it prints all rules.

const wanted = process.argv.slice(2).map((word) => word.toUpperCase());
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
