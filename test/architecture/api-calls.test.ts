import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../src/adapters/memory/memory-content-api.ts';
import { isCacheable } from '../../src/domain/catalogue/cache-policy.ts';
import { CALLS } from '../adapters/http/calls.ts';

const PAGE = 'docs/api-calls.md';
const page = readFileSync(PAGE, 'utf8');

// A check that reads nothing would pass. The page has this many rows; one path may have several.
const MIN_CALLS = 40;

type Row = {
  readonly method: string;
  readonly path: string;
  readonly names: readonly string[];
  readonly pageSizes: readonly string[];
  readonly isCached: boolean;
  readonly asked: string;
  /** Paths from the project's root. */
  readonly adapterTests: readonly string[];
  readonly providerTests: readonly string[];
};

const quoted = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = '']) => text);

const linked = (text = ''): readonly string[] =>
  [...text.matchAll(/\]\(([^)]+)\)/gu)].map(([, target = '']) => posix.join('docs', target));

const rows = page
  .split('\n')
  .filter((line) => /^\| `(?:GET|POST|PUT|DELETE) /u.test(line))
  .map((line): Row => {
    const [, call, names, sizes, cached, asked, adapter, provider] = line
      .split('|')
      .map((cell) => cell.trim());
    const [method = '', path = ''] = quoted(call)[0]?.split(' ') ?? [];
    return {
      method,
      path,
      names: quoted(names),
      pageSizes: sizes?.match(/\d+/gu) ?? [],
      isCached: cached === 'yes',
      asked: quoted(asked)[0] ?? '',
      adapterTests: linked(adapter),
      providerTests: linked(provider),
    };
  });

const named = ({ method, path, names }: Row): string => [`${method} ${path}`, ...names].join(' ');

/** Whether a path is the row's, each `{…}` standing for one segment. */
const isAt = ({ path }: Row, sent: string): boolean => {
  const segments = sent.split('/');
  const expected = path.split('/');
  return (
    segments.length === expected.length &&
    expected.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''))
  );
};

/** Whether what is sent is what the row names: all of it but what has a `?`, and nothing else. */
const isAskedWith = ({ names }: Row, sent: ReadonlyMap<string, string>): boolean => {
  const known = names.map((name) => {
    const [key = '', value] = name.replace('?', '').split('=');
    return { key, value, isOptional: name.endsWith('?') };
  });
  return (
    known.every(({ key, value, isOptional }) =>
      sent.has(key) ? value === undefined || value === sent.get(key) : isOptional,
    ) && [...sent.keys()].every((key) => known.some((name) => name.key === key))
  );
};

const fieldsOf = (body: unknown): ReadonlyMap<string, string> => {
  // The items of a list are alike.
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  return new Map(Object.entries(items[0] ?? {}).map(([name, value]) => [name, String(value)]));
};

const sentCalls = CALLS.map(([name, call, wire, body]) => {
  const [method = '', address = ''] = wire.split(' ');
  const { pathname: path, searchParams } = new URL(address, 'https://api.invalid');
  const query = new Map(searchParams);
  return { name, call, method, path, query, fields: method === 'GET' ? query : fieldsOf(body) };
});

const rowsOf = ({ method, path, fields }: (typeof sentCalls)[number]): readonly Row[] =>
  rows.filter((row) => row.method === method && isAt(row, path) && isAskedWith(row, fields));

describe('the page of the calls', () => {
  test('is really read', () => {
    expect(rows.length).toBeGreaterThanOrEqual(MIN_CALLS);
    expect(new Set(rows.map(named)).size).toBe(rows.length);
  });

  test.each(sentCalls)('has the one row of: $name', async (sent) => {
    const [row, ...others] = rowsOf(sent);
    expect(others).toEqual([]);
    expect(row?.isCached).toBe(isCacheable(sent.method, sent.path, Object.fromEntries(sent.query)));
    const limit = sent.fields.get('limit');
    if (limit === undefined) expect(row?.pageSizes).toEqual([]);
    else expect(row?.pageSizes).toContain(limit);
    const api = new MemoryContentApi({ items: [] }, new MemoryClock());
    await sent.call(api);
    expect(api.faults.calls).toEqual([row?.asked]);
  });

  test('has no row of a call that is not made', () => {
    const made = new Set(sentCalls.flatMap(rowsOf));
    expect(rows.filter((row) => !made.has(row)).map(named)).toEqual([]);
  });

  // The wire is known of the calls in the table above; a path that only the adapter knows must not slip by.
  test('has a row of every path that the adapter spells', () => {
    const folder = 'src/adapters/http';
    const paths = readdirSync(folder)
      .filter((name) => name.startsWith('http-'))
      .flatMap((name) => [...readFileSync(posix.join(folder, name), 'utf8').matchAll(/apiPath`([^`]+)`/gu)])
      .map(([, path = '']) => path.replaceAll(/\$\{\w+\}/gu, '{id}'));
    expect(paths.length).toBeGreaterThanOrEqual(MIN_CALLS);
    expect(paths.filter((path) => !rows.some((row) => row.path === path))).toEqual([]);
  });
});

describe('the tests that the page names', () => {
  test('are there', () => {
    const files = linked(page);
    expect(files.length).toBeGreaterThanOrEqual(2 * MIN_CALLS);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  test.each(rows.map((row) => [named(row), row] as const))('speak of it, on both sides: %s', (_name, row) => {
    expect(row.adapterTests).toEqual(['test/adapters/http/calls.test.ts']);
    expect(row.providerTests).not.toEqual([]);
    const spoken = row.path.replace(/\/?(?:\{\w+\})?$/u, '');
    for (const path of row.providerTests) {
      expect(path).toMatch(/^test\/server\/api\/.+\.test\.ts$/u);
      expect(readFileSync(path, 'utf8')).toContain(spoken);
    }
  });
});
