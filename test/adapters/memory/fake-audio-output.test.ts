import { describe, expect, test } from 'vitest';

import { FakeAudioOutput } from '../../../src/adapters/memory/fake-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { DEFAULT_SPEED, SPEEDS } from '../../../src/domain/playback/speed.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import type { AudioEvent } from '../../../src/ports/audio-output.ts';

const URL = 'https://media.invalid/a.mp3';
const FASTEST = SPEEDS.at(-1) ?? DEFAULT_SPEED;
const PLAYS = { ok: true, value: undefined };
const refusedAs = (kind: string) => ({ ok: false, error: { kind } });

/** An output with sounds of a minute, which take 100 ms to load. */
const make = () => {
  const clock = new MemoryClock();
  const output = new FakeAudioOutput(clock, {
    durationOf: () => seconds(60),
    loadingTime: milliseconds(100),
  });
  const received: AudioEvent[] = [];
  output.events.subscribe((event) => received.push(event));
  const kinds = () => received.map(({ kind }) => kind);
  const load = (startAt = 0) => output.load({ url: URL, startAt: seconds(startAt), speed: DEFAULT_SPEED });
  const ready = async (startAt = 0) => {
    const id = load(startAt);
    await clock.advanceAsync(100);
    received.length = 0;
    return id;
  };
  const playing = async (startAt = 0) => {
    const id = await ready(startAt);
    expect(await output.play()).toEqual(PLAYS);
    received.length = 0;
    return id;
  };
  return { clock, output, received, kinds, load, ready, playing };
};

/** The result of a call of play. */
const outcomeOf = (played: ReturnType<FakeAudioOutput['play']>): unknown[] => {
  const outcomes: unknown[] = [];
  void played.then((outcome) => outcomes.push(outcome));
  return outcomes;
};

describe('FakeAudioOutput', () => {
  test('reports its state', async () => {
    const { output, ready } = make();
    const looks = () => [output.url, output.loadCount, output.isPlaying, output.isSounding];
    expect(looks()).toEqual([null, 0, false, false]);
    expect([output.position(), output.volume, output.preloaded]).toEqual([0, 1, null]);
    await ready();
    expect(looks()).toEqual([URL, 1, false, false]);
    await output.play();
    expect(looks()).toEqual([URL, 1, true, true]);
    output.pause();
    expect(looks()).toEqual([URL, 1, false, false]);
    output.unload();
    expect(looks()).toEqual([null, 1, false, false]);
  });

  test('has sounds of five minutes, which load at once, by default', async () => {
    const clock = new MemoryClock();
    const output = new FakeAudioOutput(clock);
    const received: AudioEvent[] = [];
    output.events.subscribe((event) => received.push(event));
    const load = output.load({ url: URL, startAt: seconds(400), speed: DEFAULT_SPEED });
    await clock.advanceAsync(0);
    expect(received).toEqual([{ load, kind: 'ready', duration: 300 }]);
    expect(output.position()).toBe(300);
  });

  test('keeps a preloaded address until a load or an unload', () => {
    const { output, load } = make();
    output.preload('next');
    expect(output.preloaded).toBe('next');
    load();
    expect(output.preloaded).toBeNull();
    output.preload('next');
    output.unload();
    expect(output.preloaded).toBeNull();
  });

  test.each([
    [0.5, 0.5],
    [-1, 0],
    [2, 1],
  ])('sets the volume %d as %d', (volume, shown) => {
    const { output } = make();
    output.setVolume(volume);
    expect(output.volume).toBe(shown);
  });

  test('plays when it is ready if play was called before', async () => {
    const { clock, output, kinds, load } = make();
    load();
    const first = outcomeOf(output.play());
    const second = outcomeOf(output.play());
    await clock.advanceAsync(99);
    expect([first, second]).toEqual([[refusedAs('superseded')], []]);
    expect([output.isPlaying, output.isSounding]).toEqual([true, false]);
    await clock.advanceAsync(1);
    expect(second).toEqual([PLAYS]);
    expect(kinds()).toEqual(['ready', 'playing']);
    expect(output.isSounding).toBe(true);
  });

  test('stays silent when it is ready without a call of play', async () => {
    const { clock, output, kinds, load } = make();
    load();
    await clock.advanceAsync(5000);
    expect([kinds(), output.isSounding, output.position()]).toEqual([['ready'], false, 0]);
  });

  test('reports no pause before it is ready, and ends the call of play', async () => {
    const { clock, output, kinds, load } = make();
    load();
    const outcome = outcomeOf(output.play());
    output.pause();
    await clock.advanceAsync(100);
    expect(outcome).toEqual([refusedAs('superseded')]);
    expect([kinds(), output.isSounding]).toEqual([['ready'], false]);
  });

  test('reports a pause once', async () => {
    const { output, kinds, playing } = make();
    await playing();
    output.pause();
    output.pause();
    expect(kinds()).toEqual(['paused']);
  });

  test('sends no event when it is already playing', async () => {
    const { clock, output, kinds, playing } = make();
    await playing();
    await clock.advanceAsync(100);
    expect(await output.play()).toEqual(PLAYS);
    expect(kinds()).toEqual([]);
    await clock.advanceAsync(150);
    expect(output.position(), 'seconds since playback started').toBeCloseTo(0.25, 9);
  });

  test('seeks within its source, playing or not', async () => {
    const { clock, output, received, ready } = make();
    const load = await ready();
    for (const [to, expected] of [
      [42, 42],
      [-3, 0],
      [61, 60],
    ] as const) {
      output.seek(seconds(to));
      expect(output.position(), `the position after a seek to ${to} s`).toBe(expected);
      expect(received.at(-1)).toEqual({ load, kind: 'moved', position: expected });
    }
    output.seek(seconds(10));
    await clock.advanceAsync(1000);
    expect(output.position(), 'the position while the output is paused').toBe(10);
    await output.play();
    await clock.advanceAsync(2000);
    output.seek(seconds(30));
    expect(output.position(), 'the position directly after the seek').toBe(30);
    await clock.advanceAsync(1000);
    expect(output.position(), 'the position a second later').toBe(31);
  });

  test('reports no position before it is ready', async () => {
    const { clock, output, kinds, load } = make();
    load();
    output.seek(seconds(30));
    expect(kinds()).toEqual([]);
    await clock.advanceAsync(100);
    expect([kinds(), output.position()]).toEqual([['ready'], 30]);
  });

  test('changes its speed at the current position', async () => {
    const { clock, output, playing } = make();
    await playing();
    await clock.advanceAsync(4000);
    output.setSpeed(FASTEST);
    expect(output.position(), 'at once').toBe(4);
    await clock.advanceAsync(2000);
    expect(output.position(), 'two seconds later').toBe(4 + 2 * FASTEST);
    output.pause();
    output.setSpeed(DEFAULT_SPEED);
    await clock.advanceAsync(2000);
    expect([output.position(), output.speed], 'while it is paused').toEqual([4 + 2 * FASTEST, DEFAULT_SPEED]);
  });

  test('reports missing data once, and continues at the same position', async () => {
    const { clock, output, kinds, playing } = make();
    await playing();
    await clock.advanceAsync(1000);
    output.stall();
    output.stall();
    expect(kinds().filter((kind) => kind !== 'moved')).toEqual(['waiting']);
    await clock.advanceAsync(3000);
    expect([output.position(), output.isSounding, output.isPlaying]).toEqual([1, false, true]);
    output.resumeData();
    output.resumeData();
    expect(kinds().filter((kind) => kind !== 'moved')).toEqual(['waiting', 'playing']);
    await clock.advanceAsync(1000);
    expect(output.position()).toBe(2);
  });

  test('does not wait for data when it is not playing', async () => {
    const { output, kinds, ready } = make();
    output.stall();
    output.resumeData();
    output.failWith('network');
    await ready();
    output.stall();
    output.resumeData();
    expect([kinds(), output.isSounding]).toEqual([[], false]);
  });

  test('stays paused when data arrives after a pause', async () => {
    const { output, kinds, playing } = make();
    await playing();
    output.stall();
    output.pause();
    output.resumeData();
    expect([kinds(), output.isSounding]).toEqual([['waiting', 'paused'], false]);
    expect(await output.play()).toEqual(PLAYS);
    expect(output.isSounding).toBe(true);
  });

  test('a stalled source does not stall the next one', async () => {
    const { output, kinds, playing } = make();
    await playing();
    output.stall();
    await playing();
    output.resumeData();
    expect(kinds()).toEqual([]);
    output.stall();
    expect(kinds()).toEqual(['waiting']);
  });

  test('fails with the given reason, and ends the call of play', async () => {
    const { clock, output, received, load } = make();
    const id = load();
    const outcome = outcomeOf(output.play());
    output.failWith('network');
    await clock.advanceAsync(0);
    expect(outcome).toEqual([refusedAs('failed')]);
    expect(received).toEqual([{ load: id, kind: 'failed', reason: 'network' }]);
    expect([output.isPlaying, output.isSounding]).toEqual([false, false]);
  });

  test('keeps its position after a failure', async () => {
    const { clock, output, playing } = make();
    await playing();
    await clock.advanceAsync(3000);
    output.failWith('network');
    await clock.advanceAsync(3000);
    expect([output.position(), output.isPlaying]).toEqual([3, false]);
  });

  test('sends a late event', async () => {
    const { output, received, ready } = make();
    const first = await ready();
    await ready();
    output.emitLate({ load: first, kind: 'ended' });
    expect(received).toEqual([{ load: first, kind: 'ended' }]);
  });

  test('plays an ended source from its start', async () => {
    const { clock, output, kinds, playing } = make();
    await playing(59);
    await clock.advanceAsync(5000);
    expect(kinds().filter((kind) => kind !== 'moved')).toEqual(['ended']);
    expect([output.position(), output.isPlaying, output.isSounding]).toEqual([60, false, false]);
    expect(await output.play()).toEqual(PLAYS);
    expect(output.position()).toBe(0);
    await clock.advanceAsync(1000);
    expect(output.position()).toBe(1);
  });

  test('follows a load that a subscriber makes at the ready event', async () => {
    const { clock, output, kinds, load } = make();
    const subscription = output.events.subscribe(({ kind }) => {
      if (kind !== 'ready') return;
      subscription.unsubscribe();
      output.load({ url: 'another', startAt: seconds(0), speed: DEFAULT_SPEED });
      void output.play();
    });
    load();
    const outcome = outcomeOf(output.play());
    await clock.advanceAsync(100);
    expect(outcome).toEqual([refusedAs('superseded')]);
    expect([kinds(), output.isSounding, output.url]).toEqual([['ready'], false, 'another']);
  });

  test("does not end a source after a subscriber's seek", async () => {
    const { clock, output, kinds, playing } = make();
    await playing(59);
    const subscription = output.events.subscribe((event) => {
      if (event.kind !== 'moved' || event.position < 60) return;
      subscription.unsubscribe();
      output.pause();
    });
    await clock.advanceAsync(5000);
    expect(kinds().filter((kind) => kind !== 'moved')).toEqual(['paused']);
  });
});
