import { beforeAll, describe } from 'vitest';
import { SystemClock } from '../../../src/adapters/browser/system-clock.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { HttpPeopleApi } from '../../../src/adapters/studio-http/http-people-api.ts';
import { contentId, type ContentId } from '../../../src/domain/catalogue/content.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { mp3, tone } from '../../server/library/support/make-audio.ts';
import { ownLibrary } from '../../server/library/support/own-library.ts';
import { member } from '../../server/studio/studio-client.ts';
import { memoryPeople } from '../memory-fixtures.ts';
import { describePeople, type PeopleFixture } from './people-api.ts';

describe('the double of the people', () => {
  describePeople(memoryPeople);
});

describe.sequential('the HTTP adapter against the embedded provider', () => {
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
