import { describe, expect, test } from 'vitest';
import {
  MediaSessionControls,
  type SystemSession,
} from '../../../src/adapters/browser/media-session-controls.ts';
import { DEFAULT_SPEED, asSpeed } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { MediaCommand, MediaPosition, NowPlaying } from '../../../src/ports/media-controls.ts';
import { describeMediaControls } from '../../contract/playback/media-controls.ts';

const plain = (init: MediaMetadataInit): MediaMetadata => ({
  title: '',
  artist: '',
  album: '',
  ...init,
  artwork: init.artwork ?? [],
});

/** A media session that is as strict as the standard. Invalid values throw. */
class FakeSession implements SystemSession {
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
const actionOf = (command: MediaCommand): MediaSessionActionDetails => {
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

describeMediaControls('MediaSessionControls', () => {
  const session = new FakeSession();
  return {
    controls: new MediaSessionControls(session, FakeSession.describe),
    shown: () => session.shown,
    isPlaying: () => session.playbackState === 'playing',
    position: () => session.shownPosition,
    press: (command) => session.press(actionOf(command)),
  };
});

const SONG = { title: 'Low Water', artist: '', album: '', artwork: 'https://media.example/cover.png' };

describe('the media session', () => {
  test('offers the artwork in the sizes that systems use', () => {
    const session = new FakeSession();
    new MediaSessionControls(session, FakeSession.describe).show(SONG);
    const artwork = session.metadata?.artwork ?? [];
    expect(artwork.map(({ sizes }) => sizes)).toEqual([
      '96x96',
      '128x128',
      '192x192',
      '256x256',
      '384x384',
      '512x512',
    ]);
    expect(new Set(artwork.map(({ src }) => src))).toEqual(new Set([SONG.artwork]));
  });

  test('is empty when no title is shown', () => {
    const session = new FakeSession();
    const controls = new MediaSessionControls(session, FakeSession.describe);
    controls.show(SONG);
    controls.setPlaying(true);
    controls.show(null);
    expect(session.playbackState).toBe('none');
    expect(session.handlers.size).toBe(0);
  });

  test('works without actions that a browser does not know', () => {
    const session = new FakeSession(['seekto', 'stop']);
    new MediaSessionControls(session, FakeSession.describe).show(SONG);
    expect([...session.handlers.keys()]).toEqual([
      'play',
      'pause',
      'seekbackward',
      'seekforward',
      'previoustrack',
      'nexttrack',
    ]);
  });

  test('ignores a seek without a position, and a step of 0', () => {
    const session = new FakeSession();
    const controls = new MediaSessionControls(session, FakeSession.describe);
    const received: MediaCommand[] = [];
    controls.commands.subscribe((command) => received.push(command));
    controls.show(SONG);
    session.press({ action: 'seekto' });
    session.press({ action: 'seekto', seekTime: Number.NaN });
    session.press({ action: 'seekforward', seekOffset: 0 });
    expect(received).toEqual([{ kind: 'skip', step: null }]);
  });

  test('has all its buttons again when a title is shown again, after the system has forgotten them (PLAY-71)', () => {
    const session = new FakeSession();
    const controls = new MediaSessionControls(session, FakeSession.describe);
    const received: MediaCommand[] = [];
    controls.commands.subscribe((command) => received.push(command));
    controls.show(SONG);
    const before = [...session.handlers.keys()];
    session.handlers.clear();
    controls.show(SONG);
    expect([...session.handlers.keys()]).toEqual(before);
    session.press({ action: 'seekto', seekTime: 42 });
    expect(received).toEqual([{ kind: 'seek', to: 42 }]);
    expect(before, 'a page that handles one action has to handle all').toEqual(
      expect.arrayContaining(['play', 'pause', 'seekto', 'seekbackward', 'seekforward']),
    );
  });

  test('works in a browser without media session', () => {
    const controls = new MediaSessionControls(undefined, FakeSession.describe);
    expect(() => {
      controls.show(SONG);
      controls.setPlaying(true);
      controls.setPosition({ position: seconds(1), duration: seconds(2), speed: DEFAULT_SPEED });
      controls.show(null);
    }).not.toThrow();
  });
});
