import type { SystemSession } from '../../../src/adapters/browser/media-session-controls.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { MediaCommand, MediaPosition, NowPlaying } from '../../../src/ports/media-controls.ts';

const plain = (init: MediaMetadataInit): MediaMetadata => ({
  title: '',
  artist: '',
  album: '',
  ...init,
  artwork: init.artwork ?? [],
});

/** A media session that is as strict as the standard. Invalid values throw. */
export class FakeSession implements SystemSession {
  metadata: MediaMetadata | null = null;
  playbackState: MediaSessionPlaybackState = 'none';
  position: MediaPositionState | null = null;
  readonly handlers = new Map<MediaSessionAction, MediaSessionActionHandler>();

  constructor(private readonly unknown: readonly MediaSessionAction[] = []) {}

  static describe = plain;

  setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    if (this.unknown.includes(action)) throw new TypeError(`${action} is not known`);
    if (handler === null) this.handlers.delete(action);
    else this.handlers.set(action, handler);
  }

  setPositionState(state?: MediaPositionState): void {
    if (state === undefined || Object.keys(state).length === 0) {
      this.position = null;
      return;
    }
    const { duration = Number.NaN, position = 0, playbackRate = 1 } = state;
    if (Number.isNaN(duration) || duration < 0) throw new TypeError('The duration is invalid');
    if (!Number.isFinite(position) || position < 0 || position > duration) {
      throw new TypeError('The position is outside the track');
    }
    if (!Number.isFinite(playbackRate) || playbackRate === 0) throw new TypeError('The rate is invalid');
    this.position = { duration, position, playbackRate };
  }

  press(details: MediaSessionActionDetails): void {
    this.handlers.get(details.action)?.(details);
  }

  get shown(): NowPlaying | null {
    if (this.metadata === null) return null;
    const { title, artist, album, artwork } = this.metadata;
    return { title, artist, album, artwork: artwork[0]?.src ?? null };
  }

  get shownPosition(): MediaPosition | null {
    if (this.position === null) return null;
    const { position = 0, duration = 0, playbackRate = 1 } = this.position;
    return {
      position: seconds(position),
      duration: seconds(duration),
      speed: asSpeed(playbackRate) ?? DEFAULT_SPEED,
    };
  }
}

/** The browser's name of a command. */
export const actionOf = (command: MediaCommand): MediaSessionActionDetails => {
  switch (command.kind) {
    case 'play':
    case 'pause':
    case 'stop':
      return { action: command.kind };
    case 'previous':
      return { action: 'previoustrack' };
    case 'next':
      return { action: 'nexttrack' };
    case 'seek':
      return { action: 'seekto', seekTime: command.to };
    case 'rewind':
    case 'skip': {
      const action = command.kind === 'skip' ? 'seekforward' : 'seekbackward';
      return command.step === null ? { action } : { action, seekOffset: command.step };
    }
  }
};
