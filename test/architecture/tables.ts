import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { nameOf, type Syntax, textOf } from './syntax.ts';

/** How a file uses a table. */
export interface TableUse {
  readonly path: string;
  readonly table: string;
  readonly isWrite: boolean;
}

const READS = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'using',
]);
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);

const IN_SQL = /\b(insert\s+into|delete\s+from|update|truncate|from|join)\s+(?:only\s+)?"?([a-z_]+|\?)/giu;

/** The tables that the migrations of the server make. */
export function tablesIn(sources: Iterable<string>): ReadonlySet<string> {
  const created = /\bcreate table (?:if not exists )?([a-z_]+) \(|createTable\('([a-z_]+)'\)/gu;
  return new Set(
    [...sources].flatMap((source) =>
      [...source.matchAll(created)].map(([, sql, built]) => sql ?? built ?? ''),
    ),
  );
}

/**
 * Which tables the statements of each file name: those of the query builder, and those in SQL. Where a statement gets the name of its
 * table from a value, each name of a table counts that stands in the file, or in a list of names (`…-kinds.ts`) that it imports.
 */
export function usesOf(
  files: ReadonlyMap<string, readonly Syntax[]>,
  tables: ReadonlySet<string>,
): readonly TableUse[] {
  return [...files].flatMap(([path, nodes]) => {
    const named = nodes.flatMap((node) => [...builderUses(node), ...sqlUses(node)]);
    const names = named.flatMap(({ table, isWrite }) => {
      if (table !== null) return tables.has(table) ? [{ table, isWrite }] : [];
      return namesNear(path, nodes, files)
        .filter((each) => tables.has(each))
        .map((each) => ({ table: each, isWrite }));
    });
    const unique = new Map(names.map((use) => [`${use.table} ${String(use.isWrite)}`, use]));
    return [...unique.values()].map((use) => ({ path, ...use }));
  });
}

/** Null: the name of the table is a value. */
interface NamedTable {
  readonly table: string | null;
  readonly isWrite: boolean;
}

function builderUses({ type, fields }: Syntax): readonly NamedTable[] {
  if (type !== 'CallExpression') return [];
  const method = nameOf(fieldOf(fields['callee'], 'property')) ?? '';
  const isWrite = WRITES.has(method);
  if (!isWrite && !READS.has(method)) return [];
  const first = listOf(fields['arguments'])[0];
  const texts = (
    fieldOf(first, 'type') === 'ArrayExpression' ? listOf(fieldOf(first, 'elements')) : [first]
  ).map(textOf);
  // Another query may replace a table. A name that is a value is an identifier.
  return texts.flatMap((text): readonly NamedTable[] => {
    if (text !== undefined) return [{ table: text.trim().split(/\s/u, 1).join(''), isWrite }];
    return nameOf(first) === undefined ? [] : [{ table: null, isWrite }];
  });
}

function sqlUses({ type, fields }: Syntax): readonly NamedTable[] {
  if (type !== 'TaggedTemplateExpression' || nameOf(fields['tag']) !== 'sql') return [];
  const quasis = listOf(fieldOf(fields['quasi'], 'quasis'));
  const expressions = listOf(fieldOf(fields['quasi'], 'expressions'));
  const text = quasis
    .map((each, at) => {
      const callee = fieldOf(expressions[at], 'callee');
      const isTable =
        nameOf(fieldOf(callee, 'object')) === 'sql' && nameOf(fieldOf(callee, 'property')) === 'table';
      const cooked = fieldOf(fieldOf(each, 'value'), 'cooked');
      return `${typeof cooked === 'string' ? cooked : ''}${isTable ? '?' : ' () '}`;
    })
    .join('');
  return [...text.matchAll(IN_SQL)].map(([, word = '', table = '']) => ({
    table: table === '?' ? null : table,
    isWrite: !/^(?:from|join)$/iu.test(word),
  }));
}

/** Every text and every key of an object in a file, and in the lists of names that it imports. */
function namesNear(
  path: string,
  nodes: readonly Syntax[],
  files: ReadonlyMap<string, readonly Syntax[]>,
): readonly string[] {
  const imported = importsOf(nodes).flatMap(({ specifier }) =>
    specifier?.endsWith('-kinds.ts') === true ? [posix.join(posix.dirname(path), specifier)] : [],
  );
  return [nodes, ...imported.map((each) => files.get(each) ?? [])].flat().flatMap((node) => {
    const text = node.type === 'Property' ? nameOf(node.fields['key']) : textOf({ ...node.fields, start: 0 });
    return text === undefined ? [] : [text];
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
