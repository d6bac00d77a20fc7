import { describe, expect, test } from 'vitest';
import { SessionDrafts } from '../../../src/adapters/browser/session-drafts.ts';
import { MemoryDrafts } from '../../../src/adapters/memory/memory-drafts.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { fieldsOfItem, typedFrom } from '../../../src/domain/studio/fields.ts';
import { instant } from '../../../src/domain/time.ts';
import type { Draft, Drafts } from '../../../src/ports/drafts.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';

/** A storage like that of a browser. */
class MemoryStorage implements Storage {
  [name: string]: unknown;
  readonly entries = new Map<string, string>();
  get length(): number {
    return this.entries.size;
  }
  clear(): void {
    this.entries.clear();
  }
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }
  key(at: number): string | null {
    return [...this.entries.keys()][at] ?? null;
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }
}

const ID = contentId('1');
const base = typedFrom(fieldsOfItem(PLAIN_ITEM));
const DRAFT: Draft = {
  version: '3',
  base,
  typed: { ...base, title: 'Typed', validFrom: instant(5), discountPrice: '4,9' },
  members: [{ id: contentId('2'), title: 'Waves', type: 1, runTime: null }],
};

const stores: readonly (readonly [string, () => Drafts])[] = [
  ['the double', () => new MemoryDrafts()],
  ['the storage of the tab', () => new SessionDrafts({ sessionStorage: new MemoryStorage() })],
];

describe.each(stores)('drafts in %s (STU-10)', (_, make) => {
  test('come back as they were saved', () => {
    const drafts = make();
    drafts.save('olga@example.org', ID, DRAFT);
    expect(drafts.load('olga@example.org', ID)).toEqual(DRAFT);
  });

  test('belong to one person and one title', () => {
    const drafts = make();
    drafts.save('olga@example.org', ID, DRAFT);
    expect(drafts.load('ben@example.org', ID)).toBeNull();
    expect(drafts.load('olga@example.org', contentId('2'))).toBeNull();
  });

  test('are gone after they are removed', () => {
    const drafts = make();
    drafts.save('olga@example.org', ID, DRAFT);
    drafts.remove('olga@example.org', ID);
    expect(drafts.load('olga@example.org', ID)).toBeNull();
  });
});

describe('the storage of the tab', () => {
  test.each(['', '{', '{"version":"1"}', 'null'])('holds no draft in the text "%s"', (text) => {
    const sessionStorage = new MemoryStorage();
    sessionStorage.setItem('studio.draft.olga@example.org.1', text);
    expect(new SessionDrafts({ sessionStorage }).load('olga@example.org', ID)).toBeNull();
  });

  test('that is blocked stops nothing', () => {
    const drafts = new SessionDrafts({
      get sessionStorage(): Storage {
        throw new Error('blocked');
      },
    });
    drafts.save('olga@example.org', ID, DRAFT);
    drafts.remove('olga@example.org', ID);
    expect(drafts.load('olga@example.org', ID)).toBeNull();
  });
});
