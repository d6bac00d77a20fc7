import { describe, expect, test, vi } from 'vitest';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const tab = (options: Partial<HarnessOptions> = {}): Harness => {
  const harness = new Harness({
    items: [QUIET_MIND, LONG_BOOK],
    durationOf: () => seconds(36_000),
    ...options,
    user: SUBSCRIBER,
  });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

describe('two tabs', () => {
  test('never play at once: starting one pauses the other, which reports (PLAY-128, PLAY-54)', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(20);
    await second.get(PlayAudio).play(LONG_BOOK);
    await second.passes(5);
    expect([first.output.isPlaying, second.output.isPlaying]).toEqual([false, true]);
    expect(first.player.isPlaying).toBe(false);
    expect([first.player.isPausedByTab, second.player.isPausedByTab], 'says so (PLAY-128)').toEqual([
      true,
      false,
    ]);
    expect(first.api.playback.reports).toMatchObject([{ id: QUIET_MIND.id }]);

    await first.get(TogglePlayback).toggle();
    await first.passes(5);
    expect([first.output.isPlaying, second.output.isPlaying]).toEqual([true, false]);
    expect([first.player.isPausedByTab, second.player.isPausedByTab]).toEqual([false, true]);
  });

  test('that start at the same instant do not silence each other', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await Promise.all([first.get(PlayAudio).play(QUIET_MIND), second.get(PlayAudio).play(LONG_BOOK)]);
    await first.passes(2);
    expect([first.output.isPlaying, second.output.isPlaying].filter(Boolean)).toHaveLength(1);
  });

  test('that start at the same instant leave the sound to the later request, if one knew of the other (PLAY-55)', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(5);
    // The second tab's claim has paused the first one. The listener resumes it at the same instant.
    await second.get(PlayAudio).play(LONG_BOOK);
    await first.get(TogglePlayback).toggle();
    await first.passes(2);
    expect([first.output.isPlaying, second.output.isPlaying]).toEqual([true, false]);
  });

  test('do not play at once if the clock was set back in between (PLAY-55)', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(5);
    vi.spyOn(second.clock, 'now').mockReturnValue(instant(second.clock.now() - 3_600_000));
    await second.get(PlayAudio).play(LONG_BOOK);
    await first.passes(2);
    expect([first.output.isPlaying, second.output.isPlaying]).toEqual([false, true]);
  });

  test('do not play at once if the second one was opened later, with a slow clock (PLAY-55)', async () => {
    const first = tab();
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(5);
    const second = tab({ beside: first });
    vi.spyOn(second.clock, 'now').mockReturnValue(instant(second.clock.now() - 600_000));
    await second.get(PlayAudio).play(LONG_BOOK);
    await first.passes(2);
    expect([first.output.isPlaying, second.output.isPlaying]).toEqual([false, true]);
  });

  test('a tab that still loads its sound stops too', async () => {
    const first = tab();
    const second = tab({ beside: first });
    void first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(0);
    first.output.pause();
    await first.passes(1);
    await second.get(PlayAudio).play(LONG_BOOK);
    await second.passes(1);
    expect([first.player.isPlaying, second.player.isPlaying]).toEqual([false, true]);
  });

  test('a tab whose paused sound has no data for Play stops too', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(5);
    await first.get(TogglePlayback).toggle();
    await first.passes(1);
    // The element accepts Play, and brings neither a sound nor a failure yet.
    vi.spyOn(first.output, 'play').mockReturnValueOnce(new Promise(() => undefined));
    void first.get(TogglePlayback).toggle();
    await first.passes(1);
    await second.get(PlayAudio).play(LONG_BOOK);
    await second.passes(1);
    first.output.failWith('network');
    await first.passes(30);
    expect([first.output.isPlaying, second.output.isPlaying]).toEqual([false, true]);
    expect(first.player.pendingId).toBeNull();
  });

  test('a rewind in one is not undone by a late report of the other', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(500);
    await second.get(PlayAudio).play(QUIET_MIND);
    second.get(Seek).seekTo(seconds(30));
    await second.passes(3);
    // A late event: the first tab still assumes its own position.
    first.player.positionChanged(seconds(501));
    first.output.pause();
    await first.passes(1);
    expect(second.journal.position(QUIET_MIND.id)?.position).toBeLessThan(40);
    await second.get(TogglePlayback).toggle();
    await second.passes(1);
    expect(second.api.content.records.get(QUIET_MIND.id)?.position).toBeLessThan(40);
  });

  test('that play the same title count only the time that each of them played (PROG-48)', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(60);
    await second.get(PlayAudio).play(QUIET_MIND);
    await second.passes(60);
    await second.get(TogglePlayback).toggle();
    await second.passes(30);
    const listened = second.api.playback.royalties.reduce((sum, { duration }) => sum + duration, 0);
    expect(listened).toBe(120_000);
  });

  test('send a stored report once, although both notice that the network returned', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(10);
    first.network.goOffline();
    second.network.goOffline();
    await first.get(TogglePlayback).toggle();
    first.network.goOnline();
    second.network.goOnline();
    await first.passes(60);
    expect(first.api.playback.royalties).toEqual([{ contentId: QUIET_MIND.id, duration: 10_000 }]);
  });

  describe.each([
    ['stalls', (harness: Harness) => harness.passes(30)],
    [
      'sleeps with its machine',
      async (harness: Harness) => {
        harness.clock.sleep(3_600_000);
        await harness.passes(30);
      },
    ],
  ])('one of which %s while it plays without a network', (_, interrupt) => {
    test.each([
      ['can tell', true],
      ['cannot tell', false],
    ])('lose no listening time if the browser %s which pages are open', async (__, canTell) => {
      const first = tab();
      const second = tab({ beside: first });
      if (!canTell) vi.spyOn(second.tabs, 'isHeld').mockResolvedValue(false);
      await first.get(PlayAudio).play(QUIET_MIND);
      await first.passes(60);
      for (const { network } of [first, second]) network.goOffline();
      first.output.stall();
      await interrupt(first);
      first.output.resumeData();
      await first.passes(5);
      await first.get(TogglePlayback).toggle();
      const ids = first.journal.reports().map(({ id }) => id);
      expect(new Set(ids).size).toBe(canTell ? 1 : 2);
      for (const { network } of [first, second]) network.goOnline();
      await first.passes(60);
      const listened = first.api.playback.royalties.reduce((sum, { duration }) => sum + duration, 0);
      expect(listened).toBe(65_000);
      expect(first.journal.reports()).toEqual([]);
    });
  });

  test('that both find the draft of a third one send its report once', async () => {
    const first = tab();
    const pages = [tab({ beside: first }), tab({ beside: first })];
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(100);
    first.crash();
    await first.passes(60);
    const listened = first.api.playback.royalties.reduce((sum, { duration }) => sum + duration, 0);
    expect(listened).toBeGreaterThanOrEqual(99_000);
    expect(listened).toBeLessThanOrEqual(100_000);
    expect(pages.flatMap(({ journal }) => journal.drafts())).toEqual([]);
  });

  test('leave a draft to the page that holds it, even if that page has not played for long (PROG-45)', async () => {
    const first = tab();
    const second = tab({ beside: first });
    await first.get(PlayAudio).play(QUIET_MIND);
    await first.passes(100);
    first.output.stall();
    await first.passes(600);
    expect(second.journal.drafts()).toMatchObject([{ page: first.tabs.page }]);
    first.crash();
    await second.passes(30);
    expect(second.journal.drafts()).toEqual([]);
    expect(second.api.playback.royalties).toHaveLength(1);
  });
});
