import type { DeviceState } from '../../ports/audio-output.ts';

/** How loud the sound is, and where it goes. This belongs to the page and not to the listener, so a sign-out keeps it. */
export class AudioOutputState {
  volume = 1;
  /** False on a device where only its own buttons set the volume. */
  canSetVolume = true;
  /** Whether another device can play, or plays (PLAY-110). */
  device: DeviceState = 'none';

  /** From 0 to 1. Other values are limited to this range. */
  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
  }

  setVolumeControl(canSetVolume: boolean): void {
    this.canSetVolume = canSetVolume;
  }

  setDevice(state: DeviceState): void {
    this.device = state;
  }
}
