import { describe, expect, test } from 'vitest';

import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { asSpeed } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { AudioEvent } from '../../../src/ports/audio-output.ts';
import { FakeMediaElement } from './fake-media-element.ts';

/** A sound of a minute that has played for three seconds. */
const make = async (speed = 1) => {
  const clock = new MemoryClock();
  const element = new FakeMediaElement(clock);
  const create = () => new FakeMediaElement(clock) as unknown as HTMLAudioElement;
  const output = new HtmlAudioOutput(element as unknown as HTMLAudioElement, clock, create);
  const load = (startAt = 0) =>
    output.load({
      url: 'https://media.invalid/a.mp3',
      startAt: seconds(startAt),
      speed: asSpeed(speed) ?? expect.fail('No such speed.'),
    });
  load();
  void output.play();
  await clock.advanceAsync(3000);
  const events: AudioEvent[] = [];
  output.events.subscribe((event) => events.push(event));
  /** The events in so many milliseconds, without the positions. */
  const happensIn = async (time: number) => {
    events.length = 0;
    await clock.advanceAsync(time);
    return events.map(({ kind }) => kind).filter((kind) => kind !== 'moved');
  };
  return { clock, element, output, load, happensIn };
};

/** A sound that goes on after a pause, while the browser says that it has no data. */
const withoutData = async (speed = 1) => {
  const made = await make(speed);
  const { element, output, happensIn } = made;
  output.pause();
  await happensIn(100);
  element.deniesData = true;
  void output.play();
  return made;
};

describe('a sound for which the browser reports no data', () => {
  test.each([0.6, 1, 2.5])('plays, at speed %d (PLAY-94)', async (speed) => {
    const { output, happensIn } = await withoutData(speed);
    const before = output.position();
    expect(await happensIn(1500)).toEqual(['waiting', 'playing']);
    expect(await happensIn(16_500), 'later').toEqual([]);
    expect(output.position()).toBeCloseTo(before + 18 * speed, 0);
  });

  test('ends like every other sound', async () => {
    const { happensIn } = await withoutData(2.5);
    expect(await happensIn(60_000)).toEqual(['waiting', 'playing', 'ended']);
  });

  test('pauses and plays again', async () => {
    const { output, happensIn } = await withoutData();
    await happensIn(5000);
    output.pause();
    expect(await happensIn(30_000)).toEqual(['paused']);
    void output.play();
    expect(await happensIn(1500)).toEqual(['waiting', 'playing']);
  });

  test('waits when its position stands still, and fails after 15 s more (PLAY-94)', async () => {
    const { element, happensIn } = await withoutData();
    await happensIn(5000);
    element.stall();
    expect(await happensIn(1500)).toEqual([]);
    expect(await happensIn(1000)).toEqual(['waiting']);
    expect(await happensIn(14_000)).toEqual([]);
    expect(await happensIn(1000)).toEqual(['failed']);
  });

  test('waits also while a little data arrives', async () => {
    const { element, happensIn } = await withoutData();
    await happensIn(5000);
    element.stall();
    for (let times = 0; times < 4; times += 1) {
      element.trickle();
      await happensIn(500);
    }
    element.trickle();
    expect(await happensIn(500)).toEqual(['waiting']);
  });
});

describe('a position that changes without a sound', () => {
  test.each([[[0, 22, 0.3]], [[0, 0.3, 0.02]], [[0, 0.1, 0, 0]], [[0, -3, 0.3]]])(
    'by a correction of the browser of %s s (PLAY-94)',
    async (corrections) => {
      const { element, happensIn } = await make();
      element.stall();
      expect(await happensIn(300)).toEqual(['waiting']);
      for (const by of corrections) {
        element.correctPosition(by);
        expect(await happensIn(300), `after a correction by ${by} s`).toEqual([]);
      }
      expect(await happensIn(5000)).toEqual([]);
    },
  );

  test('by a seek while data is missing (PLAY-94)', async () => {
    const { element, output, happensIn } = await make();
    element.stall();
    await happensIn(300);
    for (const to of [4, 4.3, 4.6, 4.9, 40]) {
      output.seek(seconds(to));
      expect(await happensIn(300), `at ${to}`).toEqual([]);
    }
  });

  test('by the start of the next source', async () => {
    const { element, output, load, happensIn } = await withoutData();
    await happensIn(5000);
    load();
    element.stall();
    void output.play();
    expect(await happensIn(5000)).not.toContain('playing');
  });
});

describe('a sound that stands, while the browser says that it plays and has data (PLAY-98)', () => {
  test('waits after 2 s, and continues at its position when it is loaded again', async () => {
    const { element, output, load, happensIn } = await make();
    element.standsAtEarlyStart = true;
    load(20);
    void output.play();
    expect(await happensIn(1900)).toEqual(['ready', 'playing']);
    expect(await happensIn(300)).toEqual(['waiting']);
    expect(await happensIn(2500)).toEqual([]);
    expect(output.position()).toBe(20);
    expect(await happensIn(1000)).toEqual(['ready', 'playing']);
    expect(await happensIn(20_000)).toEqual([]);
    expect(output.position()).toBeCloseTo(40, -1);
    // The next source does not stand at its start.
    load(30);
    void output.play();
    expect(await happensIn(5000)).toEqual(['ready', 'playing']);
    expect(output.position()).toBeCloseTo(35, -1);
  });

  test('keeps its speed and its position, also long after its start', async () => {
    const { element, output, happensIn } = await make(1.5);
    await happensIn(10_000);
    const at = output.position();
    element.stand();
    expect(await happensIn(6000)).toEqual(['waiting', 'ready', 'playing']);
    expect(output.position()).toBeGreaterThan(at);
    expect(output.position()).toBeLessThan(at + 3);
    expect(element.playbackRate).toBe(1.5);
  });

  test('is not loaded again if it goes on by itself', async () => {
    const { element, happensIn } = await make();
    element.stand();
    expect(await happensIn(4000)).toEqual(['waiting']);
    element.goOn();
    expect(await happensIn(10_000)).toEqual(['playing']);
  });

  test('does not wait because a timer is late after a sleep of the machine', async () => {
    const { clock, element, happensIn } = await make();
    element.stand();
    clock.sleep(60_000);
    element.goOn();
    expect(await happensIn(10_000)).toEqual([]);
  });

  test('is not loaded again if its position moves in jumps, as on a busy machine', async () => {
    const { element, happensIn } = await make();
    element.stand();
    for (let times = 0; times < 8; times += 1) {
      expect(await happensIn(1500), `before jump ${times}`).toEqual([]);
      element.correctPosition(2.5);
    }
  });

  test('fails if it stands again', async () => {
    const { element, happensIn } = await make();
    element.stand();
    expect(await happensIn(6000)).toEqual(['waiting', 'ready', 'playing']);
    element.stand();
    expect(await happensIn(16_000)).toEqual(['waiting']);
    expect(await happensIn(2000)).toEqual(['failed']);
  });

  test('fails if the browser then requires a gesture', async () => {
    const { element, happensIn } = await make();
    element.stand();
    await happensIn(4000);
    element.deniesNextPlay = true;
    expect(await happensIn(2000)).toEqual(['failed']);
  });

  test('stays paused if the listener pauses', async () => {
    const { element, output, happensIn } = await make();
    element.stand();
    await happensIn(4000);
    output.pause();
    expect(await happensIn(60_000)).toEqual(['paused']);
  });

  test('is loaded again also if it never said that it plays', async () => {
    const { element, output, happensIn } = await make();
    output.pause();
    await happensIn(100);
    element.isSilent = true;
    void output.play();
    expect(await happensIn(2900)).toEqual([]);
    element.isSilent = false;
    expect(await happensIn(1000)).toEqual(['ready', 'playing']);
  });

  test('does not wait while a key that seeks is held', async () => {
    const { output, happensIn } = await make();
    for (let to = 4; to < 24; to += 1) {
      output.seek(seconds(to));
      expect(await happensIn(150), `at ${to}`).not.toContain('waiting');
    }
  });
});
