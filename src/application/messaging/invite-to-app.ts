import type { Log, KeyValueStore } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { AppInvitationState } from './app-invitation-state.ts';

/** Belongs to the browser and not to a listener, so it stays after a sign-out. */
const KEY = 'app-invitation';

const COLLAPSED = 'folded';

/** Opens and closes the invitation to the mobile app. It is open at first, and later as the listener left it. */
export class InviteToApp {
  static readonly inject: Inject<typeof InviteToApp> = [PORTS.store, AppInvitationState, PORTS.log];

  constructor(
    private readonly store: KeyValueStore,
    private readonly invitation: AppInvitationState,
    private readonly log: Log,
  ) {}

  restore(): void {
    if (this.store.get(KEY) === COLLAPSED) this.invitation.collapse();
  }

  close(): void {
    this.invitation.collapse();
    const stored = this.store.set(KEY, COLLAPSED);
    if (!stored.ok) this.log.warn('The closed invitation could not be saved', { kind: stored.error.kind });
  }

  open(): void {
    this.invitation.expand();
    this.store.delete(KEY);
  }
}
