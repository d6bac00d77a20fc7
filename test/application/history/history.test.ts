import { describe, expect, test } from 'vitest';
import { ListeningHistory } from '../../../src/application/history/listening-history.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { SleepTimer } from '../../../src/application/playback/sleep-timer.ts';
import { ReportPlayback } from '../../../src/application/progress/report-playback.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { HistoryEntry } from '../../../src/domain/history.ts';
import { seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const MINUTE = 60;

const page = (options: Partial<HarnessOptions> = {}): Harness => {
  const harness = new Harness({
    items: [LONG_BOOK, QUIET_MIND],
    user: SUBSCRIBER,
    durationOf: () => seconds(3600),
    ...options,
  });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

const playing = async (options: Partial<HarnessOptions> = {}): Promise<Harness> => {
  const harness = page(options);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(0);
  return harness;
};

const toggle = async (harness: Harness): Promise<void> => {
  await harness.get(TogglePlayback).toggle();
  await harness.passes(0);
};

const entriesOf = (harness: Harness): readonly HistoryEntry[] => harness.history.entries(SUBSCRIBER.id);

/** The entries, newest first, as `chapter@from-chapter@to reason`, in whole seconds. */
const told = (harness: Harness): readonly string[] =>
  entriesOf(harness).map(({ start, end, stop }) => {
    const at = (point: HistoryEntry['start']) => `${point.track.at(-1) ?? ''}@${Math.round(point.position)}`;
    return `${at(start)}-${at(end)} ${stop}`;
  });

/** What the listener does, or how many seconds pass. */
type Step = number | ((harness: Harness) => void | Promise<unknown>);

const seekTo =
  (second: number): Step =>
  (harness) =>
    harness.get(Seek).seekTo(seconds(second));
const skip: Step = (harness) => harness.get(Seek).skipBy(seconds(15));
const autoplay: Step = ({ player }) => player.setAutoplay(true);
const sleepAfter =
  (choice: Parameters<SleepTimer['set']>[0]): Step =>
  (harness) =>
    harness.get(SleepTimer).set(choice);

describe('the history', () => {
  test('names where playing began, and where and why it stopped (HIST-1, HIST-4)', async () => {
    const harness = await playing();
    const startedAt = harness.clock.now();
    await harness.passes(40);
    await toggle(harness);
    expect(told(harness)).toEqual(['1@0-1@40 paused']);
    expect(entriesOf(harness)).toMatchObject([
      {
        audio: 'long-book',
        title: 'Long Book',
        start: { at: startedAt, trackTitle: 'Chapter 1' },
        end: { at: harness.clock.now() },
        isFromElsewhere: false,
      },
    ]);
  });

  test('has an entry for the sound that still plays, and is written at most every 15 seconds (HIST-1)', async () => {
    const harness = await playing();
    let writes = 0;
    harness.history.changed.subscribe(() => {
      writes += 1;
    });
    await harness.passes(4);
    expect(writes).toBe(0);
    await harness.passes(56);
    expect(writes).toBe(4);
    expect(told(harness)).toEqual(['1@0-1@50 playing']);
  });

  test('has an entry of a page that ended without warning, except its last 15 seconds', async () => {
    const harness = await playing();
    await harness.passes(100);
    harness.crash();
    expect(entriesOf(harness)[0]?.end.position).toBeGreaterThanOrEqual(85);
    const next = page({ beside: harness });
    await next.get(PlayAudio).play(LONG_BOOK);
    await next.passes(30);
    expect(told(next), 'the next page goes on with the entry').toHaveLength(1);
  });

  test.each<[name: string, steps: readonly Step[], entries: readonly string[], trackSeconds?: number]>([
    ['has no entry of sound that is shorter than five seconds', [4, toggle], []],
    [
      'ends an entry at a long seek, also while the sound plays',
      [20, seekTo(900), 20, toggle],
      ['1@900-1@920 paused', '1@0-1@20 moved'],
    ],
    [
      'has no entry for a seek that was undone at once',
      [20, seekTo(900), 2, seekTo(20), 20, toggle],
      ['1@0-1@40 paused'],
    ],
    [
      'continues an entry after a short pause',
      [20, toggle, 4 * MINUTE, toggle, 20, toggle],
      ['1@0-1@40 paused'],
    ],
    [
      'starts a new entry after a long pause',
      [40, toggle, 6 * MINUTE, toggle, 20, toggle],
      ['1@40-1@60 paused', '1@0-1@40 paused'],
    ],
    ['continues an entry after a skip', [20, skip, 20, toggle], ['1@0-1@55 paused']],
    [
      'continues an entry with the next track that starts by itself',
      [autoplay, 50, toggle],
      ['1@0-2@20 paused'],
      30,
    ],
    ['names the end of a track as a reason', [40], ['1@0-1@30 ended'], 30],
    [
      'has an entry for a track when the listener chooses another track',
      [20, async (harness) => harness.get(ChangeTrack).next(), 20, toggle],
      ['2@0-2@20 paused', '1@0-1@20 moved'],
    ],
    [
      'says that the sleep timer stopped the sound, at the position where the fade began',
      [sleepAfter(5), 6 * MINUTE],
      ['1@0-1@280 sleep-timer'],
    ],
    [
      'names the sleep timer also if another chapter began during the fade',
      [autoplay, sleepAfter(5), 6 * MINUTE],
      ['1@0-1@280 sleep-timer'],
      5 * MINUTE - 10,
    ],
    [
      'names the sleep timer also at the end of a chapter',
      [autoplay, sleepAfter('end-of-chapter'), 60],
      ['1@0-1@30 sleep-timer'],
      30,
    ],
    [
      'says that the sound was interrupted',
      [20, ({ output }) => output.failWith('unplayable')],
      ['1@0-1@20 interrupted'],
    ],
    [
      'goes on after the sound has waited for data',
      [20, ({ output }) => output.stall(), 10, ({ output }) => output.resumeData(), 20, toggle],
      ['1@0-1@40 paused'],
    ],
  ])('%s (HIST-4)', async (_name, steps, entries, trackSeconds = 3600) => {
    const harness = await playing({ durationOf: () => seconds(trackSeconds) });
    for (const step of steps) await (typeof step === 'number' ? harness.passes(step) : step(harness));
    expect(told(harness)).toEqual(entries);
  });

  test('has an entry for a title when the listener chooses another title', async () => {
    const harness = await playing();
    await harness.passes(20);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(20);
    expect(entriesOf(harness).map(({ audio, stop }) => [audio, stop])).toEqual([
      ['quiet-mind', 'playing'],
      ['long-book', 'moved'],
    ]);
  });

  test('says that another tab has taken over', async () => {
    const harness = await playing();
    await harness.passes(20);
    const other = page({ beside: harness });
    await other.get(PlayAudio).play(QUIET_MIND);
    await other.passes(20);
    expect(told(harness).at(-1)).toBe('1@0-1@20 other-tab');
    expect(entriesOf(harness)).toHaveLength(2);
  });

  test('says that the position came from another device (HIST-5)', async () => {
    const harness = await playing();
    await harness.passes(10);
    harness.get(PlayerControls).close();
    await harness.passes(600);
    harness.api.content.records.set(LONG_BOOK.id, {
      isActive: true,
      type: LONG_BOOK.type,
      chapterIndex: 2,
      position: seconds(100),
      speed: null,
      updatedAt: harness.clock.now(),
    });
    harness.player.reset();
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(10);
    await toggle(harness);
    expect(entriesOf(harness)).toMatchObject([
      { isFromElsewhere: true, start: { position: 100 } },
      { isFromElsewhere: false },
    ]);
  });

  test('is saved when the page is hidden or left (HIST-1)', async () => {
    const harness = await playing();
    await harness.passes(9);
    harness.get(ReportPlayback).hide();
    expect(told(harness)).toEqual(['1@0-1@9 playing']);
    await harness.passes(3);
    await harness.get(ReportPlayback).leave();
    // A browser hides the page after it was left.
    harness.get(ReportPlayback).hide();
    expect(told(harness)).toEqual(['1@0-1@12 page']);
    // The browser has kept the page, and shows it again.
    await harness.passes(20);
    expect(told(harness)).toEqual([expect.stringMatching(/ playing$/u)]);
  });

  test('reports a full storage until there is room again (HIST-8)', async () => {
    const harness = await playing();
    const state = await harness.get(ListeningHistory).open();
    harness.history.failure = { kind: 'full' };
    await harness.passes(20);
    expect(state.failure).toBe('full');
    harness.history.failure = null;
    await harness.passes(20);
    expect(state.failure).toBeNull();
  });
});

describe('the list of the history', () => {
  test('follows the sound as long as it is open', async () => {
    const harness = await playing();
    const list = harness.get(ListeningHistory);
    const state = await list.open();
    expect(state.entries).toEqual([]);
    await harness.passes(10);
    expect(state.entries).toHaveLength(1);
    list.close();
    await harness.passes(60);
    expect(state.entries?.[0]?.end.position).toBeLessThan(10);
  });

  test('is cleared, and put back (HIST-7)', async () => {
    const harness = await playing();
    await harness.passes(20);
    await toggle(harness);
    const list = harness.get(ListeningHistory);
    const state = await list.open();
    const before = state.entries;
    list.clear();
    expect([state.entries, entriesOf(harness)]).toEqual([[], []]);
    list.putBack();
    expect(state.entries).toEqual(before);
    list.clear();
    list.close();
    list.putBack();
    expect(entriesOf(harness), 'after its page was left').toEqual([]);
  });

  test('has a new entry if the sound goes on after the history was cleared (HIST-7)', async () => {
    const harness = await playing();
    await harness.passes(20);
    const list = harness.get(ListeningHistory);
    await list.open();
    list.clear();
    await harness.passes(30);
    await toggle(harness);
    expect(entriesOf(harness)).toHaveLength(1);
    expect(entriesOf(harness)[0]?.start.position).toBeGreaterThanOrEqual(20);
  });

  test('is hidden by a sign-out, and never seen by another listener', async () => {
    const harness = await playing();
    await harness.passes(20);
    const list = harness.get(ListeningHistory);
    const state = await list.open();
    harness.get(SignOut).signOut();
    expect(state.entries).toBeNull();
    expect(told(harness)).toEqual(['1@0-1@20 paused']);
    const bob = { ...SUBSCRIBER, id: userId('bob'), email: 'bob@listener.test' };
    harness.user.setUser(bob);
    expect((await list.open()).entries).toEqual([]);
  });
});
