import { failed, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { AuthFailure } from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HostedArrival, HostedLogin } from '../../../ports/hosted-login.ts';
import type { MemoryAuth } from './memory-auth.ts';

const LEAVING_DEADLINE = milliseconds(3000);

/** A hosted login in memory. A listener returns from it with the query of `returnQueryFor`. */
export class MemoryHostedLogin implements HostedLogin {
  /** True if the sign-in screen offers the hosted login. */
  isOffered = true;
  /** True after the page was left for the sign-out. */
  hasLeft = false;
  private readonly away = new Map<string, string>();
  private readonly codes = new Map<string, string>();

  constructor(
    private readonly auth: MemoryAuth,
    private readonly clock: Clock,
  ) {}

  async begin(onwards: string): Promise<Result<void, AuthFailure>> {
    this.away.set(`state-${this.away.size + 1}`, onwards);
    return ok(undefined);
  }

  /** Returns the query string that the most recent login would add to the return address for this listener. */
  returnQueryFor(email: string): string {
    const code = `code-${this.codes.size + 1}`;
    this.codes.set(code, email);
    return `?code=${code}&state=${[...this.away.keys()].at(-1) ?? ''}`;
  }

  arrive(query: string): HostedArrival | null {
    const parameters = new URLSearchParams(query);
    const code = parameters.get('code');
    const error = parameters.get('error');
    if (code === null && error === null) return null;
    const state = parameters.get('state') ?? '';
    const onwards = this.away.get(state) ?? null;
    this.away.delete(state);
    if (onwards === null) return { onwards, done: this.refused('Invalid state in OAuth flow') };
    const email = this.codes.get(code ?? '');
    this.codes.delete(code ?? '');
    return { onwards, done: email === undefined ? this.refused('Authentication Error') : this.signIn(email) };
  }

  async leave(): Promise<Result<void, AuthFailure>> {
    this.hasLeft = true;
    await this.clock.after(LEAVING_DEADLINE);
    return failed({ kind: 'unreachable', message: 'Signout timeout fail' });
  }

  private async refused(message: string): Promise<Result<void, AuthFailure>> {
    return failed({ kind: 'refused', message });
  }

  private async signIn(email: string): Promise<Result<void, AuthFailure>> {
    await Promise.resolve();
    this.auth.adopt(email);
    return ok(undefined);
  }
}
