import './lib/node-version.mjs';
import { readArguments } from './lib/arguments.mjs';
import { ensureInstalled } from './lib/install.mjs';

readArguments(
  `npm run map
Prints the packages of this repository from the highest to the lowest, and what each imports, with the number of imports. Fails if an
import leads back.`,
  { options: {} },
);

await ensureInstalled('everything');
const { allPackages, arrowsBetween, codeOf, levelsOf } = await import('./lib/packages.mjs');

const packages = allPackages();
const arrows = arrowsBetween(packages);
const { levels, inCircles } = levelsOf(arrows);

const nameOf = (/** @type {string} */ folder) => (folder === '' ? 'the app (root)' : folder);

/** @param {string} folder */
function print(folder) {
  const needs = [...(arrows.get(folder) ?? [])]
    .toSorted(([, one], [, other]) => other - one)
    .map(([other, count]) => `${nameOf(other)} (${count})`)
    .join(', ');
  const size = `${codeOf(folder).length} files`;
  console.log(`  ${nameOf(folder).padEnd(16)} ${size.padEnd(10)} ${needs === '' ? '' : `imports ${needs}`}`);
}

for (const [index, level] of levels.entries()) {
  console.log(`${index === 0 ? '' : '\n'}Level ${levels.length - index}`);
  for (const folder of level.toSorted()) print(folder);
}
if (inCircles.length > 0) {
  console.log('\nIn circles, or above one:');
  for (const folder of inCircles) print(folder);
  process.exitCode = 1;
}
