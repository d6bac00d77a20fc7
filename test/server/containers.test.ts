import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/provider.ts';

// The files of `deploy/` against the specifications of their formats. No container is built or started.

const COMPOSE = readFileSync('deploy/compose.yaml', 'utf8');
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

test('the compose file is valid', () => {
  expect(faultsOfCompose(COMPOSE)).toEqual([]);
});

test('the container file is valid', () => {
  expect(faultsOfContainer(CONTAINER)).toEqual([]);
});
