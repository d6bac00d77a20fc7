import { describe, expect, test } from 'vitest';
import { BookmarkList } from '../../../src/application/bookmarks/bookmark-list.ts';
import { NOT_SAVED } from '../../../src/application/bookmarks/bookmarks-state.ts';
import { AddBookmark } from '../../../src/application/bookmarks/add-bookmark.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import type { Bookmark } from '../../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { aBookmarkOf } from '../stored-positions.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const GONE = contentId('gone');

const page = (options: Partial<HarnessOptions> = {}, user = SUBSCRIBER): Harness => {
  const harness = new Harness({ items: [LONG_BOOK, QUIET_MIND, PODCAST], user, ...options });
  harness.user.setUser(user);
  return harness;
};

const stored = async (harness: Harness, listener = SUBSCRIBER.id): Promise<readonly Bookmark[]> => {
  const listed = await harness.bookmarks.list(listener);
  return listed.ok ? listed.value : [];
};

const add = async (harness: Harness): Promise<Bookmark> => {
  const added = await harness.get(AddBookmark).add();
  if (added === null) throw new Error('No bookmark was added');
  return added.bookmark;
};

/** A page with a bookmark at the fifth second. */
const marked = async () => {
  const harness = page();
  await harness.get(PlayAudio).play(QUIET_MIND);
  await harness.passes(5);
  return { harness, bookmark: await add(harness) };
};

describe('a bookmark', () => {
  test('marks the second of the track that sounds, and the sound goes on (BOOK-1, BOOK-2)', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(LONG_BOOK, trackId('long-book_2'));
    await harness.passes(12.5);
    const added = await harness.get(AddBookmark).add();
    expect(harness.output.isSounding).toBe(true);
    expect(added).toMatchObject({
      isNew: true,
      bookmark: {
        audio: 'long-book',
        track: 'long-book_2',
        trackTitle: 'Chapter 2',
        title: 'Long Book',
        position: 12.5,
        link: { chapter: 2, second: 12.5 },
        note: '',
        createdAt: harness.clock.now(),
      },
    });
    expect(await stored(harness)).toEqual([added?.bookmark]);
  });

  test('of the same second is not added twice (BOOK-3)', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(10);
    const first = await add(harness);
    await harness.passes(0.5);
    expect(await harness.get(AddBookmark).add()).toEqual({ bookmark: first, isNew: false });
    await harness.passes(1);
    await add(harness);
    expect(await stored(harness)).toHaveLength(2);
  });

  test('is not made without a title, or while the listener is unknown', async () => {
    const harness = page();
    expect(await harness.get(AddBookmark).add()).toBeNull();
    expect(await stored(harness)).toEqual([]);
  });

  test.each(['full', 'blocked', 'unreachable'] as const)(
    'says why it was not saved: %s (BOOK-14)',
    async (kind) => {
      const harness = page();
      await harness.get(PlayAudio).play(QUIET_MIND);
      await harness.passes(5);
      harness.bookmarks.failure = { kind };
      expect(await harness.get(AddBookmark).add()).toBeNull();
      expect(harness.notices).toEqual([NOT_SAVED[kind]]);
    },
  );

  test('gets a note, is removed, and is put back with its note (BOOK-9)', async () => {
    const { harness, bookmark } = await marked();
    const change = harness.get(BookmarkList);
    const noted = await change.setNote(bookmark, '  The tide \n');
    expect(noted).toEqual({ ...bookmark, note: 'The tide' });
    if (noted === null) throw new Error('not saved');
    const state = await harness.get(BookmarkList).open();
    await change.remove(noted);
    expect(await stored(harness)).toEqual([]);
    expect(state.shown).toEqual([noted]);
    expect(state.isRemoved(noted.id)).toBe(true);
    expect(await change.putBack(noted)).toBe(true);
    expect(await stored(harness)).toEqual([noted]);
    expect(state.shown).toEqual([noted]);
    expect(state.isRemoved(noted.id)).toBe(false);
  });

  test('that could not be changed stays as it was, with a message (BOOK-14)', async () => {
    const { harness, bookmark } = await marked();
    const state = await harness.get(BookmarkList).open();
    harness.bookmarks.failure = { kind: 'full' };
    expect(await harness.get(BookmarkList).setNote(bookmark, 'lost')).toBeNull();
    await harness.get(BookmarkList).remove(bookmark);
    expect(await harness.get(BookmarkList).takeBack(bookmark)).toBe(false);
    expect(state.shown).toEqual([bookmark]);
    expect(harness.notices).toEqual([NOT_SAVED.full]);
  });
});

describe('a bookmark that was just added', () => {
  test('is taken back, and is not offered to be put back (BOOK-4)', async () => {
    const { harness, bookmark } = await marked();
    const state = await harness.get(BookmarkList).open();
    expect(await harness.get(BookmarkList).takeBack(bookmark)).toBe(true);
    expect([state.shown, await stored(harness)]).toEqual([[], []]);
  });
});

describe('the list', () => {
  test('shows what another tab adds and removes (BOOK-8)', async () => {
    const harness = page();
    const other = page({ beside: harness });
    const state = await harness.get(BookmarkList).open();
    expect(state.bookmarks).toEqual([]);
    await other.get(PlayAudio).play(QUIET_MIND);
    await other.passes(5);
    const bookmark = await add(other);
    await harness.passes(0);
    expect(state.bookmarks).toEqual([bookmark]);
    await other.get(BookmarkList).remove(bookmark);
    await harness.passes(0);
    expect(state.shown, 'only its own page offers to put it back').toEqual([]);
  });

  test('is empty after the sign-out, and full again when the same listener returns', async () => {
    const { harness, bookmark } = await marked();
    const state = await harness.get(BookmarkList).open();
    harness.get(SignOut).signOut();
    expect(state.shown).toEqual([]);
    const bob = { ...SUBSCRIBER, id: userId('bob'), email: 'bob@listener.test' };
    harness.user.setUser(bob);
    expect((await harness.get(BookmarkList).open()).shown).toEqual([]);
    harness.user.setUser(SUBSCRIBER);
    expect((await harness.get(BookmarkList).open()).shown).toEqual([bookmark]);
  });

  test('says that it could not be loaded', async () => {
    const harness = page();
    harness.bookmarks.failure = { kind: 'unreachable' };
    const state = await harness.get(BookmarkList).open();
    expect([state.failure, state.bookmarks]).toEqual(['unreachable', null]);
  });
});

describe('playing from a bookmark', () => {
  const AT = aBookmarkOf({ position: seconds(65) });

  test('starts its track at its second (BOOK-12)', async () => {
    const harness = page();
    await harness.get(PlayerControls).playFrom(AT);
    await harness.passes(1);
    expect(harness.player.track?.id).toBe('long-book_2');
    expect(harness.output.position()).toBe(66);
  });

  test('in the track that is open seeks, and plays on', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(LONG_BOOK, trackId('long-book_2'));
    await harness.passes(5);
    const loads = harness.output.loadCount;
    await harness.get(PlayerControls).playFrom(AT);
    await harness.passes(1);
    expect([harness.output.position(), harness.output.loadCount]).toEqual([66, loads]);
    harness.output.pause();
    harness.get(Seek).seekTo(seconds(200));
    await harness.get(PlayerControls).playFrom(AT);
    await harness.passes(1);
    expect([harness.output.isPlaying, harness.output.position()]).toEqual([true, 66]);
  });

  test('finds the episode of a podcast, whatever its number is now', async () => {
    const harness = page({ episodes: new Map([[PODCAST.id, episodes(3)]]) });
    const track = trackId('episode-2');
    await harness
      .get(PlayerControls)
      .playFrom(
        aBookmarkOf({ audio: PODCAST.id, track, contentId: contentId('episode-2'), position: seconds(9) }),
      );
    await harness.passes(1);
    expect([harness.player.track?.id, harness.output.position()]).toEqual(['episode-2', 10]);
  });

  const CLOSED = title({ ...LONG_BOOK, validity: { from: 'absent', till: instant(0) } });

  test.each([
    ['a title that needs a membership', LONG_BOOK, FREE_LISTENER, AT, []],
    ['a title outside its window', CLOSED, SUBSCRIBER, AT, ['no-longer']],
    [
      'a title that is gone',
      LONG_BOOK,
      SUBSCRIBER,
      aBookmarkOf({ audio: GONE, page: GONE, track: trackId('gone') }),
      [MESSAGES.itemNotFound],
    ],
    [
      'a chapter that is gone',
      LONG_BOOK,
      SUBSCRIBER,
      aBookmarkOf({ track: trackId('long-book_9') }),
      [MESSAGES.playFailed],
    ],
  ])('of %s plays nothing, and says why (BOOK-12)', async (_what, item, listener, bookmark, notices) => {
    const harness = page({ items: [item] }, listener);
    await harness.get(PlayerControls).playFrom(bookmark);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.pendingId).toBeNull();
    expect(harness.user.subscribeModalVisible).toBe(listener === FREE_LISTENER);
    expect(harness.notices).toEqual(notices);
  });

  test('gives way to a newer request', async () => {
    const harness = page();
    const earlier = harness.get(PlayerControls).playFrom(AT);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await earlier;
    await harness.passes(1);
    expect(harness.player.audio?.id).toBe(QUIET_MIND.id);
  });
});
