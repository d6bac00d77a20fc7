import { readFileSync, writeFileSync } from 'node:fs';
import { licencesOf } from './lib/licences.mjs';
import { inRoot } from './lib/paths.mjs';

// `npm run licences`: writes docs/licences.md anew.

const lock = /** @type {Parameters<typeof licencesOf>[0]} */ (
  JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
);
writeFileSync(inRoot('docs', 'licences.md'), licencesOf(lock));
