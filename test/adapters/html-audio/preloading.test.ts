// Proves PLAY-61, TEXT-5.
import { describe, expect, test } from 'vitest';

import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { AudioEvent } from '../../../src/ports/audio-output.ts';
import { FakeMediaElement } from './fake-media-element.ts';

const FASTER = asSpeed(2) ?? DEFAULT_SPEED;
const URL = 'https://media.invalid/a.mp3';

const make = () => {
  const clock = new MemoryClock();
  const element = new FakeMediaElement(clock);
  const spare = new FakeMediaElement(clock);
  const output = new HtmlAudioOutput(
    element as unknown as HTMLAudioElement,
    clock,
    () => spare as unknown as HTMLAudioElement,
  );
  const received: AudioEvent[] = [];
  output.events.subscribe((event) => received.push(event));
  const load = (startAt = 0) => output.load({ url: URL, startAt: seconds(startAt), speed: DEFAULT_SPEED });
  return { clock, element, spare, output, received, load };
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

describe('a preloaded source', () => {
  const next = (output: HtmlAudioOutput, startAt = 0) =>
    output.load({ url: `${URL}?next`, startAt: seconds(startAt), speed: FASTER });

  test('plays at once from the element that loaded it, and the other element is emptied', async () => {
    const { clock, element, spare, output, received, load } = make();
    load(58);
    void output.play();
    output.setVolume(0.4);
    output.preload(`${URL}?next`);
    await clock.advanceAsync(3000);
    expect(kindsOf(received)).toContain('ended');
    expect(spare.paused).toBe(true);
    const id = next(output);
    void output.play();
    await clock.advanceAsync(5);
    expect(received.at(-1)).toEqual({ load: id, kind: 'playing' });
    expect(element.src).toBe('');
    expect(element.paused).toBe(true);
    expect(spare).toMatchObject({ paused: false, volume: 0.4, playbackRate: 2, preservesPitch: true });
    // The text follows this position.
    expect(output.position()).toBeLessThan(0.1);
    await clock.advanceAsync(500);
    expect(output.position()).toBe(spare.currentTime);
    expect(output.position()).toBeCloseTo(1, 1);
  });

  test('frees its element for the next source', async () => {
    const { clock, element, spare, output, load } = make();
    load();
    output.preload(`${URL}?next`);
    await clock.advanceAsync(100);
    next(output);
    output.preload(`${URL}?after`);
    expect(element.src).toBe(`${URL}?after`);
    output.load({ url: `${URL}?after`, startAt: seconds(0), speed: DEFAULT_SPEED });
    expect(spare.src).toBe('');
    void output.play();
    await clock.advanceAsync(100);
    expect([element.paused, spare.paused]).toEqual([false, true]);
  });

  test('that failed is loaded again', async () => {
    const { clock, element, spare, output, received, load } = make();
    load();
    spare.source.fails = true;
    output.preload(`${URL}?next`);
    await clock.advanceAsync(100);
    received.length = 0;
    const id = next(output);
    void output.play();
    await clock.advanceAsync(1000);
    expect(element.src).toBe(`${URL}?next`);
    expect(received[0]).toMatchObject({ load: id, kind: 'ready' });
    expect(output.position()).toBeGreaterThan(1);
  });

  test('is loaded by the earlier element if the browser refuses the other one', async () => {
    const { clock, element, spare, output, received, load } = make();
    load();
    output.preload(`${URL}?next`);
    await clock.advanceAsync(100);
    spare.deniesNextPlay = true;
    const id = next(output, 10);
    const started = output.play();
    await clock.advanceAsync(1000);
    expect(await started).toEqual({ ok: true, value: undefined });
    expect(element).toMatchObject({ src: `${URL}?next`, paused: false, playbackRate: 2 });
    expect(spare.src).toBe('');
    expect(received.at(-1)).toMatchObject({ load: id, kind: 'moved' });
    expect(output.position()).toBeGreaterThan(11);
  });

  test('starts at any position', async () => {
    const { clock, output, received, load } = make();
    load();
    output.preload(`${URL}?next`);
    await clock.advanceAsync(100);
    received.length = 0;
    const id = next(output, 30);
    await clock.advanceAsync(100);
    expect(received[0]).toMatchObject({ load: id, kind: 'ready' });
    expect(output.position()).toBe(30);
  });

  test('starts at its position after its duration is known (PLAY-93)', async () => {
    const { clock, spare, output, load } = make();
    load();
    spare.source.durationTakes = 400;
    output.preload(`${URL}?next`);
    await clock.advanceAsync(100);
    next(output, 30);
    void output.play();
    await clock.advanceAsync(3000);
    expect(spare.duration).toBe(60);
    expect(spare.ended).toBe(false);
    expect(output.position()).toBeGreaterThan(30);
  });

  test('is silent, sends no events, and is dropped when another source is loaded', async () => {
    const { clock, element, spare, output, received, load } = make();
    const first = load();
    await clock.advanceAsync(100);
    output.preload(`${URL}?next`);
    await clock.advanceAsync(1000);
    expect(kindsOf(received)).toEqual(['ready']);
    expect(spare.paused).toBe(true);
    const second = load(3);
    await clock.advanceAsync(100);
    expect(spare.src).toBe('');
    expect(element.src).toBe(URL);
    expect(new Set(received.map((event) => event.load))).toEqual(new Set([first, second]));
  });

  test('is dropped by unload', async () => {
    const { clock, spare, output, load } = make();
    load();
    output.preload(`${URL}?next`);
    await clock.advanceAsync(100);
    output.unload();
    expect(spare.src).toBe('');
  });
});
