import { describe, expect, test } from 'vitest';

import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { AudioEvent } from '../../../src/ports/audio-output.ts';
import { FakeMediaElement } from './fake-media-element.ts';

/** An output on elements that behave as in Safari on a phone. */
const make = () => {
  const clock = new MemoryClock();
  const gesture = { isActive: false };
  const elements: FakeMediaElement[] = [];
  const create = () => {
    const element = new FakeMediaElement(clock);
    element.gesture = gesture;
    element.hasFixedVolume = true;
    elements.push(element);
    return element as unknown as HTMLAudioElement;
  };
  const output = new HtmlAudioOutput(create(), clock, create);
  const events: AudioEvent[] = [];
  output.events.subscribe((event) => events.push(event));
  /** Loads a source, and calls `play` after the gesture has ended. */
  const playLater = async (url: string, startAt = 0) => {
    output.load({ url, startAt: seconds(startAt), speed: DEFAULT_SPEED });
    const played = output.play();
    await clock.advanceAsync(1000);
    return played;
  };
  const tap = () => {
    gesture.isActive = true;
    output.useGesture();
    gesture.isActive = false;
  };
  return { clock, elements, output, events, playLater, tap };
};

const kindsOf = (events: readonly AudioEvent[]): readonly string[] => events.map(({ kind }) => kind);

const PLAYS = { ok: true, value: undefined };
const DENIED = { ok: false, error: { kind: 'denied' } };

describe('Safari on a phone', () => {
  test('plays a source whose address came after the gesture (PLAY-70)', async () => {
    expect(await make().playLater('https://media.invalid/a.mp3'), 'without a gesture').toEqual(DENIED);
    const { playLater, tap } = make();
    tap();
    expect(await playLater('https://media.invalid/a.mp3')).toEqual(PLAYS);
  });

  test('plays the next track without a gesture, on the element that preloaded it (PLAY-70)', async () => {
    const { clock, output, playLater, tap, elements } = make();
    tap();
    await playLater('https://media.invalid/a.mp3');
    output.preload('https://media.invalid/b.mp3');
    await clock.advanceAsync(1000);
    expect(await playLater('https://media.invalid/b.mp3')).toEqual(PLAYS);
    expect(elements.map(({ src }) => src)).toEqual(['', 'https://media.invalid/b.mp3']);
  });

  test('a gesture changes nothing about a source that is loaded', async () => {
    const { output, playLater, tap, events } = make();
    tap();
    await playLater('https://media.invalid/a.mp3', 20);
    const before = kindsOf(events);
    tap();
    expect(output.position()).toBeGreaterThan(20);
    expect(kindsOf(events)).toEqual(before);
  });

  test('is silent at volume 0, although the volume cannot be set (PLAY-72)', async () => {
    const { output, elements } = make();
    const [element] = elements;
    expect(output.canSetVolume).toBe(false);
    output.setVolume(0.4);
    expect([element?.volume, element?.muted]).toEqual([1, false]);
    output.setVolume(0);
    expect(element?.muted).toBe(true);
    output.setVolume(0.4);
    expect(element?.muted).toBe(false);
  });

  test('stays at its position while the system suspends the page, also for hours, and plays on', async () => {
    const { clock, elements, output, events, playLater, tap } = make();
    tap();
    await playLater('https://media.invalid/a.mp3', 20);
    // A call comes in: the system pauses the sound.
    elements[0]?.pause();
    await clock.advanceAsync(100);
    expect(kindsOf(events).at(-1)).toBe('paused');
    const at = output.position();
    await clock.advanceAsync(3 * 3_600_000);
    expect(output.position()).toBe(at);
    expect(kindsOf(events)).not.toContain('failed');
    expect(await output.play()).toEqual(PLAYS);
  });

  test('an address that responds without ranges fails as a source that cannot be played', async () => {
    const { clock, elements, output, events, tap } = make();
    tap();
    const [element] = elements;
    if (element !== undefined) element.source.fails = true;
    output.load({ url: 'https://media.invalid/a.mp3', startAt: seconds(20), speed: DEFAULT_SPEED });
    await clock.advanceAsync(1000);
    expect(events).toEqual([expect.objectContaining({ kind: 'failed', reason: 'unplayable' })]);
    expect(output.position(), 'the position is kept').toBe(20);
  });
});
