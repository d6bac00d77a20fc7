/** The user pool, its client, and its endpoint. */
export type CognitoConfig = {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** Null stands for the public endpoint of the region (APP-28). */
  readonly endpoint: string | null;
  /** `custom` for a pool with custom challenges, which come in no other flow (SES-14). The default is `srp`. */
  readonly authFlow?: 'srp' | 'custom';
};
