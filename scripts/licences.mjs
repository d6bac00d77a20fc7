import './lib/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, ensureTestDist } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { licencesOf, NOTICES, shippedInAll } from './lib/licences.mjs';
import { inRoot } from './lib/paths.mjs';

// `npm run licences`: writes docs/licences.md. It needs a build, which contains the list of shipped packages.

await ensureInstalled();
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
