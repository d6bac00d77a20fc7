import { UserState } from '../session/user-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Shows and closes the manage-subscription modal. */
export class ManageSubscription {
  static readonly inject: Inject<typeof ManageSubscription> = [UserState];

  constructor(private readonly user: UserState) {}

  show(): void {
    this.user.showManagement();
  }

  close(): void {
    this.user.closeManagement();
  }
}
