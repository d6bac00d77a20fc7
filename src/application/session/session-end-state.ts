/** Why the session was ended by the service or in another tab; null where the listener signed out here. */
export class SessionEndState {
  reason: string | null = null;

  setReason(reason: string): void {
    this.reason = reason;
  }

  reset(): void {
    this.reason = null;
  }
}
