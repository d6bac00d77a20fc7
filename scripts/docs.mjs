import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './lib/node-version.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, root } from './lib/paths.mjs';

// `npm run docs`: the reference of what integrators and domain developers work with, from the docstrings themselves.

await ensureInstalled();
const { declarationsOf, page } = await import('./lib/reference.mjs');

const ROOMS = [
  {
    folder: 'src/ports',
    file: 'ports.md',
    title: 'Ports',
    introduction:
      'What an adapter has to be, in a listener’s words. A failure that is expected comes back as a `Result` with a ' +
      '`kind`; nothing is thrown. How to write an adapter and know that it works is told in ' +
      '[integrating.md](../integrating.md).',
  },
  {
    folder: 'src/domain',
    file: 'domain.md',
    title: 'Domain',
    introduction:
      'Pure rules and values: no clock, no chance, no I/O. `Seconds`, `Milliseconds` and `Instant` are numbers with a ' +
      'brand; what a unit is stands with its type in `time.ts`. “Section” means the specification, “contract” the ' +
      'rulings on what it leaves open.',
  },
];

const target = inRoot('docs', 'reference');
mkdirSync(target, { recursive: true });
for (const { folder, file, title, introduction } of ROOMS) {
  const files = readdirSync(inRoot(folder))
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => ({
      path: name,
      declarations: declarationsOf(name, readFileSync(inRoot(folder, name), 'utf8')),
    }));
  const path = join(target, file);
  writeFileSync(path, page(title, introduction, files));
  const all = files.flatMap(({ declarations }) => declarations);
  const silent = all.filter(({ doc }) => doc === '').length;
  console.log(
    `${path.slice(root.length + 1)}: ${all.length} declarations, ${silent} of them speak for themselves`,
  );
}
