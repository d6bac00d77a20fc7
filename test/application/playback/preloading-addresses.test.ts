// Proves PLAY-60.
import { describe, expect, test } from 'vitest';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { PreloadAudio } from '../../../src/application/playback/opening/preload-audio.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const ALERT = 'The audio could not be loaded';

const opened = (): Harness => {
  const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
  harness.user.setUser(SUBSCRIBER);
  return harness;
};

const addressRequests = (harness: Harness): number =>
  harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;

/** The provider does not respond before the time limit of a call. */
const timeOut = (harness: Harness, times: number): void => {
  harness.api.faults.failNext('playback.tokenize', 'timeout', times);
  harness.api.faults.delay = milliseconds(10_000);
};

describe('a preload of an address that fails or takes long', () => {
  test('is not repeated for a click during the preload, and the alert appears within 10 s', async () => {
    const harness = opened();
    timeOut(harness, 2);
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    await harness.passes(0.2);
    harness.api.faults.delay = milliseconds(0);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(9.5);
    expect(harness.notices).toEqual([]);
    await harness.passes(0.5);
    expect(harness.notices).toEqual([ALERT]);
    expect(addressRequests(harness)).toBe(1);
  });

  test('is not repeated for a click if it fails while the position is still loading', async () => {
    const harness = opened();
    harness.api.faults.failNext('playback.tokenize', 'server', 2);
    harness.api.faults.delay = milliseconds(1_000);
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    await harness.passes(0.2);
    harness.api.faults.delay = milliseconds(2_000);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(2.1);
    expect(harness.notices).toEqual([ALERT]);
    expect(addressRequests(harness)).toBe(1);
  });

  test('is repeated once by a click after the failure', async () => {
    const harness = opened();
    harness.api.faults.failNext('playback.tokenize', 'server', 2);
    await harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    await harness.passes(0.2);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(1);
    expect(addressRequests(harness)).toBe(2);
    expect(harness.notices).toEqual([ALERT]);
  });

  test('does not affect the next click', async () => {
    const harness = opened();
    timeOut(harness, 1);
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
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

  test('plays if it succeeds in the end, without another request', async () => {
    const harness = opened();
    harness.api.faults.delay = milliseconds(3_000);
    void harness.get(PreloadAudio).preload(QUIET_MIND, 'title');
    await harness.passes(1);
    harness.api.faults.delay = milliseconds(0);
    void harness.get(PlayAudio).play(QUIET_MIND);
    await harness.passes(2);
    expect(harness.output.isPlaying).toBe(true);
    expect(addressRequests(harness)).toBe(1);
  });
});
