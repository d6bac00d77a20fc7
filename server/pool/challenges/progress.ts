/** How far a sign-in has come: kept with each challenge, so that any process can go on with it. */
export interface SignInProgress {
  readonly sub: string;
  /** The confirmed device that the listener signs in from. */
  readonly deviceKey: string | null;
  /** True when the client asked for CUSTOM_AUTH. */
  readonly customFlow: boolean;
  /** What has been proved so far, beside the password. */
  readonly proved: readonly ('custom' | 'device' | 'mfa')[];
  /** Wrong answers to the custom challenge. */
  readonly customFailures: number;
  /** True once a software token was verified within MFA_SETUP. */
  readonly totpVerified: boolean;
}

export const startProgress = (
  sub: string,
  deviceKey: string | null,
  customFlow: boolean,
): SignInProgress => ({
  sub,
  deviceKey,
  customFlow,
  proved: [],
  customFailures: 0,
  totpVerified: false,
});
