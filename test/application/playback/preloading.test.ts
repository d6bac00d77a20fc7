import { reaction } from 'mobx';
import { describe, expect, test } from 'vitest';
import { EndSession } from '../../../src/application/session/end-session.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { SetSleep } from '../../../src/application/playback/sleep/set-sleep.ts';
import { PreloadAudio } from '../../../src/application/playback/preload/preload-audio.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { Harness, type HarnessOptions } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const opened = (options: Partial<HarnessOptions> = {}) => {
  const user = options.user ?? SUBSCRIBER;
  const harness = new Harness({ items: [LONG_BOOK, QUIET_MIND], ...options, user });
  harness.user.setUser(user);
  return harness;
};

const asked = (harness: Harness) =>
  harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;

const near = async (options: Partial<HarnessOptions> = {}) => {
  const harness = opened(options);
  harness.player.setAutoplay(true);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(265);
  return harness;
};

describe('the next track', () => {
  test('is prepared half a minute before the current one ends, once', async () => {
    const harness = await near();
    expect(asked(harness)).toBe(1);
    expect(harness.output.prepared).toBeNull();
    await harness.passes(20);
    expect(asked(harness)).toBe(2);
    expect(harness.output.prepared).toContain('long-book-2.mp3');
  });

  test('sounds from the address that was prepared, without asking again', async () => {
    const harness = await near();
    await harness.passes(20);
    const { prepared } = harness.output;
    await harness.passes(16);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.url).toBe(prepared);
    expect(asked(harness)).toBe(2);
  });

  test('is asked for anew when it could not be prepared', async () => {
    const harness = await near();
    harness.api.faults.failNext('playback.tokenize', 'server');
    await harness.passes(20);
    expect(harness.output.prepared).toBeNull();
    expect(harness.notices).toEqual([]);
    await harness.passes(20);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('is left alone without autoplay, and when sleep comes with the end of the chapter', async () => {
    const silent = await near();
    silent.player.setAutoplay(false);
    await silent.passes(20);
    const sleepy = await near();
    sleepy.get(SetSleep).setSleep('end-of-chapter');
    await sleepy.passes(20);
    expect([asked(silent), asked(sleepy)]).toEqual([1, 1]);
  });
});

describe('a title that the listener points at', () => {
  test('has its address by the time of the click', async () => {
    const harness = opened();
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    await harness.passes(1);
    expect(asked(harness)).toBe(1);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(true);
    expect(asked(harness)).toBe(1);
  });

  test('is on its way to the ear before the screens have their turn', async () => {
    const harness = opened();
    await harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    const seen: number[] = [];
    // As screens do: whatever changes is drawn once the turn is over.
    reaction(
      () => harness.player.audio,
      () => {
        queueMicrotask(() => seen.push(harness.output.loadCount));
      },
    );
    await harness.get(PlayAudio).play(QUIET_MIND);
    expect(seen).toEqual([1]);
    // What was used up is not used again.
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(asked(harness)).toBe(3);
  });

  test('has the beginning of its sound, where the button itself was pointed at', async () => {
    const harness = opened();
    await harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    expect(harness.output.prepared).toBeNull();
    await harness.get(PreloadAudio).preload(QUIET_MIND, 'sound');
    expect(harness.output.prepared).not.toBeNull();
    expect(asked(harness)).toBe(1);
  });

  test('leaves alone what was prepared for the title that sounds', async () => {
    const harness = await near();
    await harness.passes(20);
    const next = harness.output.prepared;
    expect(next).not.toBeNull();
    await harness.get(PreloadAudio).preload(QUIET_MIND, 'sound');
    expect(harness.output.prepared).toBe(next);
  });

  test('does not fetch a sound that is being loaded by then', async () => {
    const harness = opened();
    const warming = harness.get(PreloadAudio).preload(QUIET_MIND, 'sound');
    const playing = harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    await Promise.all([warming, playing]);
    expect(harness.output.prepared).toBeNull();
    expect(harness.output.isPlaying).toBe(true);
  });

  test('has a fresh one when the click comes late', async () => {
    const harness = opened();
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    await harness.passes(61);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(asked(harness)).toBe(2);
  });

  test('is not asked about where a click would be answered by an offer, or by nothing', async () => {
    const harness = opened({ user: FREE_LISTENER });
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    const gone = title({
      id: contentId('gone'),
      validity: { from: 'absent', till: instant(harness.clock.now() - 1) },
    });
    harness.user.setUser(SUBSCRIBER);
    void harness.get(PreloadAudio).preload(gone, 'title');
    await harness.passes(1);
    expect(asked(harness)).toBe(0);
  });

  test('is the chapter where the listener is, where the tile knows it', async () => {
    const harness = opened();
    void harness
      .get(PreloadAudio)
      .preload({ ...LONG_BOOK, progress: { position: seconds(10), chapterIndex: 2 } }, 'title');
    await harness.passes(1);
    expect(asked(harness)).toBe(1);
  });

  test('is forgotten with the session', async () => {
    const harness = opened();
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    harness.get(EndSession).end();
    harness.user.setUser(SUBSCRIBER);
    await harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(asked(harness)).toBe(2);
  });
});
