import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modulesOf, versionOfCode } from '../../library/read/code-version.ts';
import { IMPORTING } from '../../library/titles/group.ts';
import { temporaryFolder } from '../support/provider.ts';

describe('the version of the code that reads a library (CAT-163)', () => {
  test('changes with every module that is reached, and with nothing else', () => {
    const folder = temporaryFolder();
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write('entry.ts', "import { one } from './one.ts';\nimport type { Other } from './other.ts';\n");
    write('one.ts', "export * from './two.ts';\nconst three = await import('./three.ts');\n");
    write('two.ts', "import './side-effect.ts';\nimport { parse } from 'valibot';\n");
    for (const name of ['three', 'side-effect', 'other', 'unused']) write(`${name}.ts`, '');
    const version = (): string => versionOfCode([join(folder, 'entry.ts')]);
    let before = version();
    for (const name of ['entry', 'one', 'two', 'three', 'side-effect']) {
      write(
        `${name}.ts`,
        `${name === 'entry' ? "import { one } from './one.ts';" : ''}${
          name === 'one' ? "export * from './two.ts';\nimport('./three.ts');" : ''
        }${name === 'two' ? "import './side-effect.ts';" : ''}\n// better`,
      );
      expect(version(), name).not.toBe(before);
      before = version();
    }
    write('other.ts', 'changed');
    write('unused.ts', 'changed');
    expect(version()).toBe(before);
  });

  test('covers the readers of sounds, sidecars and transcripts, and the rules of titles', () => {
    const names = modulesOf(IMPORTING).map((path) => path.split('/').slice(-2).join('/'));
    expect(names).toEqual(
      expect.arrayContaining([
        'read/mp3.ts',
        'read/tags.ts',
        'read/sidecars.ts',
        'read/visible-text.ts',
        'transcripts/read-transcript.ts',
        'transcripts/captions.ts',
        'titles/transcript-files.ts',
        'read/part-names.ts',
        'import/identify.ts',
      ]),
    );
    const packages = new Set<string>();
    modulesOf(IMPORTING, packages);
    expect([...packages].join('')).toMatch(/music-metadata@\d/u);
  });
});
