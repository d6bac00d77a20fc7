import type { OwnSession } from '../../ports/own-sessions.ts';

/** Where the listener is signed in, for the account page. */
export class OwnSessionsState {
  /** `absent`: the provider does not offer it. */
  status: 'unknown' | 'absent' | 'loaded' | 'failed' = 'unknown';
  sessions: readonly OwnSession[] = [];
  /** What the listener reads if the list could not be loaded. */
  failure: string | null = null;

  /** This session is first. */
  setSessions(sessions: readonly OwnSession[]): void {
    this.status = 'loaded';
    this.sessions = [
      ...sessions.filter(({ isThisOne }) => isThisOne),
      ...sessions.filter(({ isThisOne }) => !isThisOne),
    ];
    this.failure = null;
  }

  setAbsent(): void {
    this.reset();
    this.status = 'absent';
  }

  /** A list that was loaded before stays. */
  setFailure(message: string): void {
    if (this.status !== 'loaded') this.status = 'failed';
    this.failure = message;
  }

  reset(): void {
    this.status = 'unknown';
    this.sessions = [];
    this.failure = null;
  }
}
