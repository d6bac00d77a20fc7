import type { Transaction } from 'kysely';
import type { Clock } from '../clock.ts';
import type { IdentityUse } from '../pool/context.ts';
import { OPERATOR, recordChange } from './audit.ts';
import { addListener } from './listeners.ts';
import { whyMemberStays } from './manage-members.ts';
import type { Database, Role, Tables } from './tables.ts';

const RANKS: Readonly<Record<Role, number>> = { listener: 0, publisher: 1, owner: 2 };
const STORED = { monthly: 'monthly', annual: 'yearly' } as const;

type Held = Pick<Tables['listeners'], 'plan' | 'paid_until'> & { readonly role: Role };
/** What the groups gave at the last sign-in, and what the member had without it. */
type Gift = Omit<Tables['group_gifts'], 'sub' | 'issuer'>;

const NOTHING: Gift = {
  given_role: null,
  former_role: null,
  given_plan: null,
  former_plan: null,
  former_until: null,
};

/**
 * Gives a member what the groups at an issuer give, and takes what they gave before and give no more (SES-157). What the
 * member has from elsewhere stays. The last owner stays one, whatever the groups say.
 */
export const applyGroups =
  (db: Database, clock: Clock, log: (line: string) => void) =>
  async ({ sub, email, name, issuer, provider, given }: IdentityUse): Promise<void> => {
    await addListener({ db, clock }, { sub, email, full_name: name });
    await db.transaction().execute(async (transaction) => {
      const held = await heldBy(transaction, sub);
      const before = await giftOf(transaction, sub, issuer);
      const role = nextRole(held, before, given.role);
      const plan = nextPlan(held, before, given.plan === null ? null : STORED[given.plan]);
      const now = clock.now();
      if (role.held !== held.role) {
        if (role.held !== 'owner' && (await whyMemberStays(transaction, sub)) !== null) {
          log(`sign-in with ${provider}: the last owner keeps the role, which the groups no longer give`);
          role.held = held.role;
          role.gift = { given_role: before.given_role, former_role: before.former_role };
        } else {
          await setHeld(transaction, sub, { role: role.held });
          const change = { action: 'role', from: held.role, to: role.held, provider } as const;
          await recordChange(transaction, OPERATOR, sub, change, now);
        }
      }
      if (plan.plan !== held.plan || plan.until !== held.paid_until) {
        await setHeld(transaction, sub, {
          plan: plan.plan,
          paid_until: plan.until,
          is_trialing: false,
          is_canceled: false,
        });
        const words = plan.plan === 'yearly' ? 'annual' : plan.plan;
        const change = { action: 'plan', plan: words, until: plan.until, provider } as const;
        await recordChange(transaction, OPERATOR, sub, change, now);
      }
      await saveGift(transaction, sub, issuer, { ...role.gift, ...plan.gift });
    });
  };

function nextRole(held: Held, before: Gift, given: Role | null) {
  // A role that somebody has changed since then is the member's own.
  const own = before.given_role === held.role ? (before.former_role ?? 'listener') : held.role;
  const isMore = given !== null && RANKS[given] > RANKS[own];
  return {
    held: isMore ? given : own,
    gift: isMore
      ? { given_role: given, former_role: own }
      : { given_role: null as Role | null, former_role: null as Role | null },
  };
}

function nextPlan(held: Held, before: Gift, given: Held['plan']) {
  const isGift = before.given_plan !== null && before.given_plan === held.plan && held.paid_until === null;
  const own = isGift
    ? { plan: before.former_plan, until: before.former_until }
    : { plan: held.plan, until: held.paid_until };
  // A plan without an end is as good as a given one.
  if (given === null || (own.plan !== null && own.until === null)) {
    return { ...own, gift: { given_plan: null, former_plan: null, former_until: null } };
  }
  return {
    plan: given,
    until: null,
    gift: { given_plan: given, former_plan: own.plan, former_until: own.until },
  };
}

const heldBy = (transaction: Transaction<Tables>, sub: string): Promise<Held> =>
  transaction
    .selectFrom('listeners')
    .select(['role', 'plan', 'paid_until'])
    .where('sub', '=', sub)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function giftOf(transaction: Transaction<Tables>, sub: string, issuer: string): Promise<Gift> {
  const found = await transaction
    .selectFrom('group_gifts')
    .selectAll()
    .where('sub', '=', sub)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return found ?? NOTHING;
}

async function saveGift(
  transaction: Transaction<Tables>,
  sub: string,
  issuer: string,
  gift: Gift,
): Promise<void> {
  if (gift.given_role === null && gift.given_plan === null) {
    await transaction.deleteFrom('group_gifts').where('sub', '=', sub).where('issuer', '=', issuer).execute();
    return;
  }
  await transaction
    .insertInto('group_gifts')
    .values({ sub, issuer, ...gift })
    .onConflict((conflict) => conflict.columns(['sub', 'issuer']).doUpdateSet(gift))
    .execute();
}

const setHeld = async (
  transaction: Transaction<Tables>,
  sub: string,
  fields: Partial<Held & { is_trialing: boolean; is_canceled: boolean }>,
): Promise<void> => {
  await transaction.updateTable('listeners').set(fields).where('sub', '=', sub).execute();
};
