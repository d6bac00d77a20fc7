/** The password of every demo account. The embedded provider prints it at its start. */
export const DEMO_PASSWORD = 'Listen-2026!';

/** What the authenticator app of `totp@listener.test` is set up with, base32. */
export const DEMO_TOTP_SECRET = 'MJQXGZJTGIQGS4ZANZXXIIDTMVRXEZLU';

export interface DemoAccount {
  readonly email: string;
  readonly name: string;
  /** What the account shows. */
  readonly shows: string;
  readonly plan?: 'monthly' | 'yearly';
  readonly isTrialing?: boolean;
  /** Canceled, but not yet expired. */
  readonly isCanceled?: boolean;
  readonly state?: 'new-password-required';
  readonly totpSecret?: string;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'free@listener.test', name: 'Freya Lindqvist', shows: 'a free listener' },
  {
    email: 'monthly@listener.test',
    name: 'Mateo Okonkwo',
    shows: 'a monthly member, in the middle of things',
    plan: 'monthly',
  },
  { email: 'annual@listener.test', name: 'Annelise Fujimoto', shows: 'an annual member', plan: 'yearly' },
  {
    email: 'trial@listener.test',
    name: 'Tamsin Alvarado',
    shows: 'a monthly member on trial',
    plan: 'monthly',
    isTrialing: true,
  },
  {
    email: 'canceled@listener.test',
    name: 'Casimir Ndiaye',
    shows: 'canceled, and paid until the month is over',
    plan: 'monthly',
    isCanceled: true,
  },
  { email: 'buyer@listener.test', name: 'Beatrix Hallström', shows: 'a free listener with purchases' },
  {
    email: 'new-password@listener.test',
    name: 'Noor Castellane',
    shows: 'has to choose a new password',
    state: 'new-password-required',
  },
  {
    email: 'totp@listener.test',
    name: 'Thandiwe Brightwater',
    shows: 'an annual member with an authenticator app',
    plan: 'yearly',
    totpSecret: DEMO_TOTP_SECRET,
  },
];
