import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readArguments } from '../../scripts/lib/arguments.mjs';
import { ENTRIES, ROOT, apiReport, buildCore, buildSimulation, packCore } from './build-core.ts';

const { values } = readArguments(
  `npm run core
Builds the package of the core, and writes its tarball and its API reports.
  --out DIR   the folder; dist-core by default`,
  { options: { out: { type: 'string', default: 'dist-core' } } },
);
buildCore();
await buildSimulation();
const folder = resolve(ROOT, values.out);
mkdirSync(folder, { recursive: true });
for (const entry of ENTRIES) writeFileSync(join(folder, `${entry}.api.md`), apiReport(entry));
const tarball = packCore(folder);
const kilobytes = Math.round(statSync(tarball).size / 1000);
console.log(`${relative(ROOT, tarball)}, ${String(kilobytes)} kB`);
