/** Which user pool, and where it is asked (contract 2). */
export type CognitoConfig = {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** Null: the region's own endpoint. */
  readonly endpoint: string | null;
  /** `custom`: for a pool with custom challenges, which asks them in no other flow; `srp` when absent. */
  readonly authFlow?: 'srp' | 'custom';
};
