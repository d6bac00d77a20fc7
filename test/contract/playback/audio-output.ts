import { describe, expect, test } from 'vitest';

import { DEFAULT_SPEED, SPEEDS } from '../../../src/domain/playback/speed.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { Seconds } from '../../../src/domain/time.ts';
import type { AudioEvent, AudioOutput } from '../../../src/ports/audio-output.ts';

/** One voice, and a source that it can be made to have trouble with. */
export type AudioOutputWorld = {
  readonly output: AudioOutput;
  readonly url: string;
  /** At least 50 seconds. */
  readonly duration: Seconds;
  /** Milliseconds, by whatever time the sound keeps. */
  now(): number;
  /** Lets time pass until something is so, and fails when it takes for ever. */
  until(isSo: () => boolean): Promise<void>;
  /** Lets time pass in which nothing is to happen: as much as can be spared. */
  quiet(): Promise<void>;
  /** An address whose source cannot be played. */
  unplayable(): string;
  /**
   * What only a voice without a real machine behind it can be told to do: to keep exact time, to refuse the next
   * `play` for want of a gesture, and to run out of data and have it again.
   */
  readonly staged?: { denyNext(): void; stall(): void; dataReturns(): void };
};

const FASTEST = SPEEDS.at(-1) ?? DEFAULT_SPEED;
const PLAYS = { ok: true, value: undefined };

/** How far a place may be off that was asked for: browsers seek by frames. */
const CLOSE = 0.1;

const heardFrom = (output: AudioOutput): AudioEvent[] => {
  const heard: AudioEvent[] = [];
  output.events.subscribe((event) => heard.push(event));
  return heard;
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

const placesOf = (events: readonly AudioEvent[]): readonly number[] =>
  events.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));

const expectPlace = (output: AudioOutput, place: number, what: string): void => {
  expect(Math.abs(output.position() - place), `${what}: at ${output.position()}, not ${place}`).toBeLessThan(
    CLOSE,
  );
};

/**
 * What every voice has to be.
 *
 * @param isStaged whether its worlds can be staged
 */
export const describeAudioOutput = (name: string, make: () => AudioOutputWorld, isStaged = true): void => {
  const loaded = async (world: AudioOutputWorld, startAt = 0, speed = DEFAULT_SPEED) => {
    const heard = heardFrom(world.output);
    const load = world.output.load({ url: world.url, startAt: seconds(startAt), speed });
    await world.until(() => heard.some((event) => event.kind === 'ready' && event.load === load));
    return load;
  };

  /** Asks for sound, and lets pass whatever time the answer takes. */
  const played = async (world: AudioOutputWorld) => {
    const answers: Awaited<ReturnType<AudioOutput['play']>>[] = [];
    void world.output.play().then((answer) => answers.push(answer));
    await world.until(() => answers.length > 0);
    return answers[0];
  };

  const staged = (world: AudioOutputWorld) => {
    if (world.staged === undefined) throw new Error('the world of this suite cannot be staged');
    return world.staged;
  };

  describe(`${name} is an AudioOutput`, () => {
    test('is ready at the place to start at, and tells of nothing before', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      const load = world.output.load({ url: world.url, startAt: seconds(20), speed: DEFAULT_SPEED });
      expect(world.output.position(), 'the place before anything has come').toBe(20);
      await world.until(() => heard.length > 0);
      expect(heard[0]).toEqual({ load, kind: 'ready', duration: world.duration });
      expectPlace(world.output, 20, 'the place when it is ready');
    });

    test('plays from there, and tells where it is', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world, 20);
      expect(await played(world)).toEqual(PLAYS);
      await world.until(() => world.output.position() >= 22);
      expect(
        placesOf(heard).length,
        'how often it told where it is within two seconds',
      ).toBeGreaterThanOrEqual(4);
      expect(Math.min(...placesOf(heard)), 'the first place it told').toBeGreaterThanOrEqual(20 - CLOSE);
      expect(kindsOf(heard)).toContain('playing');
    });

    test('moves on at the speed it is told, from the start and later', async () => {
      const world = make();
      const paceOf = async () => {
        const from = { place: world.output.position(), at: world.now() };
        await world.until(() => world.output.position() >= from.place + 1);
        return (world.output.position() - from.place) / ((world.now() - from.at) / 1000);
      };
      await loaded(world, 0, FASTEST);
      await played(world);
      const fast = await paceOf();
      world.output.setSpeed(DEFAULT_SPEED);
      const usual = await paceOf();
      // A real machine that is busy may be late, never early.
      expect(fast, 'seconds of sound a second at 2.5x').toBeLessThan(FASTEST + 0.5);
      expect(usual, 'seconds of sound a second at 1x').toBeLessThan(DEFAULT_SPEED + 0.5);
      if (isStaged)
        expect([fast, usual].map((pace) => Math.round(pace * 10) / 10)).toEqual([FASTEST, DEFAULT_SPEED]);
    });

    test('stands still while it is paused', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world);
      await played(world);
      await world.until(() => world.output.position() >= 1);
      world.output.pause();
      await world.until(() => kindsOf(heard).includes('paused'));
      const place = world.output.position();
      await world.quiet();
      expectPlace(world.output, place, 'the place after a while of silence');
      expect(await played(world), 'going on').toEqual(PLAYS);
      await world.until(() => world.output.position() >= place + 0.5);
    });

    test('goes where it is sent', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world);
      world.output.seek(seconds(42));
      await world.until(() => kindsOf(heard).includes('moved'));
      expectPlace(world.output, 42, 'the place that it was sent to');
    });

    test('a place that it is sent to before it is ready takes the place of the first', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      world.output.load({ url: world.url, startAt: seconds(20), speed: DEFAULT_SPEED });
      world.output.seek(seconds(30));
      await world.until(() => kindsOf(heard).includes('ready'));
      expectPlace(world.output, 30, 'the place when it is ready');
    });

    test('ends at its end, once, and tells of no pause', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world, world.duration - 1);
      await played(world);
      await world.until(() => kindsOf(heard).includes('ended'));
      await world.quiet();
      expect(
        kindsOf(heard).filter((kind) => kind === 'ended'),
        'how often it ended',
      ).toHaveLength(1);
      expect(kindsOf(heard)).not.toContain('paused');
      expectPlace(world.output, world.duration, 'the place at the end');
    });

    test('a newer source takes the place of an older one, which is heard of no more', async () => {
      const world = make();
      const first = await loaded(world, 5);
      await played(world);
      const heard = heardFrom(world.output);
      const second = world.output.load({ url: world.url, startAt: seconds(7), speed: DEFAULT_SPEED });
      const superseded = world.output.play();
      const third = await loaded(world, 9);
      expect(await superseded).toEqual({ ok: false, error: { kind: 'superseded' } });
      await played(world);
      await world.until(() => world.output.position() >= 10);
      expect(new Set([first, second, third]).size, 'every load has a name of its own').toBe(3);
      const late = heard.filter(({ load }) => load !== third);
      expect(late, 'what it told of sources that were superseded').toEqual([]);
      expect(Math.min(...placesOf(heard)), 'the first place it told').toBeGreaterThanOrEqual(9 - CLOSE);
    });

    test('says so when a source cannot be played', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      const url = world.unplayable();
      const load = world.output.load({ url, startAt: seconds(3), speed: DEFAULT_SPEED });
      await world.until(() => heard.length > 0);
      await world.quiet();
      expect(heard).toEqual([{ load, kind: 'failed', reason: 'unplayable' }]);
    });

    test('prepares what comes next without a word, whatever becomes of it, and plays it', async () => {
      const world = make();
      const before = heardFrom(world.output);
      world.output.preload(world.url);
      await world.quiet();
      expect(before, 'what it told of a source that is only prepared').toEqual([]);
      await loaded(world, 12);
      await played(world);
      await world.until(() => world.output.position() >= 13);
      expect(Math.min(...placesOf(before)), 'the first place it told').toBeGreaterThanOrEqual(12 - CLOSE);
      const heard = heardFrom(world.output);
      world.output.preload(world.unplayable());
      await world.until(() => world.output.position() >= 14);
      expect(kindsOf(heard), 'what it told when what comes next cannot be played').not.toContain('failed');
    });

    test('is silent when nothing is loaded', async () => {
      const world = make();
      await loaded(world);
      await played(world);
      await world.until(() => world.output.position() > 0);
      world.output.unload();
      const heard = heardFrom(world.output);
      await world.quiet();
      expect(heard, 'what it told after it was unloaded').toEqual([]);
      expect(world.output.position()).toBe(0);
      expect(await played(world)).toEqual({ ok: false, error: { kind: 'superseded' } });
      world.output.seek(seconds(3));
      world.output.pause();
      expect(world.output.position()).toBe(0);
    });

    if (!isStaged) return;

    test('says so when the browser wants a gesture first', async () => {
      const world = make();
      await loaded(world);
      staged(world).denyNext();
      expect(await played(world)).toEqual({ ok: false, error: { kind: 'denied' } });
      expect(await played(world), 'the next time').toEqual(PLAYS);
    });

    test('waits for data, and goes on when it comes', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world);
      await played(world);
      await world.until(() => world.output.position() >= 1);
      staged(world).stall();
      await world.until(() => kindsOf(heard).includes('waiting'));
      const place = world.output.position();
      heard.length = 0;
      staged(world).dataReturns();
      await world.until(() => kindsOf(heard).includes('playing'));
      expectPlace(world.output, place, 'the place where it goes on');
      await world.until(() => world.output.position() >= place + 1);
    });
  });
};
