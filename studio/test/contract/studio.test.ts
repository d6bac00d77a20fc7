import { describe, expect, test, beforeAll } from 'vitest';
import { SessionDrafts } from '../../src/adapters/session-drafts.ts';
import { contentId, type ContentId } from '../../../src/domain/catalogue/content.ts';
import { memoryDrafts, memoryStudio, memoryUploads, memoryPeople } from './memory-fixtures.ts';
import { describeDrafts, type DraftsFixture, describeStudio, describeUploads } from './studio-api.ts';
import { SystemClock } from '../../../src/adapters/browser/browser-platform.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { HttpPeopleApi } from '../../src/adapters/http/http-people-api.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { ownLibrary, type OwnLibrary } from 'audio-streaming-provider/test/library/support/own-library';
import { member } from 'audio-streaming-provider/test/studio/studio-client';
import { describePeople, type PeopleFixture } from './people-api.ts';
import { HttpStudioApi } from '../../src/adapters/http/http-studio-api.ts';

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

describe('the double of the people', () => {
  describePeople(memoryPeople);
});

describe('the HTTP adapter against the embedded provider', () => {
  let fixture: PeopleFixture;

  beforeAll(async () => {
    const library = await ownLibrary();
    library.write('The Beach/1.mp3', await mp3(tone(1, 300)));
    const { added } = await library.import();
    const title: ContentId = contentId(added[0]?.id ?? '');
    const over = (token: string | null) => {
      const session = ok({ accessToken: token ?? '', expiresAt: instant(Number.MAX_SAFE_INTEGER) });
      const auth = { session: async () => session, renew: async () => session };
      return new HttpPeopleApi(
        { apiUrl: library.provider.origin, auth, clock: new SystemClock() },
        new MemoryLog(),
      );
    };
    const { studio: publisher } = await member(library.provider, 'pia@listener.test', 'publisher');
    fixture = { api: over(library.client.token), publisher: over(publisher.token), title };
  }, 60_000);

  describePeople(async () => fixture);
});

describe('the HTTP adapter against the embedded provider', () => {
  let library: OwnLibrary;
  let api: HttpStudioApi;
  let count = 0;

  /** A title that no other test has changed. Each has a sound of its own, because a title is its sound. */
  const addTitle = async () => {
    count += 1;
    library.write(`Title ${count}/1.mp3`, await mp3(tone(1, 200 + 17 * count)));
    const { added } = await library.import();
    return contentId(added[0]?.id ?? '');
  };

  beforeAll(async () => {
    library = await ownLibrary();
    const { studio } = await member(library.provider, 'olga@listener.test', 'owner');
    const session = ok({
      accessToken: studio.token ?? '',
      expiresAt: instant(Number.MAX_SAFE_INTEGER),
    });
    const auth = { session: async () => session, renew: async () => session };
    api = new HttpStudioApi({ apiUrl: studio.origin, auth, clock: new SystemClock() }, new MemoryLog());
    for (let titles = 0; titles < 3; titles += 1) await addTitle();
  }, 60_000);

  describeStudio(async () => ({ api, title: await addTitle() }));
});
