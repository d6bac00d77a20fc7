/** The state of a sign-in. It is stored with each challenge, so that any process can continue the sign-in. */
export interface SignInProgress {
  readonly sub: string;
  /** The confirmed device that the listener signs in from. */
  readonly deviceKey: string | null;
  /** `custom`: the client requested CUSTOM_AUTH; `passwordless`: it did so without a password. */
  readonly flow: 'srp' | 'custom' | 'passwordless';
  /** The proofs so far, besides the password. */
  readonly proved: readonly ('custom' | 'device' | 'mfa')[];
  /** Wrong answers to the custom challenge. */
  readonly customFailures: number;
  /** True after a software token was verified during MFA_SETUP. */
  readonly totpVerified: boolean;
}

export const startProgress = (
  sub: string,
  deviceKey: string | null,
  flow: SignInProgress['flow'],
): SignInProgress => ({
  sub,
  deviceKey,
  flow,
  proved: [],
  customFailures: 0,
  totpVerified: false,
});
