import { Subject } from 'rxjs';

import { seconds, type Seconds } from '../../domain/time.ts';
import type { MediaCommand, MediaControls, MediaPosition, NowPlaying } from '../../ports/media-controls.ts';

/** The part of the browser's media session that is used here. */
export type SystemSession = Pick<
  MediaSession,
  'metadata' | 'playbackState' | 'setActionHandler' | 'setPositionState'
>;

/** The sizes of artwork, in pixels, that systems use. */
const ARTWORK_SIZES = [96, 128, 192, 256, 384, 512];

const ACTIONS: readonly MediaSessionAction[] = [
  'play',
  'pause',
  'stop',
  'seekbackward',
  'seekforward',
  'seekto',
  'previoustrack',
  'nexttrack',
];

const stepOf = (offset: number | undefined): Seconds | null =>
  offset !== undefined && Number.isFinite(offset) && offset > 0 ? seconds(offset) : null;

const commandOf = ({ action, seekOffset, seekTime }: MediaSessionActionDetails): MediaCommand | null => {
  switch (action) {
    case 'play':
    case 'pause':
    case 'stop':
      return { kind: action };
    case 'previoustrack':
      return { kind: 'previous' };
    case 'nexttrack':
      return { kind: 'next' };
    case 'seekbackward':
      return { kind: 'rewind', step: stepOf(seekOffset) };
    case 'seekforward':
      return { kind: 'skip', step: stepOf(seekOffset) };
    case 'seekto':
      return seekTime !== undefined && Number.isFinite(seekTime)
        ? { kind: 'seek', to: seconds(Math.max(seekTime, 0)) }
        : null;
    default:
      return null;
  }
};

/** Returns null if the duration is unknown or infinite, and moves the position into the track. The browser would throw. */
const positionState = (sent: MediaPosition): MediaPositionState | null => {
  const { duration, position, speed } = sent;
  if (!Number.isFinite(duration) || duration <= 0) return null;
  const inside = Number.isFinite(position) ? Math.min(Math.max(position, 0), duration) : 0;
  return { duration, position: inside, playbackRate: speed };
};

/** The browser's media session: lock screen, media keys, headset buttons. */
export class MediaSessionControls implements MediaControls {
  readonly commands = new Subject<MediaCommand>();
  private isShown = false;

  /**
   * @param session undefined in a browser without one
   * @param describe makes the browser's description of the title
   */
  constructor(
    private readonly session: SystemSession | undefined,
    private readonly describe: (init: MediaMetadataInit) => MediaMetadata,
  ) {}

  show(playing: NowPlaying | null): void {
    if (this.session === undefined) return;
    this.session.metadata = playing === null ? null : this.describe(this.metadataOf(playing));
    if (playing === null) {
      this.session.playbackState = 'none';
      this.session.setPositionState();
    }
    this.isShown = playing !== null;
    this.setHandlers(this.session);
  }

  setPlaying(isPlaying: boolean): void {
    if (this.session === undefined || !this.isShown) return;
    this.session.playbackState = isPlaying ? 'playing' : 'paused';
  }

  setPosition(position: MediaPosition | null): void {
    if (this.session === undefined || !this.isShown) return;
    const state = position === null ? null : positionState(position);
    if (state === null) this.session.setPositionState();
    else this.session.setPositionState(state);
  }

  private metadataOf({ title, artist, album, artwork }: NowPlaying): MediaMetadataInit {
    return {
      title,
      artist,
      album,
      artwork:
        artwork === null ? [] : ARTWORK_SIZES.map((size) => ({ src: artwork, sizes: `${size}x${size}` })),
    };
  }

  /** Sets all handlers together: once a page handles one action, Safari handles none of the others itself. */
  private setHandlers(session: SystemSession): void {
    for (const action of ACTIONS) this.handle(session, action);
  }

  private handle(session: SystemSession, action: MediaSessionAction): void {
    const tell = (details: MediaSessionActionDetails) => {
      const command = commandOf(details);
      if (command !== null) this.commands.next(command);
    };
    try {
      session.setActionHandler(action, this.isShown ? tell : null);
    } catch {
      // The browser throws for an action that it does not know. It has no button for it.
    }
  }
}
