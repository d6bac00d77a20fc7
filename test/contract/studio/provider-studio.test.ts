import { beforeAll, describe } from 'vitest';
import { SystemClock } from '../../../src/adapters/browser/system-clock.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { HttpStudioApi } from '../../../src/adapters/studio-http/http-studio-api.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { mp3, tone } from '../../server/library/support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from '../../server/library/support/own-library.ts';
import { member } from '../../server/studio/studio-client.ts';
import { describeStudio } from './studio-api.ts';

describe.sequential('the HTTP adapter against the embedded provider', () => {
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
