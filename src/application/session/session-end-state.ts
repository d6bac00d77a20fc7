/** Why the service or another tab ended the session; null if the listener signed out here. */
export class SessionEndState {
  reason: string | null = null;

  setReason(reason: string): void {
    this.reason = reason;
  }

  reset(): void {
    this.reason = null;
  }
}
