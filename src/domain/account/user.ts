import type { Brand } from '../brand.ts';
import { message } from '../message.ts';

/** The id of a listener at the provider. Empty means signed out. */
export type UserId = Brand<string, 'UserId'>;
/** Brands a text as the id of a listener. Call it where the text is decoded. */
export const userId = (value: string): UserId => value as UserId;

/**
 * How a listener pays. Null on the user means that there are no payment details. The provider sends an empty object
 * for this.
 */
export type PaymentDetails = {
  readonly isExpired: boolean;
  readonly isCanceled: boolean;
  readonly isTrialing: boolean;
  readonly duration: 'monthly' | 'yearly' | null;
};

/** What the provider says about a listener. */
export type Profile = {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly paymentDetails: PaymentDetails | null;
  /** True if the provider says that the listener can download everything it stores about them. */
  readonly canExport?: true;
  /** How the addresses of the provider's own billing pages start. Absent if it cannot hand a session over to them. */
  readonly billingPages?: string;
  /** The address of the studio. Absent if the listener may not use it, or if there is none. */
  readonly studio?: string;
  /** The language that the listener chose, a BCP 47 tag; null if none was chosen. Absent if the provider does not keep it (LANG-9). */
  readonly language?: string | null;
};

/** What a listener changes: the name, the email address, the language. */
export type ProfileChanges = {
  readonly name?: string;
  readonly email?: string;
  readonly language?: string;
};

/** The listener and their membership. An empty `id` means signed out. */
export type User = Profile & {
  /** True if the listener has purchased something. */
  readonly hasPurchases: boolean;
};

/** The values while nobody is signed in. */
export const NOBODY: User = {
  id: userId(''),
  name: message('Friend'),
  email: '',
  paymentDetails: null,
  hasPurchases: false,
};

/** The listener. Unknown from a sign-in until the provider's first response (ENT-29). */
export type Listener = { readonly kind: 'unknown' } | { readonly kind: 'known'; readonly user: User };

/** A listener whose membership has not come from the provider yet. */
export const UNKNOWN_LISTENER: Listener = { kind: 'unknown' };

/** A listener whose membership is known. */
export const knownListener = (user: User): Listener => ({ kind: 'known', user });

/** True if the user id is not empty. */
export const isSignedIn = (user: Pick<User, 'id'>): boolean => user.id !== '';

/** The first word of the name, or the default name if the name has no word (SES-71). */
export const firstName = (user: Pick<User, 'name'>): string =>
  user.name.split(' ').find((word) => word !== '') ?? NOBODY.name;
