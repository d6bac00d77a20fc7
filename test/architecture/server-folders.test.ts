import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { MAY_IMPORT, partOf, serverFiles } from './server-parts.ts';
import type { Syntax } from './syntax.ts';

const parts = Object.keys(MAY_IMPORT);

/**
 * One sentence per import that the table does not allow.
 *
 * @param path relative to `server`
 */
function violationsIn(path: string, nodes: readonly Syntax[]): readonly string[] {
  const part = partOf(path);
  return importsOf(nodes).flatMap(({ specifier, line }) => {
    if (specifier?.startsWith('.') !== true) return [];
    const target = partOf(posix.join(posix.dirname(path), specifier));
    const allowed = target === part || MAY_IMPORT[part]?.includes(target) === true;
    return allowed ? [] : [`server/${path}:${line}: ${part} must not import ${target}`];
  });
}

const files = serverFiles();

describe('the folders of the server', () => {
  test('import only what the table allows', () => {
    expect([...files].flatMap(([path, nodes]) => violationsIn(path, nodes))).toEqual([]);
  });

  // A check that reads nothing would pass.
  test('are all in the table, and all read', () => {
    expect([...new Set([...files.keys()].map(partOf))].toSorted()).toEqual(parts.toSorted());
    expect(files.size).toBeGreaterThanOrEqual(180);
  });

  test('stand in an order in which no import leads back', () => {
    for (const [at, part] of parts.entries()) {
      for (const target of MAY_IMPORT[part] ?? []) {
        expect(parts.slice(0, at), `${part} imports ${target}`).toContain(target);
      }
    }
  });
});
