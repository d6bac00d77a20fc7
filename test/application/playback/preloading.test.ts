import { reaction } from 'mobx';
import { describe, expect, test } from 'vitest';
import { PreloadAudio } from '../../../src/application/playback/preload-audio.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { SleepTimer } from '../../../src/application/playback/sleep-timer.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const opened = (options: Partial<HarnessOptions> = {}) => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({ items: [LONG_BOOK, QUIET_MIND], ...options, user });
  harness.user.setUser(user);
  return harness;
};

const MINUTE = seconds(60);

/** A tile that shows that the title was begun. */
const BEGUN = { ...QUIET_MIND, progress: { position: seconds(50), chapterIndex: null } };

const addressRequests = (harness: Harness) =>
  harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;

/** A page whose provider knows that the listener was at a minute of a title. */
const withRecord = (): Harness => {
  const harness = opened();
  harness.api.content.records.set(QUIET_MIND.id, {
    isActive: true,
    type: QUIET_MIND.type,
    chapterIndex: null,
    position: MINUTE,
    speed: null,
    updatedAt: harness.clock.now(),
  });
  return harness;
};

const recordRequests = (harness: Harness) =>
  harness.api.faults.calls.filter((call) => call === 'playback.playbackRecord').length;

const nearEndOfTrack = async (options: Partial<HarnessOptions> = {}) => {
  const harness = opened(options);
  harness.player.setAutoplay(true);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(265);
  return harness;
};

describe('the next track', () => {
  test('is preloaded once, half a minute before the current one ends (PLAY-56)', async () => {
    const harness = await nearEndOfTrack();
    expect(addressRequests(harness)).toBe(1);
    expect(harness.output.preloaded).toBeNull();
    await harness.passes(20);
    expect(addressRequests(harness)).toBe(2);
    expect(harness.output.preloaded).toContain('long-book-2.mp3');
  });

  test('plays from the preloaded address, without another request', async () => {
    const harness = await nearEndOfTrack();
    await harness.passes(20);
    const { preloaded } = harness.output;
    await harness.passes(16);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.url).toBe(preloaded);
    expect(addressRequests(harness)).toBe(2);
  });

  test('is requested again if the preload failed', async () => {
    const harness = await nearEndOfTrack();
    harness.api.faults.failNext('playback.tokenize', 'server');
    await harness.passes(20);
    expect(harness.output.preloaded).toBeNull();
    expect(harness.notices).toEqual([]);
    await harness.passes(20);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('is not preloaded without autoplay, or if the sleep timer ends with the chapter (PLAY-56)', async () => {
    const silent = await nearEndOfTrack();
    silent.player.setAutoplay(false);
    await silent.passes(20);
    const withSleepTimer = await nearEndOfTrack();
    withSleepTimer.get(SleepTimer).set('end-of-chapter');
    await withSleepTimer.passes(20);
    expect([addressRequests(silent), addressRequests(withSleepTimer)]).toEqual([1, 1]);
  });
});

describe('a title that the pointer is on', () => {
  test('has its address at the click (PLAY-57)', async () => {
    const harness = opened();
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(1);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(true);
    expect(addressRequests(harness)).toBe(1);
  });

  test('loads its sound before the views render', async () => {
    const harness = opened();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    const loadCounts: number[] = [];
    // Like a view, which renders after the current task.
    reaction(
      () => harness.player.audio,
      () => {
        queueMicrotask(() => loadCounts.push(harness.output.loadCount));
      },
    );
    await harness.get(PlayAudio).play(QUIET_MIND);
    expect(loadCounts).toEqual([1]);
    // An address that was used is not used again.
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(3);
  });

  test('preloads the start of its sound at the position of the record (PLAY-57)', async () => {
    const harness = withRecord();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    expect(harness.output.preloaded).toContain('quiet-mind');
    expect(harness.output.preloadedAt).toBe(MINUTE);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(harness.player.position).toBeGreaterThanOrEqual(MINUTE);
    expect([addressRequests(harness), recordRequests(harness)]).toEqual([1, 1]);
  });

  test('loads the sound of a begun title at once, before its record is here', async () => {
    const harness = withRecord();
    harness.get(PreloadAudio).preloadAddresses([BEGUN]);
    await harness.passes(1);
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(PreloadAudio).preload(BEGUN);
    await harness.passes(0.1);
    expect(harness.output.preloadedAt).toBe(BEGUN.progress.position);
    expect(recordRequests(harness)).toBe(1);
    await harness.passes(3);
    await harness.get(PlayAudio).play(BEGUN);
    expect(harness.player.position).toBe(MINUTE);
    expect([addressRequests(harness), recordRequests(harness)]).toEqual([1, 1]);
  });

  test('has its address from the start if it was heard last, and if a click would play it (PLAY-57)', async () => {
    const free = opened({ user: FREE_LISTENER });
    free.get(PreloadAudio).preloadAddresses([QUIET_MIND, LONG_BOOK]);
    const subscribed = opened();
    const others = [1, 2, 3].map((each) =>
      title({ id: contentId(`other-${each}`), url: `/media/${each}.mp3` }),
    );
    subscribed.get(PreloadAudio).preloadAddresses([QUIET_MIND, ...others]);
    expect([addressRequests(free), addressRequests(subscribed)]).toEqual([0, 3]);
    expect(recordRequests(subscribed)).toBe(0);
    expect(subscribed.output.preloaded).toBeNull();
  });

  test('preloads no sound if the listener points at another title meanwhile', async () => {
    const harness = opened();
    harness.api.faults.delay = milliseconds(300);
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(0.1);
    void harness.get(PreloadAudio).preload(LONG_BOOK);
    await harness.passes(1);
    expect(harness.output.preloaded).toContain('long-book');
  });

  test('is asked for its position again if the click comes late, and for each Play (PROG-71)', async () => {
    const harness = opened();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(11);
    await harness.get(PlayAudio).play(QUIET_MIND);
    expect(recordRequests(harness)).toBe(2);
    await harness.get(PreloadAudio).preload(LONG_BOOK);
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.get(PlayAudio).play(LONG_BOOK);
    expect(recordRequests(harness)).toBe(4);
  });

  test('is asked for its position again after a request that failed', async () => {
    const harness = withRecord();
    harness.api.faults.failNext('playback.playbackRecord', 'server');
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.get(PlayAudio).play(QUIET_MIND);
    expect(harness.player.position).toBe(MINUTE);
  });

  test('is asked for its position again by another listener', async () => {
    const harness = opened();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    harness.get(SignOut).signOut();
    harness.user.setUser(SUBSCRIBER);
    await harness.get(PlayAudio).play(QUIET_MIND);
    expect(recordRequests(harness)).toBe(2);
  });

  test('without a pointer on it, has its address requested beside its position', async () => {
    const harness = opened();
    harness.api.faults.delay = milliseconds(300);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(0.1);
    expect([addressRequests(harness), recordRequests(harness)]).toEqual([1, 1]);
    await harness.passes(0.3);
    expect(harness.output.url).toContain('quiet-mind');
  });

  test('does not replace the preloaded next track of the title that plays (PLAY-58)', async () => {
    const harness = await nearEndOfTrack();
    await harness.passes(20);
    const next = harness.output.preloaded;
    expect(next).not.toBeNull();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    expect(harness.output.preloaded).toBe(next);
  });

  test('does not preload sound that is already loading', async () => {
    const harness = opened();
    const preloading = harness.get(PreloadAudio).preload(QUIET_MIND);
    const playing = harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    await Promise.all([preloading, playing]);
    expect(harness.output.preloaded).toBeNull();
    expect(harness.output.isPlaying).toBe(true);
  });

  test('gets a new address if the click comes late (PLAY-59)', async () => {
    const harness = opened();
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(61);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(2);
  });

  test('is not preloaded if a click would show the offer or play nothing (PLAY-57)', async () => {
    const harness = opened({ user: FREE_LISTENER });
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    const expired = title({
      id: contentId('expired'),
      validity: { from: 'absent', till: instant(harness.clock.now() - 1) },
    });
    harness.user.setUser(SUBSCRIBER);
    void harness.get(PreloadAudio).preload(expired);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(0);
  });

  test('preloads the chapter of the last position, if the tile has it', async () => {
    const harness = opened();
    void harness
      .get(PreloadAudio)
      .preload({ ...LONG_BOOK, progress: { position: seconds(10), chapterIndex: 2 } });
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(1);
  });

  test('is removed with the session (PLAY-59)', async () => {
    const harness = opened();
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    harness.get(SignOut).end();
    harness.user.setUser(SUBSCRIBER);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(2);
  });
});

const ALERT = 'The audio could not be loaded';

/** The provider does not respond before the time limit of a call. */
const timeOut = (harness: Harness, times: number): void => {
  harness.api.faults.failNext('playback.tokenize', 'timeout', times);
  harness.api.faults.delay = milliseconds(10_000);
};

describe('a preload of an address that fails or takes long', () => {
  test('is not repeated for a click during the preload, and the alert appears within 10 s (PLAY-60)', async () => {
    const harness = opened();
    timeOut(harness, 2);
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(0.2);
    harness.api.faults.delay = milliseconds(0);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(9.5);
    expect(harness.notices).toEqual([]);
    await harness.passes(0.5);
    expect(harness.notices).toEqual([ALERT]);
    expect(addressRequests(harness)).toBe(1);
  });

  test('is not repeated for a click if it fails while the position is still loading (PLAY-60)', async () => {
    const harness = opened();
    harness.api.faults.failNext('playback.tokenize', 'server', 2);
    harness.api.faults.delay = milliseconds(1_000);
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(0.2);
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(2.1);
    expect(harness.notices).toEqual([ALERT]);
    expect(addressRequests(harness)).toBe(1);
  });

  test('is repeated once by a click after the failure (PLAY-60)', async () => {
    const harness = opened();
    harness.api.faults.failNext('playback.tokenize', 'server', 2);
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(0.2);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(2);
    expect(harness.notices).toEqual([ALERT]);
  });

  test('does not affect the next click', async () => {
    const harness = opened();
    timeOut(harness, 1);
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(0.2);
    harness.api.faults.delay = milliseconds(0);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(10);
    expect(harness.notices).toEqual([ALERT]);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(0);
    expect(harness.output.isPlaying).toBe(true);
    expect(addressRequests(harness)).toBe(2);
  });

  test('plays if it succeeds in the end, without another request (PLAY-60)', async () => {
    const harness = opened();
    harness.api.faults.delay = milliseconds(3_000);
    void harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.passes(1);
    harness.api.faults.delay = milliseconds(0);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(2);
    expect(harness.output.isPlaying).toBe(true);
    expect(addressRequests(harness)).toBe(1);
  });
});

const TILE = { ...QUIET_MIND, url: null };

const openedItem = (fullItem = QUIET_MIND): Harness => {
  const harness = new Harness({ items: [fullItem], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

const contentRequests = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'catalogue.content').length;

test.each([
  ['without an address plays from the address of the full item', TILE, 1],
  ['with an address plays without another request', QUIET_MIND, 0],
])('a tile %s (PLAY-10)', async (_, tile, requests) => {
  const harness = openedItem();
  await harness.get(PlayAudio).play(tile);
  await harness.passes(0);
  expect(harness.output.isPlaying).toBe(true);
  expect(harness.output.url).toContain('quiet-mind.mp3');
  expect(contentRequests(harness)).toBe(requests);
});

test('a title without any address cannot be played, and is requested once', async () => {
  const harness = openedItem(TILE);
  await harness.get(PlayAudio).play(TILE);
  await harness.passes(10);
  expect(harness.notices).toEqual(['Sorry, the audio could not be played.']);
  expect(contentRequests(harness)).toBe(1);
});

test('a tile without an address cannot be played if the full item cannot be loaded (PLAY-10)', async () => {
  const harness = openedItem();
  harness.api.faults.failNext('catalogue.content', 'server');
  await harness.get(PlayAudio).play(TILE);
  expect(harness.notices).toEqual(['Sorry, the audio could not be played.']);
});
