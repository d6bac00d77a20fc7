import { describe, expect, test } from 'vitest';

import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { AudioEvent } from '../../../src/ports/audio-output.ts';
import { describeAudioOutput } from '../../contract/playback/audio-output.ts';
import { untilOn } from '../../contract/until.ts';
import { FakeMediaElement } from './fake-media-element.ts';

const URL = 'https://media.invalid/a.mp3';

const make = () => {
  const clock = new MemoryClock();
  const element = new FakeMediaElement(clock);
  const another = () => new FakeMediaElement(clock) as unknown as HTMLAudioElement;
  const output = new HtmlAudioOutput(element as unknown as HTMLAudioElement, clock, another);
  const heard: AudioEvent[] = [];
  output.events.subscribe((event) => heard.push(event));
  const load = (startAt = 0) => output.load({ url: URL, startAt: seconds(startAt), speed: DEFAULT_SPEED });
  return { clock, element, output, heard, load };
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

describeAudioOutput('HtmlAudioOutput', () => {
  const { clock, element, output } = make();
  return {
    output,
    url: URL,
    duration: seconds(60),
    now: () => clock.now(),
    until: untilOn(clock),
    wait: async () => clock.run(20_000),
    unplayable: () => {
      element.source.fails = true;
      return URL;
    },
    simulation: {
      denyNext: () => {
        element.deniesNextPlay = true;
      },
      stall: () => element.stall(),
      resumeData: () => element.dataReturns(),
    },
  };
});

describe('HtmlAudioOutput', () => {
  test('keeps the pitch at any speed', () => {
    const { element, load } = make();
    load();
    expect(element.preservesPitch).toBe(true);
  });

  test('tells of no place before the one to start at, even when it plays at once', async () => {
    const { clock, output, heard, load } = make();
    load(20);
    void output.play();
    await clock.run(3000);
    expect(heard[0]?.kind).toBe('ready');
    const places = heard.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(20);
    expect(kindsOf(heard).filter((kind) => kind === 'playing')).toHaveLength(1);
  });

  test('plays from where it can when a source cannot be sought in', async () => {
    const { clock, element, output, heard, load } = make();
    element.source.isSeekable = false;
    load(20);
    void output.play();
    await clock.run(2000);
    expect(kindsOf(heard)).toContain('ready');
    expect(output.position()).toBeLessThan(5);
  });

  test('a live source has no length', async () => {
    const { clock, element, heard, load } = make();
    element.source.duration = Number.POSITIVE_INFINITY;
    load();
    await clock.run(100);
    expect(heard[0]).toMatchObject({ kind: 'ready', duration: null });
  });

  test('gives a source up after 15 s without data, and holds its place', async () => {
    const { clock, element, output, heard, load } = make();
    const id = load(10);
    await clock.run(100);
    await output.play();
    await clock.run(2000);
    element.stall();
    await clock.run(14_900);
    expect(kindsOf(heard)).not.toContain('failed');
    await clock.run(200);
    expect(heard.at(-1)).toEqual({ load: id, kind: 'failed', reason: 'network' });
    expect(output.position()).toBeCloseTo(12, 1);
    expect(element.src).toBe('');
    expect(await output.play()).toEqual({ ok: false, error: { kind: 'failed' } });
    await clock.run(30_000);
    expect(kindsOf(heard).filter((kind) => kind === 'failed')).toHaveLength(1);
  });

  test('a little data now and then keeps a source alive', async () => {
    const { clock, element, output, heard, load } = make();
    load();
    await clock.run(100);
    await output.play();
    element.stall();
    for (let times = 0; times < 5; times += 1) {
      await clock.run(10_000);
      element.trickle();
    }
    expect(kindsOf(heard)).not.toContain('failed');
  });

  test('a source that is paused may wait for ever', async () => {
    const { clock, element, output, heard, load } = make();
    load();
    await clock.run(100);
    await output.play();
    element.stall();
    await clock.run(1000);
    output.pause();
    await clock.run(60_000);
    expect(kindsOf(heard)).not.toContain('failed');
  });

  test('a source that never begins is given up when it is meant to sound', async () => {
    const { clock, element, output, heard, load } = make();
    load();
    element.stall();
    const played = output.play();
    await clock.run(20_000);
    expect(heard.at(-1)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(await played).toEqual({ ok: false, error: { kind: 'failed' } });
  });

  test.each([
    [2, true, 'network'],
    [4, true, 'network'],
    [3, true, 'unplayable'],
    [2, false, 'network'],
    [4, false, 'unplayable'],
  ])('error %i (begun: %s) is told as %s', async (code, hadBegun, reason) => {
    const { clock, element, heard, load } = make();
    load();
    if (hadBegun) await clock.run(100);
    element.fail(code);
    await clock.run(100);
    expect(heard.at(-1)).toMatchObject({ kind: 'failed', reason });
  });

  test('an aborted source is no fault', async () => {
    const { clock, element, heard, load } = make();
    load();
    await clock.run(100);
    element.fail(1);
    await clock.run(100);
    expect(kindsOf(heard)).not.toContain('failed');
  });

  test('an expired address shows at the seek, and the place that was wanted is kept', async () => {
    const { clock, element, output, heard, load } = make();
    load();
    await clock.run(100);
    await output.play();
    output.seek(seconds(40));
    element.fail(2);
    await clock.run(100);
    expect(heard.at(-1)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(output.position()).toBeCloseTo(40, 1);
  });

  test('keeps the volume between nothing and everything', () => {
    const { element, output } = make();
    for (const [wanted, set] of [
      [0.3, 0.3],
      [-1, 0],
      [7, 1],
    ] as const) {
      output.setVolume(wanted);
      expect(element.volume).toBe(set);
    }
  });
});
