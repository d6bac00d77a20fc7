import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UserApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The listener does not wait longer for the page. It then asks for the password. */
const LONGEST_WAIT = milliseconds(3_000);

/** Lets a listener open a billing page of the provider without another sign-in (SES-95). */
export class SignInToBilling {
  static readonly inject: Inject<typeof SignInToBilling> = [PORTS.userApi, PORTS.clock];

  constructor(
    private readonly users: UserApi,
    private readonly clock: Clock,
  ) {}

  /** The address of a page with a code that signs the listener in. With no code, the page asks for the password. */
  async addressOf(page: string): Promise<string> {
    const code = await Promise.race([this.users.billingCode(), this.clock.after(LONGEST_WAIT)]);
    // A code that does not count ends the session of another listener in this browser.
    const value = code?.ok === true ? code.value : 'none';
    return `${page}${page.includes('?') ? '&' : '?'}sign_in_code=${encodeURIComponent(value)}`;
  }
}
