import { PlayerState } from './player-state.ts';
import { LastJumpState } from './seek/last-jump-state.ts';
import { PlaybackSettingsState } from './settings/playback-settings-state.ts';
import { ShareLink } from './share-link.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of playback. */
export const playbackServices = {
  player: PlayerState,
  lastJump: LastJumpState,
  playerSettings: PlaybackSettingsState,
  shareLink: ShareLink,
  changeTrack: lazy(async () => (await import('./change-track.ts')).ChangeTrack, ['next', 'previous']),
  closePlayer: lazy(async () => (await import('./close-player.ts')).ClosePlayer, ['close', 'resume']),
  extendSleep: lazy(async () => (await import('./sleep/extend-sleep.ts')).ExtendSleep, ['extend']),
  seek: lazy(async () => (await import('./seek/seek.ts')).Seek, ['seekTo', 'skipBy']),
  playAudio: lazy(async () => (await import('./play-audio.ts')).PlayAudio, ['play']),
  playFrom: lazy(async () => (await import('./play-from.ts')).PlayFrom, ['play']),
  playItem: lazy(async () => (await import('./play-item.ts')).PlayItem, ['playOrPause', 'playOrPauseTrack']),
  preloadAudio: lazy(async () => (await import('./preload/preload-audio.ts')).PreloadAudio, ['preload']),
  setSleep: lazy(async () => (await import('./sleep/set-sleep.ts')).SetSleep, ['setSleep']),
  setSpeed: lazy(async () => (await import('./settings/set-speed.ts')).SetSpeed, ['setSpeed']),
  setVolume: lazy(async () => (await import('./settings/set-volume.ts')).SetVolume, ['setVolume']),
  toggleMute: lazy(async () => (await import('./settings/toggle-mute.ts')).ToggleMute, ['toggle']),
  editUpNext: lazy(
    async () => (await import('./up-next/edit-up-next.ts')).EditUpNext,
    ['list', 'playNext', 'addToEnd'],
  ),
  playUpNext: lazy(async () => (await import('./up-next/play-up-next.ts')).PlayUpNext, ['play']),
  togglePlayback: lazy(
    async () => (await import('./toggle-playback.ts')).TogglePlayback,
    ['toggle', 'resume'],
  ),
  undoJump: lazy(async () => (await import('./seek/undo-jump.ts')).UndoJump, ['undo']),
  updatePlayerItem: lazy(async () => (await import('./update-player-item.ts')).UpdatePlayerItem, ['update']),
};
