import { describe, expect, test } from 'vitest';

import { DEFAULT_SPEED, SPEEDS } from '../../src/domain/speed.ts';
import { seconds } from '../../src/domain/time.ts';
import type { Seconds } from '../../src/domain/time.ts';
import type { AudioEvent, AudioOutput } from '../../src/ports/audio-output.ts';

/** One voice, and a source that it can be made to have trouble with. */
export type AudioOutputWorld = {
  readonly output: AudioOutput;
  readonly url: string;
  readonly duration: Seconds;
  /** Lets this many milliseconds pass. */
  pass(span: number): Promise<void>;
  /** The next `play` comes without a gesture. */
  denyNext(): void;
  /** The next source that is loaded cannot be played. */
  failNext(): void;
  stall(): void;
  dataReturns(): void;
};

const FASTEST = SPEEDS.at(-1) ?? DEFAULT_SPEED;

const heardFrom = (output: AudioOutput): AudioEvent[] => {
  const heard: AudioEvent[] = [];
  output.events.subscribe((event) => heard.push(event));
  return heard;
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

/** What every voice has to be. */
export const describeAudioOutput = (name: string, make: () => AudioOutputWorld): void => {
  const loaded = async (world: AudioOutputWorld, startAt = 0, speed = DEFAULT_SPEED) => {
    const load = world.output.load({ url: world.url, startAt: seconds(startAt), speed });
    await world.pass(100);
    return load;
  };

  describe(`${name} is an AudioOutput`, () => {
    test('is ready at the place to start at, and tells of nothing before', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      const load = world.output.load({ url: world.url, startAt: seconds(20), speed: DEFAULT_SPEED });
      expect(world.output.position()).toBe(20);
      await world.pass(100);
      expect(heard[0]).toEqual({ load, kind: 'ready', duration: world.duration });
      expect(world.output.position()).toBeCloseTo(20, 1);
    });

    test('plays from there, and tells where it is', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world, 20);
      expect(await world.output.play()).toEqual({ ok: true, value: undefined });
      await world.pass(2000);
      expect(world.output.position()).toBeCloseTo(22, 1);
      const moves = heard.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));
      expect(moves.length).toBeGreaterThanOrEqual(4);
      expect(moves.every((position) => position >= 20)).toBe(true);
      expect(kindsOf(heard)).toContain('playing');
    });

    test('plays at the speed it is told, from the start and later', async () => {
      const world = make();
      await loaded(world, 0, FASTEST);
      await world.output.play();
      await world.pass(1000);
      expect(world.output.position()).toBeCloseTo(2.5, 1);
      world.output.setSpeed(DEFAULT_SPEED);
      await world.pass(1000);
      expect(world.output.position()).toBeCloseTo(3.5, 1);
    });

    test('stands still while it is paused', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world);
      await world.output.play();
      await world.pass(1000);
      world.output.pause();
      await world.pass(1000);
      expect(world.output.position()).toBeCloseTo(1, 1);
      expect(kindsOf(heard)).toContain('paused');
    });

    test('goes where it is sent', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world);
      world.output.seek(seconds(42));
      await world.pass(100);
      expect(world.output.position()).toBeCloseTo(42, 1);
      expect(heard.at(-1)).toMatchObject({ kind: 'moved' });
    });

    test('a place that it is sent to before it is ready takes the place of the first', async () => {
      const world = make();
      world.output.load({ url: world.url, startAt: seconds(20), speed: DEFAULT_SPEED });
      world.output.seek(seconds(30));
      await world.pass(100);
      expect(world.output.position()).toBeCloseTo(30, 1);
    });

    test('ends at its end, once, and tells of no pause', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world, world.duration - 1);
      await world.output.play();
      await world.pass(3000);
      expect(kindsOf(heard).filter((kind) => kind === 'ended')).toHaveLength(1);
      expect(kindsOf(heard)).not.toContain('paused');
      expect(world.output.position()).toBeCloseTo(world.duration, 1);
    });

    test('says so when the browser wants a gesture first', async () => {
      const world = make();
      await loaded(world);
      world.denyNext();
      expect(await world.output.play()).toEqual({ ok: false, error: { kind: 'denied' } });
      expect(await world.output.play()).toEqual({ ok: true, value: undefined });
    });

    test('a newer source takes the place of an older one, which is heard of no more', async () => {
      const world = make();
      const first = await loaded(world, 5);
      await world.output.play();
      const heard = heardFrom(world.output);
      const second = world.output.load({ url: world.url, startAt: seconds(7), speed: DEFAULT_SPEED });
      const superseded = world.output.play();
      const third = await loaded(world, 9);
      expect(await superseded).toEqual({ ok: false, error: { kind: 'superseded' } });
      await world.output.play();
      await world.pass(1000);
      expect(new Set([first, second, third]).size).toBe(3);
      expect(heard.every(({ load }) => load === third)).toBe(true);
      expect(world.output.position()).toBeCloseTo(10, 1);
    });

    test('says so when a source cannot be played', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      world.failNext();
      const load = world.output.load({ url: world.url, startAt: seconds(3), speed: DEFAULT_SPEED });
      await world.pass(100);
      expect(heard).toEqual([{ load, kind: 'failed', reason: 'unplayable' }]);
      await world.pass(20_000);
      expect(heard).toHaveLength(1);
    });

    test('waits for data, and goes on when it comes', async () => {
      const world = make();
      const heard = heardFrom(world.output);
      await loaded(world);
      await world.output.play();
      await world.pass(1000);
      world.stall();
      await world.pass(1000);
      expect(kindsOf(heard)).toContain('waiting');
      expect(world.output.position()).toBeCloseTo(1, 1);
      heard.length = 0;
      world.dataReturns();
      await world.pass(1000);
      expect(kindsOf(heard)).toContain('playing');
      expect(world.output.position()).toBeCloseTo(2, 1);
    });

    test('is silent when nothing is loaded', async () => {
      const world = make();
      await loaded(world);
      await world.output.play();
      world.output.unload();
      const heard = heardFrom(world.output);
      await world.pass(2000);
      expect(heard).toEqual([]);
      expect(world.output.position()).toBe(0);
      expect(await world.output.play()).toEqual({ ok: false, error: { kind: 'superseded' } });
      world.output.seek(seconds(3));
      world.output.pause();
      expect(world.output.position()).toBe(0);
    });
  });
};
