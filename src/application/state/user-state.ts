import { isSubscribed } from '../../domain/membership.ts';
import type { UserStore } from '../../domain/stores.ts';
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

  /** What of the user outlives the page (section 3, user store). */
  get store(): UserStore {
    return {
      ...this.user,
      manageSubscriptionModalVisible: this.manageSubscriptionModalVisible,
      subscribeModalVisible: this.subscribeModalVisible,
    };
  }

  /** What an earlier page left. */
  restored(store: UserStore): void {
    const { manageSubscriptionModalVisible, subscribeModalVisible, ...user } = store;
    this.user = user;
    this.manageSubscriptionModalVisible = manageSubscriptionModalVisible;
    this.subscribeModalVisible = subscribeModalVisible;
  }

  userFetched(user: User): void {
    this.user = user;
  }

  /** The provider took a change of the listener's record. */
  profileChanged(changes: Partial<Pick<User, 'name' | 'email'>>): void {
    this.user = { ...this.user, ...changes };
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
