import type { HostedLogin } from '../ports/hosted-login.ts';
import type { NoticesState } from './state/notices-state.ts';

/**
 * Leaves for the sign-out of the hosted login: it remembers this browser by a cookie of its own, which no call to the
 * service removes. A listener who stays on this page is told why.
 */
export class HostedSignOut {
  constructor(
    private readonly hosted: HostedLogin,
    private readonly notices: NoticesState,
  ) {}

  async run(): Promise<void> {
    if (!this.hosted.isOffered) return;
    const left = await this.hosted.leave();
    if (!left.ok) this.notices.posted(left.error.message);
  }
}
