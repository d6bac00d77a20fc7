import {
  firstName,
  isSignedIn,
  knownListener,
  NOBODY,
  UNKNOWN_LISTENER,
  type Listener,
  type Profile,
  type User,
} from '../../domain/account/user.ts';

/** The user store: who listens, and which of the two membership modals is open. */
export class UserState {
  /** Whoever decides by the membership reads this, and waits while it is unknown. */
  listener: Listener = UNKNOWN_LISTENER;
  manageSubscriptionModalVisible = false;
  subscribeModalVisible = false;

  /** The defaults as long as nobody is known. */
  get user(): User {
    return this.listener.kind === 'known' ? this.listener.user : NOBODY;
  }

  get firstName(): string {
    return firstName(this.user);
  }

  get isSignedIn(): boolean {
    return isSignedIn(this.user);
  }

  /** What an earlier page left. */
  restore(user: User): void {
    this.listener = knownListener(user);
  }

  setUser(profile: Profile): void {
    const { id, hasPurchases } = this.user;
    this.listener = knownListener({ ...profile, hasPurchases: id === profile.id && hasPurchases });
  }

  /** The listener's list of purchases was read. */
  setHasPurchases(hasPurchases: boolean): void {
    if (this.listener.kind === 'known')
      this.listener = knownListener({ ...this.listener.user, hasPurchases });
  }

  /** The provider says that there is no such listener: the defaults hold until it says something else. */
  clearUser(): void {
    this.reset();
    this.setUser(NOBODY);
  }

  /**
   * Somebody has signed in. What an earlier page knew of another listener is not theirs.
   *
   * @param email null where the sign-in does not tell it
   */
  signedIn(email: string | null): void {
    if (email?.trim().toLowerCase() !== this.user.email.toLowerCase()) this.reset();
  }

  /** The provider took a change of the listener's record. */
  changeProfile(changes: Partial<Pick<User, 'name' | 'email'>>): void {
    if (this.listener.kind === 'known') this.setUser({ ...this.listener.user, ...changes });
  }

  /** The session has ended: nobody knows who comes next. */
  reset(): void {
    this.listener = UNKNOWN_LISTENER;
    this.manageSubscriptionModalVisible = false;
    this.subscribeModalVisible = false;
  }

  showOffer(): void {
    this.subscribeModalVisible = true;
  }

  closeOffer(): void {
    this.subscribeModalVisible = false;
  }

  showManagement(): void {
    this.manageSubscriptionModalVisible = true;
  }

  closeManagement(): void {
    this.manageSubscriptionModalVisible = false;
  }
}
