import { describe, expect, test } from 'vitest';
import { SessionDrafts } from '../../../src/adapters/browser/session-drafts.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { memoryDrafts, memoryStudio, memoryUploads } from '../memory-fixtures.ts';
import { describeDrafts, type DraftsFixture, describeStudio, describeUploads } from './studio-api.ts';

describe('the double of the studio', () => {
  describeStudio(memoryStudio);
});

describeUploads('MemoryUploads', memoryUploads);

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

const fixtureOf = (): DraftsFixture => ({
  drafts: new SessionDrafts({ sessionStorage: new MemoryStorage() }),
});

describeDrafts('MemoryDrafts', memoryDrafts);
describeDrafts('SessionDrafts', fixtureOf);

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
    drafts.remove('olga@example.org', ID);
    expect(drafts.load('olga@example.org', ID)).toBeNull();
  });
});
