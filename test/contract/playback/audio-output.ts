import { describe, expect, test } from 'vitest';

import { DEFAULT_SPEED, SPEEDS } from '../../../src/domain/playback/player.ts';
import { seconds, type Seconds } from '../../../src/domain/time.ts';
import type { AudioEvent, AudioOutput, DeviceState } from '../../../src/ports/audio-output.ts';

/** An audio output, and sources for it. */
export type AudioOutputFixture = {
  readonly output: AudioOutput;
  readonly url: string;
  /** At least 50 seconds. */
  readonly duration: Seconds;
  /** Milliseconds of the clock that the sound follows. */
  now(): number;
  /** Lets time pass until the condition is true. Fails after a long time. */
  until(condition: () => boolean): Promise<void>;
  /** Lets some time pass in which nothing should happen. */
  wait(): Promise<void>;
  /** An address whose source cannot be played. */
  unplayable(): string;
  /**
   * Controls of a simulated output: refuse the next `play` for lack of a gesture, run out of data, get data again, and
   * have sources that cannot seek. A simulated output also keeps exact time.
   */
  readonly simulation?: { denyNext(): void; stall(): void; resumeData(): void; preventSeeking(): void };
};

const FASTEST = SPEEDS.at(-1) ?? DEFAULT_SPEED;
const PLAYS = { ok: true, value: undefined };

/** The largest error of a position, in seconds. Browsers seek to whole frames. */
const TOLERANCE = 0.1;

const eventsOf = (output: AudioOutput): AudioEvent[] => {
  const events: AudioEvent[] = [];
  output.events.subscribe((event) => events.push(event));
  return events;
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

const positionsOf = (events: readonly AudioEvent[]): readonly number[] =>
  events.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));

const expectPosition = (output: AudioOutput, position: number, what: string): void => {
  expect(
    Math.abs(output.position() - position),
    `${what}: at ${output.position()}, not ${position}`,
  ).toBeLessThan(TOLERANCE);
};

/**
 * The tests that every adapter of the audio output must pass.
 *
 * @param isSimulated whether the fixtures have a `simulation`
 */
export const describeAudioOutput = (
  name: string,
  make: () => AudioOutputFixture,
  isSimulated = true,
): void => {
  const loaded = async (fixture: AudioOutputFixture, startAt = 0, speed = DEFAULT_SPEED) => {
    const events = eventsOf(fixture.output);
    const load = fixture.output.load({ url: fixture.url, startAt: seconds(startAt), speed });
    await fixture.until(() => events.some((event) => event.kind === 'ready' && event.load === load));
    return load;
  };

  /** Calls `play`, and lets time pass until it returns. */
  const played = async (fixture: AudioOutputFixture) => {
    const results: Awaited<ReturnType<AudioOutput['play']>>[] = [];
    void fixture.output.play().then((result) => results.push(result));
    await fixture.until(() => results.length > 0);
    return results[0];
  };

  const simulationOf = ({ simulation }: AudioOutputFixture) => {
    if (simulation === undefined) throw new Error('the fixture of this suite has no simulation');
    return simulation;
  };

  describe(`${name} is an AudioOutput`, () => {
    test('tells at once whether another device can play (PLAY-110)', () => {
      const { output } = make();
      const states: DeviceState[] = [];
      const { otherDevices } = output;
      otherDevices?.states.subscribe((state) => states.push(state)).unsubscribe();
      expect(states).toEqual(otherDevices === null ? [] : ['none']);
    });

    test('is ready at the start position, and sends no event before', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      const load = fixture.output.load({ url: fixture.url, startAt: seconds(20), speed: DEFAULT_SPEED });
      expect(fixture.output.position(), 'the position before the source is ready').toBe(20);
      await fixture.until(() => events.length > 0);
      expect(events[0]).toEqual({ load, kind: 'ready', duration: fixture.duration });
      expectPosition(fixture.output, 20, 'the position when ready');
    });

    test('plays from the start position, and reports its position', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      await loaded(fixture, 20);
      expect(await played(fixture)).toEqual(PLAYS);
      await fixture.until(() => fixture.output.position() >= 22);
      expect(
        positionsOf(events).length,
        'the number of reported positions in two seconds',
      ).toBeGreaterThanOrEqual(4);
      expect(Math.min(...positionsOf(events)), 'the smallest reported position').toBeGreaterThanOrEqual(
        20 - TOLERANCE,
      );
      expect(kindsOf(events)).toContain('playing');
    });

    test('plays at the given speed, also after a change', async () => {
      const fixture = make();
      const measureSpeed = async () => {
        const from = { position: fixture.output.position(), at: fixture.now() };
        await fixture.until(() => fixture.output.position() >= from.position + 1);
        return (fixture.output.position() - from.position) / ((fixture.now() - from.at) / 1000);
      };
      await loaded(fixture, 0, FASTEST);
      await played(fixture);
      const fast = await measureSpeed();
      fixture.output.setSpeed(DEFAULT_SPEED);
      const normal = await measureSpeed();
      // A busy machine may be slow, but never fast.
      expect(fast, 'seconds of sound per second at 2.5x').toBeLessThan(FASTEST + 0.5);
      expect(normal, 'seconds of sound per second at 1x').toBeLessThan(DEFAULT_SPEED + 0.5);
      if (isSimulated)
        expect([fast, normal].map((speed) => Math.round(speed * 10) / 10)).toEqual([FASTEST, DEFAULT_SPEED]);
    });

    test('keeps its position while it is paused', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      await loaded(fixture);
      await played(fixture);
      await fixture.until(() => fixture.output.position() >= 1);
      fixture.output.pause();
      await fixture.until(() => kindsOf(events).includes('paused'));
      const position = fixture.output.position();
      await fixture.wait();
      expectPosition(fixture.output, position, 'the position after a pause');
      expect(await played(fixture), 'playing again').toEqual(PLAYS);
      await fixture.until(() => fixture.output.position() >= position + 0.5);
    });

    test('seeks to a position', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      await loaded(fixture);
      fixture.output.seek(seconds(42));
      await fixture.until(() => kindsOf(events).includes('moved'));
      expectPosition(fixture.output, 42, 'the position after the seek');
      expect(kindsOf(events), 'a position that was reached is not missed').not.toContain('missed');
    });

    test('a seek before the source is ready replaces the start position', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      fixture.output.load({ url: fixture.url, startAt: seconds(20), speed: DEFAULT_SPEED });
      fixture.output.seek(seconds(30));
      await fixture.until(() => kindsOf(events).includes('ready'));
      expectPosition(fixture.output, 30, 'the position when ready');
    });

    test('ends once, and reports no pause', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      await loaded(fixture, fixture.duration - 1);
      await played(fixture);
      await fixture.until(() => kindsOf(events).includes('ended'));
      await fixture.wait();
      expect(
        kindsOf(events).filter((kind) => kind === 'ended'),
        'the number of ends',
      ).toHaveLength(1);
      expect(kindsOf(events)).not.toContain('paused');
      expectPosition(fixture.output, fixture.duration, 'the position at the end');
    });

    test('a newer source replaces an older one, which sends no more events', async () => {
      const fixture = make();
      const first = await loaded(fixture, 5);
      await played(fixture);
      const events = eventsOf(fixture.output);
      const second = fixture.output.load({ url: fixture.url, startAt: seconds(7), speed: DEFAULT_SPEED });
      const superseded = fixture.output.play();
      const third = await loaded(fixture, 9);
      expect(await superseded).toEqual({ ok: false, error: { kind: 'superseded' } });
      await played(fixture);
      await fixture.until(() => fixture.output.position() >= 10);
      expect(new Set([first, second, third]).size, 'the number of different load ids').toBe(3);
      const late = events.filter(({ load }) => load !== third);
      expect(late, 'events of replaced sources').toEqual([]);
      expect(Math.min(...positionsOf(events)), 'the smallest reported position').toBeGreaterThanOrEqual(
        9 - TOLERANCE,
      );
    });

    test('reports a source that cannot be played', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      const url = fixture.unplayable();
      const load = fixture.output.load({ url, startAt: seconds(3), speed: DEFAULT_SPEED });
      await fixture.until(() => events.length > 0);
      await fixture.wait();
      expect(events).toEqual([{ load, kind: 'failed', reason: 'unplayable' }]);
    });

    test('preloads the next source without events, also if it fails, and plays it (PLAY-61)', async () => {
      const fixture = make();
      const before = eventsOf(fixture.output);
      fixture.output.preload(fixture.url);
      await fixture.wait();
      expect(before, 'events of a source that is only preloaded').toEqual([]);
      await loaded(fixture, 12);
      await played(fixture);
      await fixture.until(() => fixture.output.position() >= 13);
      expect(Math.min(...positionsOf(before)), 'the smallest reported position').toBeGreaterThanOrEqual(
        12 - TOLERANCE,
      );
      const events = eventsOf(fixture.output);
      fixture.output.preload(fixture.unplayable());
      await fixture.until(() => fixture.output.position() >= 14);
      expect(kindsOf(events), 'events when the preloaded source cannot be played').not.toContain('failed');
    });

    test('sends no events when nothing is loaded', async () => {
      const fixture = make();
      await loaded(fixture);
      await played(fixture);
      await fixture.until(() => fixture.output.position() > 0);
      fixture.output.unload();
      const events = eventsOf(fixture.output);
      await fixture.wait();
      expect(events, 'events after the unload').toEqual([]);
      expect(fixture.output.position()).toBe(0);
      expect(await played(fixture)).toEqual({ ok: false, error: { kind: 'superseded' } });
      fixture.output.seek(seconds(3));
      fixture.output.pause();
      expect(fixture.output.position()).toBe(0);
    });

    if (!isSimulated) return;

    test('reports that the browser requires a gesture', async () => {
      const fixture = make();
      await loaded(fixture);
      simulationOf(fixture).denyNext();
      expect(await played(fixture)).toEqual({ ok: false, error: { kind: 'denied' } });
      expect(await played(fixture), 'the next call').toEqual(PLAYS);
    });

    test('tells that a source cannot seek, before it tells where the sound is (PLAY-91)', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      simulationOf(fixture).preventSeeking();
      fixture.output.load({ url: fixture.url, startAt: seconds(40), speed: DEFAULT_SPEED });
      void fixture.output.play();
      await fixture.until(() => kindsOf(events).includes('moved'));
      expect(
        kindsOf(events)
          .filter((kind) => kind !== 'playing')
          .slice(0, 3),
      ).toEqual(['ready', 'missed', 'moved']);
      expect(events.find(({ kind }) => kind === 'missed')).toMatchObject({ wanted: 40 });
      expect(fixture.output.position()).toBeLessThan(5);
      events.length = 0;
      fixture.output.seek(seconds(30));
      await fixture.until(() => positionsOf(events).length > 1);
      expect(events.find(({ kind }) => kind === 'moved' || kind === 'missed')).toMatchObject({ wanted: 30 });
      expect(Math.max(...positionsOf(events))).toBeLessThan(10);
      expect(kindsOf(events).filter((kind) => kind === 'missed')).toHaveLength(1);
    });

    test('waits for data, and continues when data arrives', async () => {
      const fixture = make();
      const events = eventsOf(fixture.output);
      await loaded(fixture);
      await played(fixture);
      await fixture.until(() => fixture.output.position() >= 1);
      simulationOf(fixture).stall();
      await fixture.until(() => kindsOf(events).includes('waiting'));
      const position = fixture.output.position();
      events.length = 0;
      simulationOf(fixture).resumeData();
      await fixture.until(() => kindsOf(events).includes('playing'));
      expectPosition(fixture.output, position, 'the position when it continues');
      await fixture.until(() => fixture.output.position() >= position + 1);
    });
  });
};
