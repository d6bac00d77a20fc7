import { seconds } from '../../domain/time.ts';
import type { MediaCommand, MediaControls, MediaPosition, NowPlaying } from '../../ports/media-controls.ts';
import { Emitter } from '../shared/emitter.ts';

/** Media controls whose display can be read, and whose buttons can be pressed. */
export class MemoryMediaControls implements MediaControls {
  readonly commands = new Emitter<MediaCommand>();
  /** What the system shows; null if nothing is. */
  shown: NowPlaying | null = null;
  /** Whether the system shows that it plays. */
  isPlaying = false;
  /** The position that the system shows; null if it shows none. */
  position: MediaPosition | null = null;

  show(playing: NowPlaying | null): void {
    this.shown = playing;
    if (playing !== null) return;
    this.isPlaying = false;
    this.position = null;
  }

  setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying && this.shown !== null;
  }

  setPosition(position: MediaPosition | null): void {
    const isValid = position !== null && Number.isFinite(position.duration) && position.duration > 0;
    this.position = isValid && this.shown !== null ? within(position) : null;
  }

  /** Presses a button. Without a title there are no buttons. */
  press(command: MediaCommand): void {
    if (this.shown !== null) this.commands.emit(command);
  }
}

const within = (sent: MediaPosition): MediaPosition => {
  const position = Number.isFinite(sent.position) ? sent.position : 0;
  return { ...sent, position: seconds(Math.min(Math.max(position, 0), sent.duration)) };
};
