import type { Brand } from '../brand.ts';

export type UserId = Brand<string, 'UserId'>;
export const userId = (value: string): UserId => value as UserId;

/**
 * How a listener pays. Null on the user means there are no payment details at all, which
 * is what an empty object on the wire is read as.
 */
export type PaymentDetails = {
  readonly isExpired: boolean;
  readonly isCanceled: boolean;
  readonly isTrialing: boolean;
  readonly duration: 'monthly' | 'yearly' | null;
};

/** What the provider says of a listener. */
export type Profile = {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly paymentDetails: PaymentDetails | null;
};

/** The user store's data. An empty `id` is nobody: signed out. */
export type User = Profile & {
  /** Whether the listener's list of purchases holds anything. */
  readonly hasPurchases: boolean;
};

/** The user store's defaults. */
export const NOBODY: User = {
  id: userId(''),
  name: 'Friend',
  email: '',
  paymentDetails: null,
  hasPurchases: false,
};

/** Who listens. It is unknown from a sign-in until the provider has answered for the first time. */
export type Listener = { readonly kind: 'unknown' } | { readonly kind: 'known'; readonly user: User };

export const UNKNOWN_LISTENER: Listener = { kind: 'unknown' };

export const knownListener = (user: User): Listener => ({ kind: 'known', user });

/** Signed in means the user id is non-empty. */
export const isSignedIn = (user: Pick<User, 'id'>): boolean => user.id !== '';

/** The first space-separated word of the name; the default where the name has no word. */
export const firstName = (user: Pick<User, 'name'>): string =>
  user.name.split(' ').find((word) => word !== '') ?? NOBODY.name;
