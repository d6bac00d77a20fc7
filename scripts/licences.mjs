import './lib/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { BuildError, ensureTestDist } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { licencesOf, NOTICES, shippedInAll } from './lib/licences.mjs';
import { inRoot } from './lib/paths.mjs';

readArguments(
  `npm run licences
Writes docs/licences.md. It makes a build, which contains the list of shipped packages.`,
  { options: {} },
);
await ensureInstalled('everything');
try {
  const dist = await ensureTestDist();
  const notices = NOTICES.map((name) => readFileSync(join(dist, name), 'utf8'));
  const lock = /** @type {import('./lib/licences.mjs').Lock} */ (
    JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  );
  writeFileSync(inRoot('docs', 'licences.md'), licencesOf(lock, shippedInAll(notices)));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.exitCode = 1;
}
