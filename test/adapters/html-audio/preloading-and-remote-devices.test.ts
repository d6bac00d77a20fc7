import { describe, expect, test } from 'vitest';
import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { AudioEvent, DeviceState } from '../../../src/ports/audio-output.ts';
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

  test('that failed is loaded again (PLAY-61)', async () => {
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

  test('is silent, sends no events, and is dropped when another source is loaded (PLAY-61)', async () => {
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

/** The part of the Remote Playback API that the adapter uses. */
class FakeRemote extends EventTarget {
  state = 'disconnected';
  prompts = 0;
  found: (isAvailable: boolean) => void = () => undefined;

  async watchAvailability(found: (isAvailable: boolean) => void): Promise<number> {
    this.found = found;
    return 1;
  }

  async prompt(): Promise<void> {
    this.prompts += 1;
    throw new DOMException('The listener closed the list.', 'NotAllowedError');
  }

  become(state: 'connected' | 'disconnected'): void {
    this.state = state;
    this.dispatchEvent(new Event(state === 'connected' ? 'connect' : 'disconnect'));
  }
}

const withRemote = (extended: (element: FakeMediaElement) => object = () => ({})) => {
  const clock = new MemoryClock();
  const create = (): FakeMediaElement => {
    const element = new FakeMediaElement(clock);
    return Object.assign(element, extended(element));
  };
  const [element, spare] = [create(), create()];
  const output = new HtmlAudioOutput(
    element as unknown as HTMLAudioElement,
    clock,
    () => spare as unknown as HTMLAudioElement,
  );
  const load = (url = URL) => output.load({ url, startAt: seconds(0), speed: DEFAULT_SPEED });
  const states: DeviceState[] = [];
  output.otherDevices?.states.subscribe((state) => states.push(state));
  return { clock, element, spare, output, load, states };
};

describe('other devices', () => {
  test('do not exist where the browser cannot play elsewhere (PLAY-110)', () => {
    expect(withRemote().output.otherDevices).toBeNull();
  });

  test('are found, chosen, connected and left (PLAY-110)', async () => {
    const remote = new FakeRemote();
    const { output, load, states } = withRemote(() => ({ remote }));
    load();
    remote.found(true);
    await output.otherDevices?.choose();
    expect(remote.prompts).toBe(1);
    remote.become('connected');
    remote.become('disconnected');
    remote.found(false);
    expect(states).toEqual(['none', 'available', 'connected', 'available', 'none']);
  });

  test('keep the sound: the next source plays from the same element (PLAY-110)', async () => {
    const remotes: FakeRemote[] = [];
    const { clock, element, spare, output, load } = withRemote(() => {
      const remote = new FakeRemote();
      remotes.push(remote);
      return { remote };
    });
    load();
    void output.play();
    output.preload(`${URL}?next`);
    await clock.advanceAsync(1000);
    remotes[0]?.become('connected');
    load(`${URL}?next`);
    void output.play();
    await clock.advanceAsync(1000);
    expect(element.src).toBe(`${URL}?next`);
    expect(output.position()).toBeGreaterThan(0.5);
    output.preload(`${URL}?third`);
    expect(spare.src).toBe('');
  });

  test('a browser that does not tell shows none', async () => {
    class Silent extends FakeRemote {
      override async watchAvailability(): Promise<number> {
        throw new DOMException('', 'NotSupportedError');
      }
    }
    const { load, states, clock } = withRemote(() => ({ remote: new Silent() }));
    load();
    await clock.advanceAsync(10);
    expect(states).toEqual(['none']);
  });

  test('are found by AirPlay', async () => {
    let picked = 0;
    const { element, output, load, states } = withRemote(() => ({
      webkitCurrentPlaybackTargetIsWireless: false,
      webkitShowPlaybackTargetPicker: () => (picked += 1),
    }));
    load();
    const found = new Event('webkitplaybacktargetavailabilitychanged');
    element.dispatchEvent(Object.assign(found, { availability: 'available' }));
    await output.otherDevices?.choose();
    expect(picked).toBe(1);
    Object.assign(element, { webkitCurrentPlaybackTargetIsWireless: true });
    element.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
    expect(states).toEqual(['none', 'available', 'connected']);
  });
});
