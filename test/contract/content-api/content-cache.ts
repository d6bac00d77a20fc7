import { describe, expect, test } from 'vitest';

import { contentId, type ContentId } from '../../../src/domain/catalogue/content.ts';
import type { ContentCache } from '../../../src/ports/content-cache.ts';

export type ContentCacheWorld = {
  readonly cache: ContentCache;
  /** Keeps an answer under a name. */
  keep(name: string): void;
  /** The name of what a title's own page is answered. */
  readonly nameOf: (id: ContentId) => string;
  /** Which answers would still be served. */
  held(): readonly string[];
  expireAll(): void;
};

/** The tests that every adapter of the response cache must pass. */
export const describeContentCache = (name: string, make: () => ContentCacheWorld): void => {
  describe(`${name} is a ContentCache`, () => {
    test('forgets everything at once, and goes on afterwards', () => {
      const { cache, keep, held } = make();
      keep('one');
      keep('two');
      cache.clear();
      expect(held()).toEqual([]);
      keep('three');
      expect(held()).toEqual(['three']);
    });

    test('forgets the answer of one title, and nothing else', () => {
      const { cache, keep, held, nameOf } = make();
      const [book, other] = [contentId('a/book'), contentId('a')];
      keep(nameOf(book));
      keep(nameOf(other));
      cache.forgetContent(book);
      cache.forgetContent(contentId(''));
      expect(held()).toEqual([nameOf(other)]);
    });

    test('drops what has expired, and nothing else', () => {
      const { cache, keep, held, expireAll } = make();
      keep('old');
      expireAll();
      keep('new');
      cache.purgeExpired();
      expect(held()).toEqual(['new']);
    });
  });
};
