import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import { AppInvitationState } from './app-invitation-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Belongs to the browser and not to a listener: it stays after a sign-out. */
const KEY = 'app-invitation';
const FOLDED = 'folded';

/** The invitation to the mobile app: open at first, and from then on as it was left. */
export class InviteToApp {
  static readonly inject: Inject<typeof InviteToApp> = [PORTS.store, AppInvitationState, PORTS.log];

  constructor(
    private readonly store: KeyValueStore,
    private readonly invitation: AppInvitationState,
    private readonly log: Log,
  ) {}

  /** As an earlier page left it. */
  restore(): void {
    if (this.store.get(KEY) === FOLDED) this.invitation.collapse();
  }

  close(): void {
    this.invitation.collapse();
    const kept = this.store.set(KEY, FOLDED);
    if (!kept.ok) this.log.warn('The closed invitation could not be remembered', { kind: kept.error.kind });
  }

  open(): void {
    this.invitation.expand();
    this.store.delete(KEY);
  }
}
