import type { UserState } from '../session/user-state.ts';

/** The manage-subscription modal: shown and closed (section 4, modals). */
export class ManageSubscription {
  constructor(private readonly user: UserState) {}

  show(): void {
    this.user.subscriptionManaged();
  }

  close(): void {
    this.user.managementClosed();
  }
}
