import type { UserState } from '../session/user-state.ts';

/** The manage-subscription modal: shown and closed (section 4, modals). */
export class ManageSubscription {
  constructor(private readonly user: UserState) {}

  show(): void {
    this.user.showManagement();
  }

  close(): void {
    this.user.closeManagement();
  }
}
