import {
  firstName,
  isSignedIn,
  knownListener,
  NOBODY,
  UNKNOWN_LISTENER,
  type Listener,
  type Profile,
  type ProfileChanges,
  type User,
} from '../../domain/account/user.ts';

/** The listener, and which of the two membership modals is open. */
export class UserState {
  /** The listener, for decisions that depend on the membership. Such decisions wait while the listener is unknown. */
  listener: Listener = UNKNOWN_LISTENER;
  /** How often the provider has accepted a change on this page. A response that was requested before one is older. */
  profileChanges = 0;
  manageSubscriptionModalVisible = false;
  subscribeModalVisible = false;

  /** The default values while no listener is known. */
  get user(): User {
    return this.listener.kind === 'known' ? this.listener.user : NOBODY;
  }

  get firstName(): string {
    return firstName(this.user);
  }

  get isSignedIn(): boolean {
    return isSignedIn(this.user);
  }

  restore(user: User): void {
    this.listener = knownListener(user);
  }

  setUser(profile: Profile): void {
    const { id, hasPurchases } = this.user;
    this.listener = knownListener({ ...profile, hasPurchases: id === profile.id && hasPurchases });
  }

  /** The list of purchases was loaded. */
  setHasPurchases(hasPurchases: boolean): void {
    if (this.listener.kind === 'known')
      this.listener = knownListener({ ...this.listener.user, hasPurchases });
  }

  /** The provider says that there is no such listener. The default values apply until it names one. */
  clearUser(): void {
    this.reset();
    this.setUser(NOBODY);
  }

  /**
   * Somebody has signed in. Data of another listener from an earlier page is discarded.
   *
   * @param email null if the sign-in does not name it
   */
  signedIn(email: string | null): void {
    if (email?.trim().toLowerCase() !== this.user.email.toLowerCase()) this.reset();
  }

  /** The provider has accepted a change of the listener's data. */
  changeProfile(changes: ProfileChanges): void {
    this.profileChanges += 1;
    if (this.listener.kind === 'known') this.setUser({ ...this.listener.user, ...changes });
  }

  /** The session has ended. The next listener is unknown. */
  reset(): void {
    this.listener = UNKNOWN_LISTENER;
    this.profileChanges = 0;
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
