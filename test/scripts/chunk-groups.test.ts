import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkedChunks, groupOf, type ChunkGroup } from '../../scripts/vite/chunk-groups.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chunks-'));
  const files = {
    'index.html': '<script type="module" src="/src/main.ts"></script>',
    'src/main.ts':
      "void import('./lists/grid.ts'); void import('./lists/rows/row.ts'); void import('./player.ts');",
    'src/lists/grid.ts': "console.log('grid');",
    'src/lists/rows/row.ts': "console.log('row');",
    'src/player.ts': "console.log('player');",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The modules of each chunk of a build, by its name. */
async function builtWith(groups: readonly ChunkGroup[], names: readonly string[] = []) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [checkedChunks(root, groups, names)],
    build: {
      write: false,
      rolldownOptions: { output: { codeSplitting: { groups: groups.map(groupOf(root)) } } },
    },
  });
  if (!('output' in built)) throw new Error('The build has several outputs.');
  return Object.fromEntries(
    built.output.flatMap((file) => {
      if (file.type !== 'chunk') return [];
      const ours = file.moduleIds.filter((id) => id.startsWith(root));
      return [[file.name, ours.map((id) => id.slice(root.length + 1)).toSorted()]];
    }),
  );
}

test('a group holds the files and folders that it names', async () => {
  const chunks = await builtWith([
    { name: 'late', holds: ['src/lists', 'src/player.ts'], except: ['src/lists/rows'] },
  ]);
  expect(chunks['late']).toEqual(['src/lists/grid.ts', 'src/player.ts']);
  expect(chunks['row']).toEqual(['src/lists/rows/row.ts']);
});

test('a star counts only the files of a folder itself', async () => {
  const chunks = await builtWith([{ name: 'late', holds: ['src/lists/*'] }]);
  expect(chunks['late']).toEqual(['src/lists/grid.ts']);
});

test.each([
  [{ name: 'late', holds: ['src/lists', 'src/moved.ts'] }, 'The chunk late holds nothing of src/moved.ts.'],
  [{ name: 'late', holds: ['src/list'] }, 'The chunk late holds nothing of src/list.'],
  [
    { name: 'late', holds: ['src/lists'], except: ['src/lists/moved'] },
    'The chunk late leaves out src/lists/moved, of which the build holds nothing.',
  ],
])('a build fails if it holds nothing of a path that a group names: %j', async (group, sentence) => {
  await expect(builtWith([group])).rejects.toThrow(sentence);
});

test('a build fails if another group has taken all of a path', async () => {
  const groups = [
    { name: 'first', holds: ['src/lists'] },
    { name: 'second', holds: ['src/lists/rows', 'src/player.ts'] },
  ];
  await expect(builtWith(groups)).rejects.toThrow('The chunk second holds nothing of src/lists/rows.');
});

test('a build fails without a chunk that the configuration names elsewhere', async () => {
  await expect(builtWith([], ['index', 'moved'])).rejects.toThrow('There is no chunk moved.');
  expect(Object.keys(await builtWith([], ['index']))).toContain('index');
});
