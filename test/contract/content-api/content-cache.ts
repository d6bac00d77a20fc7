import { describe, expect, test } from 'vitest';

import { contentId, type ContentId } from '../../../src/domain/catalogue/content.ts';
import type { ContentCache } from '../../../src/ports/content-api.ts';

/** A cache of responses, and its entries. */
export type ContentCacheFixture = {
  readonly cache: ContentCache;
  /** Stores a response under a name. */
  store(name: string): void;
  /** The name of the response for a title's own page. */
  readonly nameOf: (id: ContentId) => string;
  /** The names of the stored responses. */
  names(): readonly string[];
  expireAll(): void;
};

/** The tests that every adapter of the response cache must pass. */
export const describeContentCache = (name: string, make: () => ContentCacheFixture): void => {
  describe(`${name} is a ContentCache`, () => {
    test('deletes everything at once, and stores new responses afterwards', () => {
      const { cache, store, names } = make();
      store('one');
      store('two');
      cache.clear();
      expect(names()).toEqual([]);
      store('three');
      expect(names()).toEqual(['three']);
    });

    test('deletes the response of one title, and nothing else', () => {
      const { cache, store, names, nameOf } = make();
      const [book, other] = [contentId('a/book'), contentId('a')];
      store(nameOf(book));
      store(nameOf(other));
      cache.forgetContent(book);
      cache.forgetContent(contentId(''));
      expect(names()).toEqual([nameOf(other)]);
    });

    test('deletes expired responses, and nothing else (CAT-66)', () => {
      const { cache, store, names, expireAll } = make();
      store('old');
      expireAll();
      store('new');
      cache.purgeExpired();
      expect(names()).toEqual(['new']);
    });
  });
};
