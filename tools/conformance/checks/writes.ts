import { NOBODY } from '../../../src/domain/account/user.ts';
import { type ContentItem, ContentType } from '../../../src/domain/catalogue/content.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import type { PlaybackReport } from '../../../src/domain/progress/reports.ts';
import { milliseconds, toMilliseconds, seconds } from '../../../src/domain/time.ts';
import type { ApiResult, ContentApi, Page, PageKey } from '../../../src/ports/content-api.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import type { Asked, Found, Target } from '../target.ts';
import { playableUrl } from '../samples.ts';

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
    const asked: Found<Asked<Page<{ readonly id: string }>>> = await target.ask(async (api) =>
      list(api, from),
    );
    if (!asked.ok) return null;
    count += asked.value.value.items.filter((item) => item.id === id).length;
    key = asked.value.value.next;
    if (key === null) return count;
  }
  return null;
}

/** Reports a position twice, and expects it to be stored once. */
async function storedOnce(target: Target, report: PlaybackReport, expected: number): Promise<Outcome> {
  for (let time = 0; time < 2; time += 1) {
    const asked = await target.ask(async ({ playback }) => playback.reportPlayback([report]));
    if (!asked.ok) return asked.outcome;
  }
  const sent = 'POST /api/v2/user/content, twice the same';
  const record = await target.ask(async ({ playback }) => playback.playbackRecord(report.id));
  if (!record.ok) return record.outcome;
  const found = record.value.value;
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
  const before = await target.ask(async ({ playback }) => playback.playbackRecord(id));
  const outcome = await work();
  if (before.ok && before.value.value !== null) {
    const { chapterIndex, position } = before.value.value;
    const at = toMilliseconds(position);
    const listened = { id, speed: DEFAULT_SPEED, contentType: type };
    const report: PlaybackReport =
      chapterIndex === null
        ? { ...listened, lastPosition: at }
        : { ...listened, chapterIndex, chapterPosition: at };
    await target.ask(async ({ playback }) => playback.reportPlayback([report]));
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
      const saved = await target.ask(async (api) => save(api, wanted));
      if (!saved.ok) return saved.outcome;
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
    await target.ask(async (api) => save(api, before > 0));
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
      const playable = await playableUrl(target);
      const item = (await target.known()).items.find(
        ({ type }) => type === ContentType.AUDIOBOOK || type === ContentType.PODCAST_EPISODE,
      );
      if (item === undefined)
        return notTried(playable.ok ? 'The lists name no title without chapters.' : playable.why);
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
      const playable = await playableUrl(target);
      if (!playable.ok) return notTried(playable.why);
      const tokenized = await target.ask(async ({ playback }) => playback.tokenize(playable.value));
      if (!tokenized.ok) return notTried('There is no address; see "tokenize".');
      const report = { contentId: playable.item.id, duration: milliseconds(1000) };
      const asked = await target.ask(async ({ playback }) => playback.reportRoyalty([report]));
      return asked.ok ? passed : asked.outcome;
    },
  },
  {
    id: 'report-refused',
    title: 'A report that cannot be read is refused with 400',
    notices: 'Nothing at once; positions that the provider cannot read are lost.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const session = await target.auth?.session();
      if (session?.ok !== true) return notTried('There is no session.');
      const found = await target.send('/user/content', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${session.value.accessToken}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ position: 'conformance' }),
      });
      if (!found.ok) return found.outcome;
      return [400, 422].includes(found.value.status)
        ? passed
        : differs(`${found.value.sent} with a body that is no list`, `${found.value.status}, not 400.`);
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
      if (!found.ok) return found.outcome;
      return found.value.status === 401
        ? passed
        : differs(found.value.sent, `${found.value.status}, not 401.`);
    },
  },
  {
    id: 'name-saved',
    title: 'The name is saved',
    notices: 'A changed name is back after a reload.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const me = await target.ask(async ({ users }) => users.me());
      if (!me.ok) return notTried('The listener could not be read; see "user".');
      const { name } = me.value.value;
      if (name === NOBODY.name) return notTried('The provider does not say the name of the listener.');
      const changed = `${name} Conformance`;
      try {
        const saved = await target.ask(async ({ users }) => users.update({ name: changed }));
        if (!saved.ok) return saved.outcome;
        const after = await target.ask(async ({ users }) => users.me());
        if (!after.ok) return after.outcome;
        return after.value.value.name === changed
          ? passed
          : differs(saved.value.answer.sent, 'The name is the old one.');
      } finally {
        await target.ask(async ({ users }) => users.update({ name }));
      }
    },
  },
  {
    id: 'account-known',
    title: 'An account that exists already counts as created',
    notices: 'Creating an account fails after a lost answer, and cannot be repeated.',
    needs: ['api', 'session', 'writes'],
    run: async (target) => {
      const me = await target.ask(async ({ users }) => users.me());
      if (!me.ok) return notTried('The listener could not be read; see "user".');
      const { email, name } = me.value.value;
      const asked = await target.ask(async ({ users }) => users.createAccount({ email, name }));
      return asked.ok ? passed : asked.outcome;
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
      const asked = await target.ask(async ({ users }) => users.recordLoginAttempt({ email, success: true }));
      return asked.ok ? passed : asked.outcome;
    },
  },
  {
    id: 'reset-of-nobody',
    title: 'A password reset of an unknown address is answered as any other',
    notices: 'Anybody can find out who has an account.',
    needs: ['api', 'writes'],
    run: async (target) => {
      const asked = await target.ask(async ({ users }) =>
        users.requestPasswordReset('nobody@conformance.invalid'),
      );
      return asked.ok ? passed : asked.outcome;
    },
  },
];
