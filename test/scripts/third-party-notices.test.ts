import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shippedIn, licencesOf, listedIn, lockedIn, type Lock } from '../../scripts/lib/licences.mjs';
import { noticesFor, isAllowed } from '../../scripts/vite/third-party-notices.ts';

const MIT = { version: '1.0.0', license: 'MIT' };

describe('the notices of a build', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'notices-'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** @returns the id that the bundler knows the module by */
  const written = (path: string, contents: object | string = ''): string => {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, typeof contents === 'string' ? contents : JSON.stringify(contents));
    return full;
  };
  const installed = (
    path: string,
    manifest: object,
    files: Readonly<Record<string, string>> = {},
  ): string => {
    written(`node_modules/${path}/package.json`, { name: path.split('node_modules/').at(-1), ...manifest });
    for (const [name, contents] of Object.entries(files)) written(`node_modules/${path}/${name}`, contents);
    return written(`node_modules/${path}/lib/index.js`, files['lib/index.js']);
  };

  test('name each version of a package once, in the order of their names, and nothing of ours', async () => {
    const modules = [
      written('src/main.ts'),
      installed('b/node_modules/twice', MIT, { LICENSE: 'The terms of twice' }),
      installed('twice', MIT, { LICENSE: 'The terms of twice' }),
      installed('c/node_modules/twice', { ...MIT, version: '2.0.0' }, { LICENSE: 'The later terms' }),
      installed(
        '@scope/a',
        { ...MIT, license: 'ISC' },
        { 'licence.md': 'The terms of a\r\n', 'NOTICE.txt': 'By us' },
      ),
    ];
    const notices = await noticesFor(modules);
    expect(shippedIn(notices).map((each) => Object.values(each).join(' '))).toEqual([
      '@scope/a 1.0.0 ISC',
      'twice 1.0.0 MIT',
      'twice 2.0.0 MIT',
    ]);
    expect(notices.split('The terms of twice')).toHaveLength(2);
    expect(notices).toContain('\nBy us\n\nThe terms of a\n');
    expect(await noticesFor(modules.toReversed())).toBe(notices);
  });

  test('count code that a package was built with, and that names no package of its own, as that package', async () => {
    const modules = [
      installed('outer', MIT, { LICENSE: 'The terms of outer' }),
      written('node_modules/outer/dist/node_modules/inner/index.js'),
    ];
    expect(shippedIn(await noticesFor(modules)).map(({ name }) => name)).toEqual(['outer']);
  });

  test('say whose a package is that has no text of its licence, and take one from a README', async () => {
    const notices = await noticesFor([
      installed('bare', { ...MIT, author: { name: 'Wren' }, repository: 'https://example.com/bare' }),
      installed('told', MIT, { 'README.md': '# Told\n\nUse it.\n\n## License\n\nThe terms of told\n' }),
    ]);
    expect(notices).toContain('Author: Wren\nRepository: https://example.com/bare\n');
    expect(notices).toContain('The terms of told');
    expect(notices).not.toContain('Use it.');
  });

  test('keep what the code itself says of others than the package’s own authors', async () => {
    const notices = await noticesFor([
      installed('a', MIT, {
        LICENSE: 'Copyright (c) Wren',
        'lib/index.js': [
          '/** Copyright (c) Wren\n * of the package itself */',
          'const types = "image/*";',
          '/*\n * Adapted from theirs.\n *\n * Copyright 2014 They\n */',
          '// Copyright 2015 Others\n// and others',
          '/* what it does */\n',
        ].join('\n'),
      }),
    ]);
    expect(notices).toContain(
      'Adapted from theirs.\n\nCopyright 2014 They\n\nCopyright 2015 Others\nand others\n',
    );
    expect(notices).not.toContain('of the package itself');
    expect(notices).not.toContain('what it does');
  });

  test('know what the tools add to the code, without all that the tools are made of', async () => {
    const notices = await noticesFor(['\0vite/preload-helper.js', '\0rolldown/runtime.js']);
    expect(shippedIn(notices).map(({ name }) => name)).toEqual(['rolldown', 'vite']);
    expect(notices).toMatch(/Copyright .*Vite contributors/);
    expect(notices).not.toMatch(/bundled dependencies/i);
    await expect(noticesFor(['\0another/helper.js'])).rejects.toThrow('another/helper.js');
  });

  test('are refused for a package that may not be shipped', async () => {
    const modules = [
      installed('a', { ...MIT, license: 'GPL-3.0-only' }),
      installed('b', { version: '2.0.0' }),
    ];
    await expect(noticesFor(modules)).rejects.toThrow(/: a 1\.0\.0: GPL-3\.0-only, b 2\.0\.0: not stated\.$/);
  });
});

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const page = readFileSync('docs/licences.md', 'utf8');

describe('the list of licences', () => {
  // What a build has in it is compared by e2e/app/licences.spec.ts.
  test('is that of the lock file', () => {
    expect(page, 'run "npm run licences"').toBe(licencesOf(lock, listedIn(page)));
  });

  test('names as shipped only what the lock file knows, each once, and what may be shipped', () => {
    const listed = listedIn(page);
    expect(listed.length).toBeGreaterThan(10);
    const locked = lockedIn(lock);
    for (const each of listed) expect(locked).toContainEqual(each);
    expect(new Set(listed.map(({ name, version }) => `${name} ${version}`)).size).toBe(listed.length);
    expect(listed.filter(({ name, license }) => !isAllowed({ name, licence: license }))).toEqual([]);
  });
});

describe('a licence is allowed', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND Zlib)', false],
    ['ISC AND MIT', true],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['not stated', false],
  ])('%s: %s', (licence, isSo) => {
    expect(isAllowed({ name: 'some', licence })).toBe(isSo);
  });

  test('where its vendor was agreed with', () => {
    expect(isAllowed({ name: '@braze/web-sdk', licence: 'SEE LICENSE IN README' })).toBe(true);
  });
});
