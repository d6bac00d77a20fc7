import type { Container } from 'inversify';
import { AnswerMessage } from '../application/answer-message.ts';
import { AskTheUniverse } from '../application/ask-the-universe.ts';
import { ChangeTrack } from '../application/change-track.ts';
import { ChoosePlace } from '../application/choose-place.ts';
import { ClosePlayer } from '../application/close-player.ts';
import { CreateAccount } from '../application/create-account.ts';
import { ExtendSleep } from '../application/extend-sleep.ts';
import { FollowMembership } from '../application/follow-membership.ts';
import { HostedSignIn } from '../application/hosted-sign-in.ts';
import { LoadPdf } from '../application/load-pdf.ts';
import { MarkFinished } from '../application/mark-finished.ts';
import { MoveInTrack } from '../application/move-in-track.ts';
import { OfferSubscription } from '../application/offer-subscription.ts';
import { PlayAudio } from '../application/play-audio.ts';
import { PlayItem } from '../application/play-item.ts';
import { PlayTrack } from '../application/play-track.ts';
import { ResetPassword } from '../application/reset-password.ts';
import { SetSleep } from '../application/set-sleep.ts';
import { SetSpeed } from '../application/set-speed.ts';
import { SetVolume } from '../application/set-volume.ts';
import { SignIn } from '../application/sign-in.ts';
import { ToggleFavorite } from '../application/toggle-favorite.ts';
import { ToggleFollow } from '../application/toggle-follow.ts';
import { ToggleMute } from '../application/toggle-mute.ts';
import { TogglePlayback } from '../application/toggle-playback.ts';
import { UndoJump } from '../application/undo-jump.ts';
import { UpdatePlayerItem } from '../application/update-player-item.ts';
import { WarmAudio } from '../application/warm-audio.ts';
import type { LateServices } from '../ui/services.ts';

/** Resolves what comes after the first content; its modules have been loaded. */
export const lateServices = (container: Container): LateServices => ({
  answerMessage: container.get(AnswerMessage),
  askTheUniverse: container.get(AskTheUniverse),
  changeTrack: container.get(ChangeTrack),
  choosePlace: container.get(ChoosePlace),
  closePlayer: container.get(ClosePlayer),
  createAccount: container.get(CreateAccount),
  extendSleep: container.get(ExtendSleep),
  followMembership: container.get(FollowMembership),
  hostedSignIn: container.get(HostedSignIn),
  loadPdf: container.get(LoadPdf),
  markFinished: container.get(MarkFinished),
  moveInTrack: container.get(MoveInTrack),
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
  warmAudio: container.get(WarmAudio),
});
