import type { Container } from 'inversify';
import { reaction } from 'mobx';
import { EndSession } from '../application/session/end-session.ts';
import { FollowAudio } from '../application/playback/follow-audio.ts';
import { FollowMediaControls } from '../application/playback/follow-media-controls.ts';
import { FollowMembership } from '../application/entitlement/follow-membership.ts';
import { FollowReports } from '../application/progress/follow-reports.ts';
import { FollowTabs } from '../application/playback/follow-tabs.ts';
import { HostedSignOut } from '../application/session/hosted-sign-out.ts';
import { RecoverReports } from '../application/progress/recover-reports.ts';
import { ReportPlayback } from '../application/progress/report-playback.ts';
import { SignOut } from '../application/session/sign-out.ts';
import { PlayerState } from '../application/playback/player-state.ts';
import { UserState } from '../application/session/user-state.ts';
import type { Subscription } from '../ports/signal.ts';
import { mediaUrlFrom } from './media-url.ts';
import { mirrorMediaControls } from './mirror-media-controls.ts';
import { resolve } from './register.ts';
import { TOKENS } from './tokens.ts';

/** Connects the use cases of playback to the sound and the browser. */
export function startPlayback(container: Container): readonly Subscription[] {
  endWithSession(container);
  const following = [
    resolve(container, FollowAudio).start(),
    resolve(container, FollowMediaControls).start(),
    resolve(container, FollowTabs).start(),
    resolve(container, FollowReports).start(),
    resolve(container, FollowMembership).start(),
  ];
  mirrorMediaControls(
    resolve(container, PlayerState),
    container.get(TOKENS.mediaControls),
    mediaUrlFrom(container.get(TOKENS.configuration).apiUrl),
  );
  // The session is back: reports that waited for it are sent (PROG-35).
  reaction(
    () => resolve(container, UserState).user.id,
    () => void resolve(container, RecoverReports).recover(),
  );
  return following;
}

/** Stops the sound when the session ends, after what was heard is stored for the listener (SES-41, PLAY-59). */
export function endWithSession(container: Container): void {
  const output = container.get(TOKENS.audioOutput);
  const reportPlayback = resolve(container, ReportPlayback);
  resolve(container, SignOut).completedBy({
    reportLast: async () => reportPlayback.reportLast(),
    leaveHostedLogin: async () => resolve(container, HostedSignOut).signOut(),
  });
  resolve(container, EndSession).runBefore(() => {
    reportPlayback.store();
    output.unload();
  });
}
