import { failed, ok } from '../../domain/result.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import type { OwnSession, SessionsApi } from '../../ports/own-sessions.ts';

/** The sessions of a listener, in memory. A provider does not offer them until `sessions` is set. */
export class MemorySessions implements SessionsApi {
  /** The sessions that the provider has. A test may change them. */
  sessions: readonly OwnSession[] | null = null;
  /** Why every call fails; null: none does. */
  failure: ApiFailure | null = null;

  async list() {
    return this.respond(() => this.sessions ?? []);
  }

  async end(id: string) {
    return this.respond(() => this.keep((session) => session.id !== id));
  }

  async endOthers() {
    return this.respond(() => this.keep(({ isThisOne }) => isThisOne));
  }

  private keep(stays: (session: OwnSession) => boolean): void {
    this.sessions = (this.sessions ?? []).filter(stays);
  }

  private respond<Value>(value: () => Value) {
    if (this.failure !== null) return failed(this.failure);
    return this.sessions === null ? failed<ApiFailure>({ kind: 'not-found' }) : ok(value());
  }
}
