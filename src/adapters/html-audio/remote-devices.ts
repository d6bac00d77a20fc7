import { BehaviorSubject } from 'rxjs';
import type { DeviceState, OtherDevices } from '../../ports/audio-output.ts';

/** Safari before it had the Remote Playback API: AirPlay. */
type AirPlayElement = HTMLAudioElement & {
  webkitShowPlaybackTargetPicker(): void;
  readonly webkitCurrentPlaybackTargetIsWireless: boolean;
};

const remoteOf = (element: HTMLAudioElement): RemotePlayback | null =>
  'remote' in element ? element.remote : null;

const hasAirPlay = (element: HTMLAudioElement): element is AirPlayElement =>
  'webkitShowPlaybackTargetPicker' in element;

/** True if the browser can play the sound of the element on another device. */
export const canPlayElsewhere = (element: HTMLAudioElement): boolean =>
  remoteOf(element) !== null || hasAirPlay(element);

/** True if the sound of the element plays on another device, or is about to. */
export const isElsewhere = (element: HTMLAudioElement): boolean => {
  const remote = remoteOf(element);
  if (remote !== null) return remote.state !== 'disconnected';
  return hasAirPlay(element) && element.webkitCurrentPlaybackTargetIsWireless;
};

/** The devices that the browser offers for the element that sounds. The browser has the list, and speaks to them. */
export class RemoteDevices implements OtherDevices {
  readonly states = new BehaviorSubject<DeviceState>('none');
  /** Whether there is a device, for each element that is watched. */
  private readonly watched = new Map<HTMLAudioElement, boolean>();

  constructor(private readonly sounding: () => HTMLAudioElement) {}

  /** To be called when another element may sound. */
  follow(): void {
    const element = this.sounding();
    if (!this.watched.has(element)) this.watch(element);
    this.update();
  }

  async choose(): Promise<void> {
    const element = this.sounding();
    const remote = remoteOf(element);
    try {
      if (remote !== null) await remote.prompt();
      else if (hasAirPlay(element)) element.webkitShowPlaybackTargetPicker();
    } catch {
      // The listener closed the list, or the devices are gone.
    }
  }

  private watch(element: HTMLAudioElement): void {
    const found = (isAvailable: boolean): void => {
      this.watched.set(element, isAvailable);
      this.update();
    };
    this.watched.set(element, false);
    const remote = remoteOf(element);
    if (remote === null) {
      element.addEventListener('webkitplaybacktargetavailabilitychanged', (event) =>
        found('availability' in event && event.availability === 'available'),
      );
      element.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', () => this.update());
      return;
    }
    for (const name of ['connecting', 'connect', 'disconnect'])
      remote.addEventListener(name, () => this.update());
    // A browser that does not tell shows no button.
    remote.watchAvailability(found).catch(() => found(false));
  }

  private update(): void {
    const element = this.sounding();
    const state = isElsewhere(element)
      ? 'connected'
      : this.watched.get(element) === true
        ? 'available'
        : 'none';
    if (state !== this.states.value) this.states.next(state);
  }
}
