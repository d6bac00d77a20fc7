import { NOBODY } from '../../src/domain/account/user.ts';
import { type ContentItem, ContentType } from '../../src/domain/catalogue/content.ts';
import { DEFAULT_SPEED } from '../../src/domain/playback/player.ts';
import type { PlaybackReport } from '../../src/domain/progress/reports.ts';
import { milliseconds, toMilliseconds, seconds } from '../../src/domain/time.ts';
import type { ApiResult, ContentApi, Page, PageKey } from '../../src/ports/content-api.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import type { Asked, Target } from '../target.ts';
import { playable } from '../samples.ts';

/** How often an entry is in a list; null if the list cannot be read to its end. */
async function countIn(
  target: Target,
  id: string,
  list: (api: ContentApi, page: PageKey | null) => Promise<ApiResult<Page<{ readonly id: string }>>>,
): Promise<number | null> {
  let count = 0;
  let key: PageKey | null = null;
  for (let page = 0; page < target.settings.pages; page += 1) {
    const from: PageKey | null = key;
    const asked: Asked<Page<{ readonly id: string }>> | null = await target.tryAsk(async (api) =>
      list(api, from),
    );
    if (asked === null) return null;
    count += asked.value.items.filter((item) => item.id === id).length;
    key = asked.value.next;
    if (key === null) return count;
  }
  return null;
}

/** Reports a position twice, and expects it to be stored once. */
async function storedOnce(target: Target, report: PlaybackReport, expected: number): Promise<Outcome> {
  for (let time = 0; time < 2; time += 1) {
    await target.ask(async ({ playback }) => playback.reportPlayback([report]));
  }
  const sent = 'POST /api/v2/user/content, twice the same';
  const record = await target.ask(async ({ playback }) => playback.playbackRecord(report.id));
  const found = record.value;
  if (found === null) return differs(sent, 'The title has no record.');
  if (found.position !== expected)
    return differs(sent, `The position is ${found.position} s, not ${expected} s.`);
  const chapter = 'chapterIndex' in report ? report.chapterIndex : null;
  if (found.chapterIndex !== chapter)
    return differs(sent, `chapter_index is ${found.chapterIndex}, not ${chapter}.`);
  const count = await countIn(target, report.id, async ({ playback }, page) => playback.activeContent(page));
  return count === null || count === 1
    ? passed
    : differs(sent, `The title is ${count} times among those in progress.`);
}

/** Runs work on a title's position, and puts the old position back. */
async function keepingPosition(
  target: Target,
  { id, type }: ContentItem,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const before = await target.tryAsk(async ({ playback }) => playback.playbackRecord(id));
  const outcome = await work();
  if (before !== null && before.value !== null) {
    const { chapterIndex, position } = before.value;
    const at = toMilliseconds(position);
    const listened = { id, speed: DEFAULT_SPEED, contentType: type };
    const report: PlaybackReport =
      chapterIndex === null
        ? { ...listened, lastPosition: at }
        : { ...listened, chapterIndex, chapterPosition: at };
    await target.tryAsk(async ({ playback }) => playback.reportPlayback([report]));
  }
  return outcome;
}

const POSITION = seconds(12.345);

/** Saves a mark twice, expects it once, and puts the old one back. */
async function markedOnce(
  target: Target,
  sent: string,
  save: (api: ContentApi, isMarked: boolean) => Promise<ApiResult<void>>,
  count: () => Promise<number | null>,
): Promise<Outcome> {
  const before = await count();
  if (before === null) return notTried('The list of what is saved could not be read to its end.');
  try {
    for (const wanted of [before === 0, before === 0, before !== 0]) {
      await target.ask(async (api) => save(api, wanted));
      const found = await count();
      const expected = wanted ? 1 : 0;
      if (found !== expected) {
        return differs(
          `${sent}, is_favorite: ${wanted}`,
          `It is ${found ?? 'not'} times in the list, not ${expected}.`,
        );
      }
    }
    return passed;
  } finally {
    await target.tryAsk(async (api) => save(api, before > 0));
  }
}

export const writeChecks: readonly Check[] = [
  {
    id: 'favorite-saved',
    title: 'A favorite is saved once, and removed again',
    notices: 'Favorites are lost, or come twice.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const item = (await target.known()).items.find(({ type }) => type === ContentType.AUDIOBOOK);
      if (item === undefined) return notTried('The lists name no audiobook.');
      return markedOnce(
        target,
        'POST /api/v2/favorites/content',
        async ({ favorites }, isFavorite) => favorites.saveContent(item.id, isFavorite),
        async () =>
          countIn(target, item.id, async ({ favorites }, page) =>
            favorites.contents({ podcasts: false }, page),
          ),
      );
    },
  },
  {
    id: 'author-followed',
    title: 'An author is followed once, and no longer',
    notices: 'Followed authors are lost, or come twice.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const { author } = await target.known();
      if (author === undefined) return notTried('The lists name no author.');
      return markedOnce(
        target,
        'POST /api/v2/favorites/authors',
        async ({ favorites }, isFavorite) => favorites.saveAuthor(author, isFavorite),
        async () => countIn(target, author, async ({ favorites }, page) => favorites.authors(page)),
      );
    },
  },
  {
    id: 'position-saved',
    title: 'A position is stored once, however often it is reported',
    notices: 'A title does not go on where it was left, or stands twice in "Recently Listened".',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const item = (await target.known()).items.find(
        ({ type }) => type === ContentType.AUDIOBOOK || type === ContentType.PODCAST_EPISODE,
      );
      if (item === undefined) return notTried('The lists name no title without chapters.');
      const report = {
        id: item.id,
        contentType: item.type,
        speed: DEFAULT_SPEED,
        lastPosition: toMilliseconds(POSITION),
      };
      return keepingPosition(target, item, async () => storedOnce(target, report, POSITION));
    },
  },
  {
    id: 'chapter-position-saved',
    title: 'A position in a chapter is stored with its chapter',
    notices: 'A book goes on in the wrong chapter.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const { chaptered } = await target.known();
      const [chapter] = chaptered?.chapters ?? [];
      if (chaptered === undefined || chapter === undefined)
        return notTried('The lists name no title with chapters.');
      const report = {
        id: chaptered.id,
        contentType: chaptered.type,
        speed: DEFAULT_SPEED,
        chapterIndex: chapter.index,
        chapterPosition: toMilliseconds(POSITION),
      };
      return keepingPosition(target, chaptered, async () => storedOnce(target, report, POSITION));
    },
  },
  {
    id: 'royalty-reported',
    title: 'A royalty is accepted',
    notices: 'The listener notices nothing, but authors are not paid.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const { item, url } = await playable(target);
      const whyNot = 'There is no address; see "tokenize".';
      await target.ask(async ({ playback }) => playback.tokenize(url), whyNot);
      const report = { contentId: item.id, duration: milliseconds(1000) };
      await target.ask(async ({ playback }) => playback.reportRoyalty([report]));
      return passed;
    },
  },
  {
    id: 'report-refused',
    title: 'A report that cannot be read is refused with 400',
    notices: 'Nothing at once; positions that the provider cannot read are lost.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const session = await target.session();
      const found = await target.send('/user/content', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${session.accessToken}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ position: 'conformance' }),
      });
      return [400, 422].includes(found.status)
        ? passed
        : differs(`${found.sent} with a body that is no list`, `${found.status}, not 400.`);
    },
  },
  {
    id: 'report-without-session',
    title: 'A report without a session is refused with 401',
    notices: 'Anybody can change the positions of anybody.',
    needs: ['api', 'writes'],
    run: async (target) => {
      const found = await target.send('/user/content', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '[]',
      });
      return found.status === 401 ? passed : differs(found.sent, `${found.status}, not 401.`);
    },
  },
  {
    id: 'name-saved',
    title: 'The name is saved',
    notices: 'A changed name is back after a reload.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const me = await target.me();
      const { name } = me.value;
      if (name === NOBODY.name) return notTried('The provider does not say the name of the listener.');
      const changed = `${name} Conformance`;
      try {
        const saved = await target.ask(async ({ users }) => users.update({ name: changed }));
        const after = await target.ask(async ({ users }) => users.me());
        return after.value.name === changed
          ? passed
          : differs(saved.response.sent, 'The name is the old one.');
      } finally {
        await target.tryAsk(async ({ users }) => users.update({ name }));
      }
    },
  },
  {
    id: 'account-known',
    title: 'An account that exists already counts as created',
    notices: 'Creating an account fails after a lost answer, and cannot be repeated.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const me = await target.me();
      const { email, name } = me.value;
      await target.ask(async ({ users }) => users.createAccount({ email, name }));
      return passed;
    },
  },
  {
    id: 'sign-in-recorded',
    title: 'An attempt to sign in is recorded without a session',
    notices: 'The listener notices nothing; attacks are not seen.',
    needs: ['api', 'writes'],
    run: async (target) => {
      const { account } = target.settings;
      const email = account?.email ?? 'nobody@conformance.invalid';
      await target.ask(async ({ users }) => users.recordLoginAttempt({ email, success: true }));
      return passed;
    },
  },
  {
    id: 'reset-of-nobody',
    title: 'A password reset of an unknown address is answered as any other',
    notices: 'Anybody can find out who has an account.',
    needs: ['api', 'writes'],
    run: async (target) => {
      await target.ask(async ({ users }) => users.requestPasswordReset('nobody@conformance.invalid'));
      return passed;
    },
  },
];
