import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { MAY_IMPORT, partOf, serverFiles } from './server-parts.ts';
import { nameOf, syntaxOf } from './syntax.ts';
import { tablesIn, usesOf } from './tables.ts';

const files = serverFiles();
const tables = tablesIn([...files.keys()].map((path) => readFileSync(`server/${path}`, 'utf8')));
const uses = usesOf(files, tables);

/** The part that writes a table. A table that only triggers write has none. */
const ownersOf = (table: string): readonly string[] => [
  ...new Set(uses.filter((use) => use.table === table && use.isWrite).map(({ path }) => partOf(path))),
];

describe('the tables of the server', () => {
  test('are each written by one part', () => {
    const shared = [...tables]
      .map((table) => [table, ownersOf(table)] as const)
      .filter(([, owners]) => owners.length > 1);
    expect(shared).toEqual([]);
  });

  test('are read by their part, and by parts that may import it', () => {
    const upward = uses.flatMap(({ path, table }) => {
      const part = partOf(path);
      return ownersOf(table)
        .filter((owner) => owner !== part && MAY_IMPORT[part]?.includes(owner) !== true)
        .map((owner) => `server/${path} reads ${table} of ${owner}`);
    });
    expect(upward).toEqual([]);
  });

  test('are named in no file that receives requests', () => {
    const speakHttp = [...files].filter(([, nodes]) => {
      const importsHttp = importsOf(nodes).some(({ specifier }) => specifier === 'fastify');
      return (
        importsHttp ||
        nodes.some(
          ({ type, fields }) => type === 'ImportSpecifier' && nameOf(fields['imported']) === 'ApiServer',
        )
      );
    });
    expect(speakHttp.length).toBeGreaterThan(40);
    const paths = new Set(speakHttp.map(([path]) => path));
    expect(
      uses.filter(({ path }) => paths.has(path)).map(({ path, table }) => `server/${path} names ${table}`),
    ).toEqual([]);
  });

  // A check that reads nothing would pass.
  test('are found in every form of a statement', () => {
    expect(tables.size).toBeGreaterThan(60);
    expect([...tables].filter((table) => !uses.some((use) => use.table === table))).toEqual([]);
    const sources = {
      'part/builder.ts':
        "db.selectFrom(['a as one', 'b']).innerJoin('c', 'c.id', 'a.id'); db.updateTable('d').set({});",
      'part/sql.ts': 'sql`insert into e select from f join g`; sql`delete from h`; sql`update i set x = 1`;',
      'part/dynamic.ts': "for (const name of ['j', 'other']) sql`delete from ${sql.table(name)}`;",
    };
    const parsed = Object.entries(sources).map(([path, source]) => [path, syntaxOf(path, source)] as const);
    const found = usesOf(new Map(parsed), new Set('abcdefghij'));
    expect(found.map(({ table, isWrite }) => (isWrite ? table.toUpperCase() : table)).toSorted()).toEqual([
      'D',
      'E',
      'H',
      'I',
      'J',
      'a',
      'b',
      'c',
      'f',
      'g',
    ]);
  });
});
