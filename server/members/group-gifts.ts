import type { Transaction } from 'kysely';
import type { Clock } from '../clock.ts';
import type { IdentityUse } from '../pool/context.ts';
import { OPERATOR, recordChange } from './audit.ts';
import { addListener } from './listeners.ts';
import { whyMemberStays } from './manage-members.ts';
import type { Database, Role, Tables } from './tables.ts';

const RANKS: Readonly<Record<Role, number>> = { listener: 0, publisher: 1, owner: 2 };
const STORED = { monthly: 'monthly', annual: 'yearly' } as const;

type Plan = NonNullable<Tables['listeners']['plan']>;
/** A plan, and when it ends. */
type HeldPlan = Pick<Tables['listeners'], 'plan' | 'paid_until'>;
type Held = HeldPlan & { readonly role: Role };
/** What the groups at one issuer give. */
type Gift = Pick<Tables['group_gifts'], 'issuer' | 'given_role' | 'given_plan'>;

/**
 * Gives a member what the groups at an issuer give, and takes what they gave before and give no more (SES-157). What the
 * member has from elsewhere stays. The last owner stays one, whatever the groups say.
 */
export const applyGroups =
  (db: Database, clock: Clock, log: (line: string) => void) =>
  async ({ sub, email, name, issuer, provider, given }: IdentityUse): Promise<void> => {
    await addListener({ db, clock }, { sub, email, full_name: name });
    await db.transaction().execute(async (transaction) => {
      // As at every change of a role, this comes before any row is locked.
      const staysOwner = (await whyMemberStays(transaction, sub)) !== null;
      const held = await heldBy(transaction, sub);
      const stored = await transaction.selectFrom('group_gifts').selectAll().where('sub', '=', sub).execute();
      const own = ownOf(held, stored);
      const others = stored.filter((gift) => gift.issuer !== issuer);
      const gifts: readonly Gift[] = [
        ...others,
        {
          issuer,
          given_role: given.role,
          given_plan: given.plan === null ? null : STORED[given.plan],
        },
      ];
      const next = withGifts(own, gifts);
      const isKept = staysOwner && next.role !== 'owner';
      if (isKept) {
        log(`sign-in with ${provider}: the last owner keeps the role, which the groups no longer give`);
      }
      const before = stored.find((gift) => gift.issuer === issuer);
      await change(transaction, sub, held, isKept ? { ...next, role: 'owner' } : next, provider, clock.now());
      await saveGifts(
        transaction,
        sub,
        own,
        // What is kept for now is taken at a later sign-in.
        gifts.map((gift) =>
          isKept && gift.issuer === issuer ? { ...gift, given_role: before?.given_role ?? null } : gift,
        ),
      );
    });
  };

/** What the member has without the groups. What somebody has changed since the groups gave it is the member's own. */
function ownOf(held: Held, stored: readonly Tables['group_gifts'][]): Held {
  const [former] = stored;
  if (former === undefined) return held;
  const own = {
    role: former.former_role ?? 'listener',
    plan: former.former_plan,
    paid_until: former.former_until,
  };
  const expected = withGifts(own, stored);
  const isPlan = expected.plan === held.plan && expected.paid_until === held.paid_until;
  return {
    role: expected.role === held.role ? own.role : held.role,
    plan: isPlan ? own.plan : held.plan,
    paid_until: isPlan ? own.paid_until : held.paid_until,
  };
}

/** The highest role, and the longer plan. A plan of the member's own without an end is as good as a given one. */
function withGifts(own: Held, gifts: readonly Gift[]): Held {
  const roles = [own.role, ...gifts.flatMap(({ given_role }) => given_role ?? [])];
  const plans = new Set<Plan>(gifts.flatMap(({ given_plan }) => given_plan ?? []));
  const isEndless = own.plan !== null && own.paid_until === null;
  const given = plans.has('yearly') ? 'yearly' : plans.has('monthly') ? 'monthly' : null;
  return {
    role: roles.reduce((highest, role) => (RANKS[role] > RANKS[highest] ? role : highest)),
    ...(given === null || isEndless
      ? { plan: own.plan, paid_until: own.paid_until }
      : { plan: given, paid_until: null }),
  };
}

const heldBy = (transaction: Transaction<Tables>, sub: string): Promise<Held> =>
  transaction
    .selectFrom('listeners')
    .select(['role', 'plan', 'paid_until'])
    .where('sub', '=', sub)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Changes the member, and records it. */
async function change(
  transaction: Transaction<Tables>,
  sub: string,
  held: Held,
  { role, plan, paid_until: until }: Held,
  provider: string,
  now: number,
): Promise<void> {
  const update = transaction.updateTable('listeners').where('sub', '=', sub);
  if (role !== held.role) {
    await update.set({ role }).execute();
    const made = { action: 'role', from: held.role, to: role, provider } as const;
    await recordChange(transaction, OPERATOR, sub, made, now);
  }
  if (plan !== held.plan || until !== held.paid_until) {
    await update.set({ plan, paid_until: until, is_trialing: false, is_canceled: false }).execute();
    const words = plan === 'yearly' ? 'annual' : plan;
    const made = { action: 'plan', plan: words, until, provider } as const;
    await recordChange(transaction, OPERATOR, sub, made, now);
  }
}

/** Replaces what is stored of the gifts. Each has what the member has without them. */
async function saveGifts(
  transaction: Transaction<Tables>,
  sub: string,
  own: Held,
  gifts: readonly Gift[],
): Promise<void> {
  await transaction.deleteFrom('group_gifts').where('sub', '=', sub).execute();
  const rows = gifts.filter(({ given_role, given_plan }) => given_role !== null || given_plan !== null);
  for (const { issuer, given_role, given_plan } of rows) {
    await transaction
      .insertInto('group_gifts')
      .values({
        sub,
        issuer,
        given_role,
        given_plan,
        former_role: own.role,
        former_plan: own.plan,
        former_until: own.paid_until,
      })
      .execute();
  }
}
