import { describe, expect, test } from 'vitest';

import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
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
  const events: AudioEvent[] = [];
  output.events.subscribe((event) => events.push(event));
  const load = (startAt = 0) => output.load({ url: URL, startAt: seconds(startAt), speed: DEFAULT_SPEED });
  return { clock, element, output, events, load };
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

const speedOf = (value: number) => asSpeed(value) ?? expect.fail('No such speed.');

describeAudioOutput('HtmlAudioOutput', () => {
  const { clock, element, output } = make();
  return {
    output,
    url: URL,
    duration: seconds(60),
    now: () => clock.now(),
    until: untilOn(clock),
    wait: async () => clock.advanceAsync(20_000),
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
      preventSeeking: () => {
        element.source.isSeekable = false;
      },
    },
  };
});

describe('HtmlAudioOutput', () => {
  test('sets the volume, where the browser lets it', () => {
    const { element, output } = make();
    expect(output.canSetVolume).toBe(true);
    expect(element.volume).toBe(1);
    output.setVolume(0.4);
    expect([element.volume, element.muted]).toEqual([0.4, false]);
  });

  test('keeps the pitch at any speed (PLAY-33)', () => {
    const { element, load } = make();
    load();
    expect(element.preservesPitch).toBe(true);
  });

  test('reports no position before the start position, even if it plays at once (PLAY-73)', async () => {
    const { clock, output, events, load } = make();
    load(20);
    void output.play();
    await clock.advanceAsync(3000);
    expect(events[0]?.kind).toBe('ready');
    const positions = events.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));
    expect(Math.min(...positions)).toBeGreaterThanOrEqual(20);
    expect(kindsOf(events).filter((kind) => kind === 'playing')).toHaveLength(1);
  });

  test('tells the position of a steady sound about once a second, and at once after a seek and at a pause (PLAY-116)', async () => {
    const { clock, output, events, load } = make();
    load();
    void output.play();
    const positions = () => events.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));
    await clock.advanceAsync(10_000);
    expect(positions().length).toBeGreaterThanOrEqual(10);
    expect(positions().length).toBeLessThanOrEqual(14);
    output.seek(seconds(30));
    await clock.advanceAsync(50);
    expect(positions().at(-1)).toBeCloseTo(30, 0);
    await clock.advanceAsync(400);
    output.pause();
    await clock.advanceAsync(10);
    expect(events.at(-1)?.kind).toBe('paused');
    expect(positions().at(-1)).toBe(output.position());
  });

  test('plays from the start if the source cannot seek (PLAY-73)', async () => {
    const { clock, element, output, events, load } = make();
    element.source.isSeekable = false;
    load(20);
    void output.play();
    await clock.advanceAsync(2000);
    expect(kindsOf(events)).toContain('ready');
    expect(output.position()).toBeLessThan(5);
    expect(kindsOf(events).indexOf('missed')).toBeLessThan(kindsOf(events).indexOf('moved'));
  });

  test('a seek of one second in a source that cannot seek is missed, too', async () => {
    const { clock, element, output, events, load } = make();
    element.source.isSeekable = false;
    load();
    void output.play();
    await clock.advanceAsync(3000);
    expect(kindsOf(events)).not.toContain('missed');
    output.seek(seconds(output.position() + 1));
    await clock.advanceAsync(300);
    expect(kindsOf(events)).toContain('missed');
  });

  test('a seek beyond the end, and a seek whose event arrives late, are not missed', async () => {
    const { clock, element, output, events, load } = make();
    load();
    void output.play();
    await clock.advanceAsync(1000);
    output.seek(seconds(20));
    element.playbackRate = 2.5;
    await clock.advanceAsync(500);
    output.seek(seconds(90));
    await clock.advanceAsync(1000);
    expect(kindsOf(events)).not.toContain('missed');
    expect(kindsOf(events)).toContain('ended');
  });

  test('seeks again if the browser loses the start position because it does not know the duration yet (PLAY-73)', async () => {
    const { clock, element, output, events, load } = make();
    element.source.durationTakes = 400;
    load(20);
    void output.play();
    await clock.advanceAsync(300);
    expect(events, 'events before the start position').toEqual([]);
    expect(output.position()).toBe(20);
    await clock.advanceAsync(3000);
    expect(events[0]).toMatchObject({ kind: 'ready', duration: 60 });
    const positions = events.flatMap((event) => (event.kind === 'moved' ? [event.position] : []));
    expect(Math.min(...positions)).toBeGreaterThanOrEqual(20);
    expect(output.position()).toBeLessThan(24);
  });

  test('tells the duration when the browser learns it after the sound has started', async () => {
    const { clock, element, output, events, load } = make();
    element.source.durationTakes = 1500;
    const id = load();
    void output.play();
    await clock.advanceAsync(1000);
    expect(events[0]).toEqual({ load: id, kind: 'ready', duration: null });
    await clock.advanceAsync(1000);
    expect(events.filter(({ kind }) => kind === 'measured')).toEqual([
      { load: id, kind: 'measured', duration: 60 },
    ]);
    expect(output.position()).toBeGreaterThan(1);
  });

  test.each([0, 400, 4000])(
    'sets the speed only when it stops no sound: duration after %i ms',
    async (takes) => {
      const { clock, element, output } = make();
      element.source.durationTakes = takes;
      output.load({ url: URL, startAt: seconds(20), speed: speedOf(1.5) });
      void output.play();
      await clock.advanceAsync(6000);
      expect(element.playbackRate).toBe(1.5);
      output.seek(seconds(40));
      output.setSpeed(speedOf(2));
      const before = output.position();
      await clock.advanceAsync(2000);
      expect(element.playbackRate).toBe(2);
      expect(output.position()).toBeGreaterThan(before + 3);
    },
  );

  test('a seek before the duration is known waits for it', async () => {
    const { clock, element, output, events, load } = make();
    element.source.durationTakes = 900;
    load();
    void output.play();
    await clock.advanceAsync(300);
    output.seek(seconds(30));
    expect(output.position()).toBe(30);
    await clock.advanceAsync(2000);
    expect(output.position()).toBeGreaterThan(30);
    expect(kindsOf(events)).not.toContain('missed');
    expect(events.filter(({ kind }) => kind === 'measured' || kind === 'ready')).toMatchObject([
      { duration: null },
      { duration: 60 },
    ]);
  });

  test('reports a duration that becomes known late, also after a missed start position (PLAY-74)', async () => {
    const { clock, element, output, events, load } = make();
    element.source.durationTakes = 4000;
    load(20);
    void output.play();
    await clock.advanceAsync(6000);
    expect(kindsOf(events)).toContain('missed');
    expect(events.filter(({ kind }) => kind === 'measured')).toMatchObject([{ duration: 60 }]);
  });

  test('tells the duration of a source that starts near its end', async () => {
    const { clock, output, events, load } = make();
    load(59.8);
    void output.play();
    await clock.advanceAsync(1000);
    output.seek(seconds(10));
    await clock.advanceAsync(1000);
    const durations = events.flatMap((event) =>
      event.kind === 'ready' || event.kind === 'measured' ? [event.duration] : [],
    );
    expect(durations.at(-1)).toBe(60);
  });

  test('a live source has no duration', async () => {
    const { clock, element, events, load } = make();
    element.source.duration = Number.POSITIVE_INFINITY;
    load();
    await clock.advanceAsync(100);
    expect(events[0]).toMatchObject({ kind: 'ready', duration: null });
  });

  test('fails a source after 15 s without data, and keeps the position (PLAY-64)', async () => {
    const { clock, element, output, events, load } = make();
    const id = load(10);
    await clock.advanceAsync(100);
    await output.play();
    await clock.advanceAsync(2000);
    element.stall();
    await clock.advanceAsync(14_900);
    expect(kindsOf(events)).not.toContain('failed');
    await clock.advanceAsync(200);
    expect(events.at(-1)).toEqual({ load: id, kind: 'failed', reason: 'network' });
    expect(output.position()).toBeCloseTo(12, 1);
    expect(element.src).toBe('');
    expect(await output.play()).toEqual({ ok: false, error: { kind: 'failed' } });
    await clock.advanceAsync(30_000);
    expect(kindsOf(events).filter((kind) => kind === 'failed')).toHaveLength(1);
  });

  test('a little data keeps a source alive', async () => {
    const { clock, element, output, events, load } = make();
    load();
    await clock.advanceAsync(100);
    await output.play();
    element.stall();
    for (let times = 0; times < 5; times += 1) {
      await clock.advanceAsync(10_000);
      element.trickle();
    }
    expect(kindsOf(events)).not.toContain('failed');
  });

  test('a paused source may wait without limit', async () => {
    const { clock, element, output, events, load } = make();
    load();
    await clock.advanceAsync(100);
    await output.play();
    element.stall();
    await clock.advanceAsync(1000);
    output.pause();
    await clock.advanceAsync(60_000);
    expect(kindsOf(events)).not.toContain('failed');
  });

  test('a source that never starts fails if it should play', async () => {
    const { clock, element, output, events, load } = make();
    load();
    element.stall();
    const played = output.play();
    await clock.advanceAsync(20_000);
    expect(events.at(-1)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(await played).toEqual({ ok: false, error: { kind: 'failed' } });
  });

  test.each([
    [2, true, 'network'],
    [4, true, 'network'],
    [3, true, 'unplayable'],
    [2, false, 'network'],
    [4, false, 'unplayable'],
  ])('error %i (started: %s) is reported as %s', async (code, hasStarted, reason) => {
    const { clock, element, events, load } = make();
    load();
    if (hasStarted) await clock.advanceAsync(100);
    element.fail(code);
    await clock.advanceAsync(100);
    expect(events.at(-1)).toMatchObject({ kind: 'failed', reason });
  });

  test('an aborted source is not a failure', async () => {
    const { clock, element, events, load } = make();
    load();
    await clock.advanceAsync(100);
    element.fail(1);
    await clock.advanceAsync(100);
    expect(kindsOf(events)).not.toContain('failed');
  });

  test('an expired address fails at a seek, and the target position is kept', async () => {
    const { clock, element, output, events, load } = make();
    load();
    await clock.advanceAsync(100);
    await output.play();
    output.seek(seconds(40));
    element.fail(2);
    await clock.advanceAsync(100);
    expect(events.at(-1)).toMatchObject({ kind: 'failed', reason: 'network' });
    expect(output.position()).toBeCloseTo(40, 1);
  });

  test('keeps the volume between 0 and 1 (PLAY-45)', () => {
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
