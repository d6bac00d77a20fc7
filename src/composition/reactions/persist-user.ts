import * as v from 'valibot';
import { nullable, text } from '../../adapters/browser/stored-item.ts';
import type { UserState } from '../../application/session/user-state.ts';
import { userId, type User } from '../../domain/account/user.ts';
import type { KeyValueStore } from '../../ports/platform.ts';
import { persistValue } from './persist-value.ts';

const storedUser: v.GenericSchema<unknown, User> = v.object({
  id: v.pipe(text, v.transform(userId)),
  name: text,
  email: text,
  paymentDetails: nullable(
    v.object({
      isExpired: v.boolean(),
      isCanceled: v.boolean(),
      isTrialing: v.boolean(),
      duration: nullable(v.picklist(['monthly', 'yearly'])),
    }),
  ),
  hasPurchases: v.boolean(),
});

/**
 * Restores the listener from this browser, and stores them from now on (APP-42).
 *
 * @param failed called with the kind of each failure
 */
export function persistUser(store: KeyValueStore, user: UserState, failed: (kind: string) => void): void {
  persistValue(store, {
    key: 'store.user',
    schema: storedUser,
    restore: (stored) => user.restore(stored),
    current: () => (user.isSignedIn ? user.user : null),
    failed,
  });
}
