import type { QueryExecutorProvider } from 'kysely';
import { removeListener } from '../members/listeners.ts';
import { removeFeedsOf } from '../private-feeds/feeds.ts';

/**
 * Deletes everything of a listener whose account is being deleted, in the same transaction (SES-90).
 *
 * @returns null, or why the listener has to stay
 */
export async function removeAllOf(
  transaction: QueryExecutorProvider,
  user: { readonly sub: string; readonly email: string },
): Promise<string | null> {
  const refusal = await removeListener(transaction, user);
  if (refusal === null) await removeFeedsOf(transaction, user.sub);
  return refusal;
}
