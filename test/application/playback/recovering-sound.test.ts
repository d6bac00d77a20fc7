import { describe, expect, test, vi } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

/** A book that has played for a minute. */
const playing = async (): Promise<Harness> => {
  const harness = new Harness({ items: [LONG_BOOK], durationOf: () => seconds(3_600), user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  await harness.get(PlayAudio).play(LONG_BOOK);
  await harness.passes(60);
  return harness;
};

const addressRequests = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;

describe('lost sound', () => {
  test.each(['network', 'unplayable'] as const)(
    'continues at the same second from a new address (%s) (PLAY-65)',
    async (reason) => {
      const harness = await playing();
      harness.output.failWith(reason);
      await harness.passes(0);
      expect(addressRequests(harness)).toBe(2);
      expect(harness.output.position()).toBe(60);
      await harness.passes(5);
      expect(harness.player.isPlaying).toBe(true);
      expect(harness.player.position).toBeCloseTo(65, 0);
      expect(harness.notices).toEqual([]);
      await harness.get(TogglePlayback).toggle();
      await harness.passes(1);
      expect(harness.api.playback.royalties).toEqual([
        { contentId: LONG_BOOK.id, duration: 60_000 },
        { contentId: LONG_BOOK.id, duration: 5_000 },
      ]);
    },
  );

  test('is shown as waiting while the provider cannot be reached, and continues when the network returns (PLAY-66)', async () => {
    const harness = await playing();
    harness.network.goOffline();
    harness.api.faults.isUnreachable = true;
    harness.output.failWith('network');
    await harness.passes(60);
    expect(harness.player.isWaiting).toBe(true);
    expect(harness.player.isPlaying, 'the listener has not paused').toBe(true);
    expect(harness.player.track?.chapterIndex).toBe(1);
    harness.api.faults.isUnreachable = false;
    harness.network.goOnline();
    await harness.passes(10);
    expect(harness.player.position).toBeCloseTo(70, 0);
    expect(harness.player.isWaiting).toBe(false);
  });

  test('of a track that starts without a network also continues when the network returns (PLAY-67)', async () => {
    const harness = await playing();
    harness.network.goOffline();
    harness.api.faults.failNext('playback.tokenize', 'unreachable');
    void harness.get(ChangeTrack).next();
    await harness.passes(60);
    expect(harness.player).toMatchObject({ phase: 'loading', isWaiting: true, isPlaying: true });
    expect(harness.notices).toEqual([]);
    harness.network.goOnline();
    await harness.passes(2);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.output.position()).toBe(2);
  });

  test.each([
    ['a pause', (harness: Harness) => harness.get(TogglePlayback).toggle()],
    ['another request to play', (harness: Harness) => harness.get(ChangeTrack).next()],
  ])('of a track that starts without a network is dropped for %s', async (_, act) => {
    const harness = await playing();
    harness.network.goOffline();
    harness.api.faults.failNext('playback.tokenize', 'unreachable');
    void harness.get(ChangeTrack).next();
    await harness.passes(10);
    const loads = harness.output.loadCount;
    void act(harness);
    await harness.passes(1);
    harness.network.goOnline();
    await harness.passes(5);
    expect(harness.output.loadCount - loads).toBe(harness.player.isPlaying ? 1 : 0);
    expect(harness.notices).toEqual([]);
  });

  test('of a track that starts without a network fails if the network does not return (PLAY-67)', async () => {
    const harness = await playing();
    harness.network.goOffline();
    harness.api.faults.failNext('playback.tokenize', 'unreachable');
    harness.api.faults.failNext('playback.tokenize', 'unreachable');
    void harness.get(ChangeTrack).next();
    await harness.passes(301);
    expect(harness.player.phase).toBe('error');
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
  });

  test('is recovered although the browser did not report the loss of the network', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    harness.output.failWith('network');
    await harness.passes(40);
    harness.api.faults.isUnreachable = false;
    await harness.passes(15);
    expect(harness.player.isWaiting).toBe(false);
    expect(harness.player.position).toBeGreaterThan(61);
  });

  test('fails if the new address fails too, and the next Play tries again at the same second (PLAY-65)', async () => {
    const harness = await playing();
    harness.player.setAutoplay(true);
    harness.output.failsNextLoad = true;
    harness.output.failWith('unplayable');
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(2);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player.phase).toBe('error');
    expect(harness.player.track?.chapterIndex, 'the queue stays').toBe(1);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.player.position).toBeCloseTo(61, 0);
  });

  test('fails after the deadline if the provider cannot be reached (PLAY-66)', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    harness.output.failWith('network');
    await harness.passes(290);
    expect(harness.notices).toEqual([]);
    await harness.passes(30);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player.phase).toBe('error');
    expect(harness.player.isPlaying).toBe(false);
  });

  test('is not recovered after a pause, until the listener plays (PLAY-66)', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    harness.output.failWith('network');
    await harness.passes(5);
    await harness.get(TogglePlayback).toggle();
    harness.api.faults.isUnreachable = false;
    await harness.passes(60);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.player.isPlaying).toBe(false);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(5);
    expect(harness.player.position).toBeCloseTo(65, 0);
  });

  test('of a paused title is not recovered while another title is loading', async () => {
    const harness = await playing();
    await harness.get(TogglePlayback).toggle();
    harness.api.faults.delay = milliseconds(500);
    const opening = harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(0.1);
    expect(harness.player.pendingId).toBe(QUIET_MIND.id);
    harness.output.failWith('network');
    await harness.passes(5);
    await opening;
    expect(harness.player.audio?.id).toBe(QUIET_MIND.id);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('is dropped for another track that the listener starts', async () => {
    const harness = await playing();
    harness.api.faults.isUnreachable = true;
    harness.output.failWith('network');
    await harness.passes(5);
    harness.api.faults.isUnreachable = false;
    await harness.get(ChangeTrack).next();
    await harness.passes(20);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.position).toBeCloseTo(20, 0);
    expect(harness.output.loadCount).toBe(2);
  });

  test('that is lost after Play, before it sounds, is loaded from a new address (PLAY-92)', async () => {
    const harness = await playing();
    await harness.get(TogglePlayback).toggle();
    // The browser accepts Play, but gets no data.
    vi.spyOn(harness.output, 'play').mockImplementationOnce(async () => new Promise(() => undefined));
    void harness.get(TogglePlayback).toggle();
    await harness.passes(15);
    expect(harness.player.isPlaying).toBe(false);
    harness.output.failWith('network');
    await harness.passes(5);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.position).toBeCloseTo(65, 0);
    expect(harness.notices).toEqual([]);
  });

  test('during a pause has no effect: the next Play starts at the same second (PLAY-68)', async () => {
    const harness = await playing();
    await harness.get(TogglePlayback).toggle();
    harness.output.failWith('network');
    await harness.passes(60);
    expect(harness.notices).toEqual([]);
    expect(addressRequests(harness)).toBe(1);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(2);
    expect(harness.player.position).toBeCloseTo(62, 0);
  });

  test('does not start before it is decided whether the title may play, nor after it was refused (ENT-76)', async () => {
    const harness = await playing();
    await harness.get(TogglePlayback).toggle();
    harness.api.content.user = FREE_LISTENER;
    harness.user.setUser(FREE_LISTENER);
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(0.5);
    expect(harness.player.pendingId, 'the title is requested again before it is refused').toBe(LONG_BOOK.id);
    harness.output.failWith('network');
    await harness.passes(20);
    expect(harness.user.subscribeModalVisible).toBe(true);
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.output.loadCount).toBe(1);
  });

  test('is recovered each time, if it plays between the losses', async () => {
    const harness = await playing();
    for (const _ of [1, 2, 3, 4]) {
      harness.output.failWith('unplayable');
      await harness.passes(30);
    }
    expect(harness.player.position).toBeCloseTo(180, 0);
    expect(harness.notices).toEqual([]);
  });
});

describe('a browser that refuses to play', () => {
  test('needs a tap, also for recovered sound (PLAY-69)', async () => {
    const harness = await playing();
    harness.output.deniesNextPlay = true;
    harness.output.failWith('network');
    await harness.passes(1);
    expect(harness.player.needsTap).toBe(true);
    expect(harness.player.track?.chapterIndex).toBe(1);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.player.position).toBeCloseTo(61, 0);
  });
});

describe('a free window that closes while a free listener plays the title (PLAY-28)', () => {
  const inWindow = async (): Promise<Harness> => {
    const harness = new Harness({ items: [], durationOf: () => seconds(300), user: FREE_LISTENER });
    harness.user.setUser(FREE_LISTENER);
    const now = harness.clock.now();
    const listenFreeWindow = { from: instant(now), till: instant(now + 60_000) };
    await harness.get(PlayAudio).play({ ...LONG_BOOK, listenFreeWindow });
    harness.player.setAutoplay(true);
    await harness.passes(120);
    return harness;
  };

  test('does not stop the sound, and lost sound is recovered', async () => {
    const harness = await inWindow();
    harness.output.failWith('unplayable');
    await harness.passes(5);
    expect(addressRequests(harness)).toBe(2);
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.user.subscribeModalVisible).toBe(false);
  });

  test('does not stop the next chapter, because access is decided once (ENT-17)', async () => {
    const harness = await inWindow();
    await harness.passes(200);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('counts for the next decision', async () => {
    const harness = await inWindow();
    await harness.get(TogglePlayback).toggle();
    await harness.get(TogglePlayback).toggle();
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.user.subscribeModalVisible).toBe(true);
  });
});
