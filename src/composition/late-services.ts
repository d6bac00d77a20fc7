import type { Container } from 'inversify';
import { AnswerMessage } from '../application/messaging/answer-message.ts';
import { AskTheUniverse } from '../application/catalogue/ask-the-universe.ts';
import { ChangeTrack } from '../application/playback/change-track.ts';
import { ChoosePosition } from '../application/progress/choose-position.ts';
import { ClosePlayer } from '../application/playback/close-player.ts';
import { CreateAccount } from '../application/session/create-account.ts';
import { ExtendSleep } from '../application/playback/sleep/extend-sleep.ts';
import { FollowMembership } from '../application/entitlement/follow-membership.ts';
import { HostedSignIn } from '../application/session/hosted-sign-in.ts';
import { LoadPdf } from '../application/catalogue/load-pdf.ts';
import { MarkFinished } from '../application/progress/mark-finished.ts';
import { Seek } from '../application/playback/seek/seek.ts';
import { OfferSubscription } from '../application/entitlement/offer-subscription.ts';
import { PlayAudio } from '../application/playback/play-audio.ts';
import { PlayItem } from '../application/playback/play-item.ts';
import { PlayTrack } from '../application/playback/play-track.ts';
import { ResetPassword } from '../application/session/reset-password.ts';
import { SetSleep } from '../application/playback/sleep/set-sleep.ts';
import { SetSpeed } from '../application/playback/set-speed.ts';
import { SetVolume } from '../application/playback/set-volume.ts';
import { SignIn } from '../application/session/sign-in.ts';
import { ToggleFavorite } from '../application/favorites/toggle-favorite.ts';
import { ToggleFollow } from '../application/favorites/toggle-follow.ts';
import { ToggleMute } from '../application/playback/toggle-mute.ts';
import { TogglePlayback } from '../application/playback/toggle-playback.ts';
import { UndoJump } from '../application/playback/seek/undo-jump.ts';
import { UpdatePlayerItem } from '../application/playback/update-player-item.ts';
import { PreloadAudio } from '../application/playback/preload/preload-audio.ts';
import type { LateServices } from '../ui/app/services.ts';

/** Resolves what comes after the first content; its modules have been loaded. */
export const lateServices = (container: Container): LateServices => ({
  answerMessage: container.get(AnswerMessage),
  askTheUniverse: container.get(AskTheUniverse),
  changeTrack: container.get(ChangeTrack),
  choosePosition: container.get(ChoosePosition),
  closePlayer: container.get(ClosePlayer),
  createAccount: container.get(CreateAccount),
  extendSleep: container.get(ExtendSleep),
  followMembership: container.get(FollowMembership),
  hostedSignIn: container.get(HostedSignIn),
  loadPdf: container.get(LoadPdf),
  markFinished: container.get(MarkFinished),
  seek: container.get(Seek),
  offer: container.get(OfferSubscription),
  playAudio: container.get(PlayAudio),
  playItem: container.get(PlayItem),
  playTrack: container.get(PlayTrack),
  resetPassword: container.get(ResetPassword),
  setSleep: container.get(SetSleep),
  setSpeed: container.get(SetSpeed),
  setVolume: container.get(SetVolume),
  signIn: container.get(SignIn),
  toggleFavorite: container.get(ToggleFavorite),
  toggleFollow: container.get(ToggleFollow),
  toggleMute: container.get(ToggleMute),
  togglePlayback: container.get(TogglePlayback),
  undoJump: container.get(UndoJump),
  updatePlayerItem: container.get(UpdatePlayerItem),
  preloadAudio: container.get(PreloadAudio),
});
