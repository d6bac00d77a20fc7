import { PlayerState } from './player-state.ts';
import { LastJumpState } from './last-jump-state.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { ShareLink } from './share-link.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of playback. */
export const playbackServices = {
  player: PlayerState,
  lastJump: LastJumpState,
  playerSettings: PlaybackSettingsState,
  shareLink: ShareLink,
  changeTrack: lazy(async () => (await import('./change-track.ts')).ChangeTrack, ['next', 'previous']),
  playerControls: lazy(
    async () => (await import('./player-controls.ts')).PlayerControls,
    ['playOrPause', 'playOrPauseTrack', 'choosePosition', 'close', 'resume'],
  ),
  sleepTimer: lazy(async () => (await import('./sleep-timer.ts')).SleepTimer, ['extend', 'set']),
  seek: lazy(async () => (await import('./seek.ts')).Seek, ['seekTo', 'skipBy', 'undo']),
  playAudio: lazy(async () => (await import('./play-audio.ts')).PlayAudio, ['play']),
  playFrom: lazy(async () => (await import('./play-from.ts')).PlayFrom, ['play']),
  preloadAudio: lazy(async () => (await import('./opening/preload-audio.ts')).PreloadAudio, ['preload']),
  playbackSettings: lazy(
    async () => (await import('./playback-settings.ts')).PlaybackSettings,
    ['setSpeed', 'setVolume', 'toggleMute'],
  ),
  upNextQueue: lazy(
    async () => (await import('./up-next/up-next.ts')).UpNext,
    ['list', 'playNext', 'addToEnd', 'playEntry'],
  ),
  togglePlayback: lazy(
    async () => (await import('./toggle-playback.ts')).TogglePlayback,
    ['toggle', 'resume'],
  ),
  newestTitle: lazy(async () => (await import('./newest-title.ts')).NewestTitle, ['update']),
};
