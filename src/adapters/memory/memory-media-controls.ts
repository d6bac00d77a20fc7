import { seconds } from '../../domain/time.ts';
import type { MediaCommand, MediaControls, MediaPosition, NowPlaying } from '../../ports/media-controls.ts';
import { Emitter } from '../shared/emitter.ts';

/** A lock screen that can be looked at, and whose buttons can be pressed. */
export class MemoryMediaControls implements MediaControls {
  readonly commands = new Emitter<MediaCommand>();
  shown: NowPlaying | null = null;
  isPlaying = false;
  place: MediaPosition | null = null;

  show(playing: NowPlaying | null): void {
    this.shown = playing;
    if (playing !== null) return;
    this.isPlaying = false;
    this.place = null;
  }

  setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying && this.shown !== null;
  }

  setPosition(place: MediaPosition | null): void {
    const makesSense = place !== null && Number.isFinite(place.duration) && place.duration > 0;
    this.place = makesSense && this.shown !== null ? within(place) : null;
  }

  /** Presses a button; there are none while nothing is shown. */
  press(command: MediaCommand): void {
    if (this.shown !== null) this.commands.emit(command);
  }
}

const within = (place: MediaPosition): MediaPosition => {
  const position = Number.isFinite(place.position) ? place.position : 0;
  return { ...place, position: seconds(Math.min(Math.max(position, 0), place.duration)) };
};
