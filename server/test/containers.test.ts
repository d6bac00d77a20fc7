import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import * as v from 'valibot';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/provider.ts';

// The files of `deploy/` against the specifications of their formats. No container is built or started.

const SMALL = readFileSync('deploy/compose.yaml', 'utf8');
const LARGE = readFileSync('deploy/compose.large.yaml', 'utf8');
const CONTAINER = readFileSync('deploy/Containerfile', 'utf8');

function faultsOfCompose(text: string): readonly string[] {
  const file = join(temporaryFolder(), 'compose.yaml');
  writeFileSync(file, text);
  // The proxy has to be reached from outside.
  const rules = { 'no-unbound-port-interfaces': 0 } as const;
  const results = new DCLinter({ rules, quiet: true, debug: false, exclude: [] }).lintFiles([file], false);
  expect(results).toHaveLength(1);
  return (
    results
      .flatMap(({ messages }) => messages)
      // Warnings are about the order of keys.
      .filter(({ type }) => type === 'error')
      .map(({ line, message }) => `${line}: ${message}`)
  );
}

const faultsOfContainer = (text: string): readonly string[] =>
  validate(text).map(
    ({ range, message }) =>
      `${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  );

test.each([
  ['small', SMALL],
  ['large', LARGE],
])('the %s compose file is valid', (_which, text) => {
  expect(faultsOfCompose(text)).toEqual([]);
});

test('the small compose file has one service without rights, in at most 20 lines', () => {
  expect(SMALL.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    "user: '1000:1000'",
    'no-new-privileges:true',
    'healthcheck:',
  ])
    expect(SMALL).toContain(line);
  expect(SMALL.match(/^ {2}[a-z][\w-]*:/gm)).toEqual(['  hark:', '  data:']);
});

test('every image has its whole version, and none is archived', () => {
  const images = [...`${SMALL}${LARGE}${CONTAINER}`.matchAll(/^(?: *image:|FROM) (\S+)/gm)].map(
    ([, image = '']) => image,
  );
  expect(images.length).toBeGreaterThan(3);
  for (const image of images) expect(image).toMatch(/^[\w.]+(?:\/[\w-]+)+:v?\d+\.\d+(?:\.\d+)?(?:-[\w-]+)?$/);
  expect(images.filter((image) => /minio|pgbouncer/.test(image))).toEqual([]);
});

test('the container file is valid', () => {
  expect(faultsOfContainer(CONTAINER)).toEqual([]);
});

/** A pattern of `.dockerignore` as an expression: a star stays in its folder, two stars are any folders. */
const expressionOf = (pattern: string): RegExp => {
  const parts = pattern
    .split('/')
    .map((part) =>
      part === '**' ? '(?:.*/)?' : `${part.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll('*', '[^/]*')}/`,
    );
  return new RegExp(`^${parts.join('').replace(/\/$/, '')}(?:/.*)?$`);
};

/** Whether the build of the image gets a file. The last pattern that fits counts. */
function isInContext(path: string): boolean {
  let isIn = true;
  for (const line of readFileSync('.dockerignore', 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const isExcepted = line.startsWith('!');
    if (expressionOf(isExcepted ? line.slice(1) : line).test(path)) isIn = isExcepted;
  }
  return isIn;
}

test('the context of the image has no secrets, no data, no history and nothing that was built', () => {
  const secrets = [
    '.data/postgres/password',
    '.data/postgres/data/global/pg_control',
    '.data-library/postgres/password',
    'server/.data/postgres/password',
    '.env',
    '.env.production',
    'server/.env',
    '.git/config',
    '.git/objects/ab/cdef',
    '.cache/x',
    '.npmrc.local',
    'backup.gz',
    'certificates/key.pem',
    'server/tls.key',
    'public/key.pem',
    'node_modules/fastify/index.js',
    'src/node_modules/x/index.js',
    'dist/index.html',
    'dist-server/main.js',
    'dist-core/x.js',
    'coverage/x',
    'reports/x',
    'test-results/x',
    'id_rsa',
    'npm-debug.log',
    'scripts/x.log',
  ];
  expect(secrets.filter((path) => isInContext(path))).toEqual([]);
});

/** The committed files that the build of the image gets. */
const contextFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && isInContext(path));

const isForDevelopers = (path: string): boolean =>
  /^(?:browsers|conformance|core|e2e|harness|laws|proofs|test|tools)\//.test(path);

test('the context of the image has each project that tsconfig.json names, or the app is not built', () => {
  const { references } = v.parse(
    v.object({ references: v.array(v.object({ path: v.string() })) }),
    JSON.parse(readFileSync('tsconfig.json', 'utf8')),
  );
  const files = contextFiles();
  const needed = references.map(({ path }) =>
    (path.endsWith('.json') ? path : `${path}/tsconfig.json`).replace('./', ''),
  );
  expect(needed.filter((path) => !files.includes(path))).toEqual([]);
  // npm reads the manifest of each package.
  const { workspaces } = v.parse(
    v.object({ workspaces: v.array(v.string()) }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  );
  expect(workspaces.filter((folder) => !files.includes(`${folder}/package.json`))).toEqual([]);
  // Of the folders for developers, nothing else.
  expect(files.filter(isForDevelopers).filter((path) => !/\/(?:tsconfig|package)\.json$/.test(path))).toEqual(
    [],
  );
});

test('the context of the image has what its build reads, and no other folder', () => {
  const folders = new Set(
    contextFiles()
      .filter((path) => !isForDevelopers(path))
      .map((path) => path.split('/', 1).join('')),
  );
  expect([...folders].filter((name) => !/\.(?:ts|json|html)$/.test(name)).toSorted()).toEqual([
    '.npmrc',
    'components',
    'public',
    'scripts',
    'server',
    'src',
    'studio',
    'transcripts',
    'translations',
    'wire',
  ]);
  expect(
    contextFiles().filter((path) => /^\w+\/test\/./.test(path) && !path.endsWith('tsconfig.json')),
  ).toEqual([]);
  for (const name of [
    'package.json',
    'package-lock.json',
    'index.html',
    'vite.config.ts',
    'tsconfig.server-build.json',
  ])
    expect(folders).toContain(name);
});
