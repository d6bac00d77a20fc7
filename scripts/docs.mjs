import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './lib/node-version.mjs';
import { readArguments } from './lib/arguments.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, root } from './lib/paths.mjs';

readArguments(
  `npm run docs
Writes docs/reference, the reference of ports and domain, from their docstrings.`,
  { options: {} },
);
await ensureInstalled('everything');
const { declarationsOf, page } = await import('./lib/reference.mjs');

const LAYERS = [
  {
    folder: 'src/ports',
    file: 'ports.md',
    title: 'Ports',
    introduction:
      'The interfaces that adapters implement. An expected failure is returned as a `Result` with a ' +
      '`kind`; nothing is thrown. How to write an adapter and prove it: ' +
      '[integrating.md](../integrating.md).',
  },
  {
    folder: 'src/domain',
    file: 'domain.md',
    title: 'Domain',
    introduction:
      'Pure rules and values: no clock, no randomness, no I/O. `Seconds`, `Milliseconds` and `Instant` are branded ' +
      'numbers; `time.ts` explains each unit. Ids such as `PLAY-3` name rules in [docs/rules](../rules/README.md).',
  },
];

const target = inRoot('docs', 'reference');
mkdirSync(target, { recursive: true });
for (const { folder, file, title, introduction } of LAYERS) {
  const files = readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => ({
      path: name,
      declarations: declarationsOf(name, readFileSync(inRoot(folder, name), 'utf8')),
    }));
  const path = join(target, file);
  writeFileSync(path, page(title, introduction, files));
  const all = files.flatMap(({ declarations }) => declarations);
  const undocumented = all.filter(({ doc }) => doc === '').length;
  console.log(
    `${path.slice(root.length + 1)}: ${all.length} declarations, ${undocumented} of them without a docstring`,
  );
}
