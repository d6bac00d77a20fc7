import type { Kysely } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** Keys at which a process stores an object now. Instants are epoch milliseconds. */
export type ClaimedKeyTables = {
  claimed_keys: { store: string; key: string; until: number };
};

/** Longer than any upload takes. If a process dies, nobody uses its key for this time. */
const CLAIM_MS = 3_600_000;
const PATIENCE_MS = 20_000;
const ASK_AGAIN_MS = 200;

/** Lets only one process store an object with a certain key, also in a store that ignores conditions (CAT-88). */
export class ClaimedKeys {
  /** @param patience how long an action waits for a key, in milliseconds */
  constructor(
    private readonly db: Kysely<ClaimedKeyTables>,
    private readonly clock: Clock,
    private readonly patience = PATIENCE_MS,
  ) {}

  /** @returns null if another action has the key for too long */
  async alone<Result>(store: string, key: string, action: () => Promise<Result>): Promise<Result | null> {
    const start = performance.now();
    while (!(await this.claim(store, key))) {
      if (performance.now() - start >= this.patience) return null;
      await wait(ASK_AGAIN_MS);
    }
    try {
      return await action();
    } finally {
      await this.db
        .deleteFrom('claimed_keys')
        .where('store', '=', store)
        .where('key', '=', key)
        .execute()
        // The claim ends by itself.
        .catch(() => undefined);
    }
  }

  private async claim(store: string, key: string): Promise<boolean> {
    const now = this.clock.now();
    const until = now + CLAIM_MS;
    const claimed = await this.db
      .insertInto('claimed_keys')
      .values({ store, key, until })
      .onConflict((conflict) =>
        conflict.columns(['store', 'key']).doUpdateSet({ until }).where('claimed_keys.until', '<=', now),
      )
      .returning('key')
      .executeTakeFirst();
    return claimed !== undefined;
  }
}
