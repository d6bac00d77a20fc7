import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { decodeCatalogue } from '../../../../src/adapters/http/http-catalogue.ts';
import type { Decoder } from '../../../../src/adapters/http/wire/decoded.ts';
import { decodePlayingData, decodeTokenized } from '../../../../src/adapters/http/http-playback.ts';
import { decodeUser } from '../../../../src/adapters/http/http-users.ts';
import { MemoryLog } from '../../../../src/adapters/memory/memory-platform.ts';
import { aHostileBody, GOOD_ITEM } from './hostile.ts';

const PAYLOADS = 5000;

const DECODERS: readonly [name: string, decode: Decoder<unknown>][] = [
  ...Object.entries(decodeCatalogue),
  ['user', decodeUser],
  ['playing data', decodePlayingData],
  ['tokenized address', decodeTokenized],
];

/** The properties of every object. Decoding must not change them. */
const birthmarks = () =>
  [Object.prototype, Array.prototype, Function.prototype].map((prototype) =>
    Object.getOwnPropertyNames(prototype).join(),
  );

/** A decoded value has no own prototype, and no unexpected properties. */
const isClean = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return (
    !['__proto__', 'constructor', 'prototype'].some((key) => Object.hasOwn(value, key)) &&
    Object.values(value).every(isClean)
  );
};

/** Every decoder decodes each payload. */
const BODIES = fc.sample(aHostileBody(), PAYLOADS);

/** The first payload that fails; undefined if none does. */
const counterexample = (passes: (body: unknown, at: number) => boolean): unknown =>
  BODIES.find((body, at) => !passes(body, at));

describe('no response can do harm', () => {
  test.each(DECODERS)(
    `%s: ${PAYLOADS} hostile payloads neither throw nor touch a prototype`,
    (_name, decode) => {
      const before = birthmarks();
      let readable = 0;
      const found = counterexample((body) => {
        const decoded = decode(body, new MemoryLog());
        if (decoded.ok) readable += 1;
        return decoded.ok ? isClean(decoded.value) : decoded.error.kind === 'malformed';
      });
      expect(found).toBeUndefined();
      expect(birthmarks()).toEqual(before);
      expect({}).not.toHaveProperty('title');
      // If no payload or every payload could be read, the test would prove little.
      expect(readable).toBeGreaterThan(PAYLOADS / 10);
      expect(readable).toBeLessThan(PAYLOADS);
    },
  );

  test('one bad item does not lose its page', () => {
    const found = counterexample((body, at) => {
      const results = [body, body, body].toSpliced(at % 4, 0, GOOD_ITEM);
      const decoded = decodeCatalogue.items({ results, next_page_key: 2 }, new MemoryLog());
      return decoded.ok && decoded.value.next === 2 && decoded.value.items.some(({ id }) => id === 'good');
    });
    expect(found).toBeUndefined();
  });

  test('one bad shelf does not lose another one', () => {
    const found = counterexample((other) => {
      const body = { trending: [GOOD_ITEM], new_releases: other, categories: other, authors: [other] };
      const decoded = decodeCatalogue.browse(body, new MemoryLog());
      return decoded.ok && decoded.value.trending.length === 1;
    });
    expect(found).toBeUndefined();
  });

  test('bad optional fields do not lose an item', () => {
    const found = counterexample((body) => {
      const fields = typeof body === 'object' && !Array.isArray(body) ? body : { description: body };
      const decoded = decodeCatalogue.item({ ...fields, id: 1, title: 'Tide' }, new MemoryLog());
      return decoded.ok && decoded.value.id === '1' && decoded.value.title === 'Tide';
    });
    expect(found).toBeUndefined();
  });

  test('very large items, deeply nested tracks, and a million entries', () => {
    const log = new MemoryLog();
    const large = { ...GOOD_ITEM, description: 'x'.repeat(1_000_000) };
    const twenty = decodeCatalogue.items({ results: Array.from({ length: 20 }, () => large) }, log);
    expect(twenty.ok && twenty.value.items).toHaveLength(20);

    const nesting = `${'{"id":"a","title":"a","tracks":['.repeat(20_000)}${']}'.repeat(20_000)}`;
    expect(decodeCatalogue.item(JSON.parse(nesting), log)).toMatchObject({ ok: true, value: { id: 'a' } });

    const many = decodeCatalogue.items({ results: Array.from({ length: 1_000_000 }, () => null) }, log);
    expect(many).toEqual({ ok: true, value: { items: [], next: null } });
    // One line for a list, however many entries are bad.
    expect(log.entries).toHaveLength(1);
  });

  test("the log contains nothing of a response's contents", () => {
    const log = new MemoryLog();
    decodeCatalogue.items(
      { results: [{ title: 'secret' }, { id: 'a', title: 'b', valid_from: 'secret' }] },
      log,
    );
    expect(log.entries).toHaveLength(2);
    expect(JSON.stringify(log.entries)).not.toContain('secret');
  });
});
