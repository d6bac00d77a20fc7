import { isSubscribed } from '../../domain/membership.ts';
import { firstName, isSignedIn, NOBODY, type User } from '../../domain/user.ts';

/** The user store (section 3): who listens, and which of the two membership modals is open. */
export class UserState {
  user: User = NOBODY;
  manageSubscriptionModalVisible = false;
  subscribeModalVisible = false;

  get firstName(): string {
    return firstName(this.user);
  }

  get isSignedIn(): boolean {
    return isSignedIn(this.user);
  }

  get isSubscribed(): boolean {
    return isSubscribed(this.user);
  }

  userFetched(user: User): void {
    this.user = user;
  }

  /** Back to nobody: sign-out, or an answer that says there is no such listener. */
  reset(): void {
    this.user = NOBODY;
    this.manageSubscriptionModalVisible = false;
    this.subscribeModalVisible = false;
  }

  subscriptionOffered(): void {
    this.subscribeModalVisible = true;
  }

  offerClosed(): void {
    this.subscribeModalVisible = false;
  }

  subscriptionManaged(): void {
    this.manageSubscriptionModalVisible = true;
  }

  managementClosed(): void {
    this.manageSubscriptionModalVisible = false;
  }
}
