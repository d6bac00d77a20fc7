// Proves PLAY-110.
import { describe, expect, test } from 'vitest';

import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { DeviceState } from '../../../src/ports/audio-output.ts';
import { FakeMediaElement } from './fake-media-element.ts';

const URL = 'https://media.invalid/a.mp3';

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

const make = (extended: (element: FakeMediaElement) => object = () => ({})) => {
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
  test('do not exist where the browser cannot play elsewhere', () => {
    expect(make().output.otherDevices).toBeNull();
  });

  test('are found, chosen, connected and left', async () => {
    const remote = new FakeRemote();
    const { output, load, states } = make(() => ({ remote }));
    load();
    remote.found(true);
    await output.otherDevices?.choose();
    expect(remote.prompts).toBe(1);
    remote.become('connected');
    remote.become('disconnected');
    remote.found(false);
    expect(states).toEqual(['none', 'available', 'connected', 'available', 'none']);
  });

  test('keep the sound: the next source plays from the same element', async () => {
    const remotes: FakeRemote[] = [];
    const { clock, element, spare, output, load } = make(() => {
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
    const { load, states, clock } = make(() => ({ remote: new Silent() }));
    load();
    await clock.advanceAsync(10);
    expect(states).toEqual(['none']);
  });

  test('are found by AirPlay', async () => {
    let picked = 0;
    const { element, output, load, states } = make(() => ({
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
