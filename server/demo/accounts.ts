import * as v from 'valibot';
import accounts from './accounts.json' with { type: 'json' };
import { readData } from './read-data.ts';

const account = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  name: v.string(),
  description: v.string(),
  /** Absent for a free listener. */
  plan: v.exactOptional(v.picklist(['monthly', 'yearly'])),
  isTrialing: v.exactOptional(v.boolean()),
  /** Canceled, but not yet expired. */
  isCanceled: v.exactOptional(v.boolean()),
  state: v.exactOptional(v.literal('new-password-required')),
  /** The secret of the authenticator app, base32. */
  totpSecret: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/))),
});

export type DemoAccount = v.InferOutput<typeof account>;

const data = readData(
  'accounts.json',
  v.strictObject({ password: v.string(), accounts: v.array(account) }),
  accounts,
);

/** The password of every demo account. The provider prints it when it starts. */
export const DEMO_PASSWORD = data.password;

export const DEMO_ACCOUNTS: readonly DemoAccount[] = data.accounts;
