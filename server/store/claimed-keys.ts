import type { Kysely } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** Keys at which a process stores an object now. Instants are epoch milliseconds. */
export type ClaimedKeyTables = {
  claimed_keys: { store: string; key: string; until: number };
};

/** If a process dies, its key stays claimed for this time. A running process renews its claim. */
const CLAIM_MS = 60_000;
const RENEW_MS = 15_000;
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
    let until = await this.claim(store, key);
    while (until === null) {
      if (performance.now() - start >= this.patience) return null;
      await wait(ASK_AGAIN_MS);
      until = await this.claim(store, key);
    }
    let mine = until;
    const renew = async (): Promise<void> => {
      mine = (await this.renew(store, key, mine)) ?? mine;
    };
    // If a renewal fails, the next one may succeed.
    const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
    try {
      return await action();
    } finally {
      clearInterval(renewal);
      await this.db
        .deleteFrom('claimed_keys')
        .where('store', '=', store)
        .where('key', '=', key)
        .where('until', '=', mine)
        .execute()
        // If this fails, the claim ends by itself.
        .catch(() => undefined);
    }
  }

  /** @returns until when the key is claimed; null if another action has it */
  private async claim(store: string, key: string): Promise<number | null> {
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
    return claimed === undefined ? null : until;
  }

  /** @returns until when the key is claimed now; null if the claim of this action has ended */
  private async renew(store: string, key: string, until: number): Promise<number | null> {
    const next = this.clock.now() + CLAIM_MS;
    const renewed = await this.db
      .updateTable('claimed_keys')
      .set({ until: next })
      .where('store', '=', store)
      .where('key', '=', key)
      .where('until', '=', until)
      .returning('key')
      .executeTakeFirst();
    return renewed === undefined ? null : next;
  }
}
