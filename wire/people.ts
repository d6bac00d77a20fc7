import * as v from 'valibot';
import { email, list, name, time } from './scalars.ts';

/** The studio's calls about people and their listening. The provider and the page of the studio share them. */

export const me = v.object({
  email: v.string(),
  name: v.string(),
  role: v.picklist(['publisher', 'owner']),
});

const role = v.picklist(['listener', 'publisher', 'owner'], 'must be listener, publisher or owner');
const plan = v.nullable(v.picklist(['monthly', 'annual'], 'must be monthly, annual or null'));
/** An instant with its offset; null for a plan without an end. */
const until = v.nullable(
  v.pipe(
    v.string('must be an instant or null'),
    v.isoTimestamp('must be an instant such as 2027-03-01T12:00:00.000Z'),
    v.transform((value) => Date.parse(value)),
    v.check((value) => !Number.isNaN(value), 'must be an instant such as 2027-03-01T12:00:00.000Z'),
  ),
);

export const invitation = v.strictObject({ email, name, role, plan, until });
export const newPlan = v.strictObject({ plan, until });
export const newRole = v.strictObject({ role });
export const newState = v.strictObject({ is_disabled: v.boolean('must be true or false') });

const member = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  role,
  plan,
  until: time,
  state: v.picklist(['active', 'invited', 'unconfirmed', 'disabled']),
  added_at: time,
});

/** A feed for other apps. Its address is in no response. */
const feed = v.object({
  id: v.string(),
  kind: v.picklist(['item', 'series', 'collection', 'saved', 'all']),
  name: v.string(),
  title: v.nullable(v.string()),
  last_used: time,
  last_app: v.nullable(v.string()),
  is_paused: v.boolean(),
});

/** A way to sign in without a password. */
const passkey = v.object({ id: v.string(), name: v.string(), added_at: time, last_used: time });

/** A sign-in at another provider. */
const identity = v.object({
  provider: v.string(),
  email: v.nullable(v.string()),
  added_at: time,
  last_used: time,
});

/** A sign-in that still gives access. */
const session = v.object({
  id: v.string(),
  /** Browser and system in words. */
  device: v.string(),
  /** The name of the provider at which the member signed in. Null: none. */
  identity_provider: v.nullable(v.string()),
  signed_in: time,
  last_used: time,
});

const change = v.object({
  id: v.pipe(v.number(), v.transform(String)),
  at: time,
  by: v.nullable(v.string()),
  by_operator: v.boolean(),
  member: v.nullable(v.string()),
  action: v.string(),
  detail: v.string(),
});

export const memberPage = v.object({ total: v.number(), members: list(member) });
export const memberChanges = v.object({ changes: list(change) });
export const memberDetail = v.object({
  member,
  purchases: list(v.object({ id: v.string(), title: v.nullable(v.string()), at: time })),
  feeds: list(feed),
  passkeys: list(passkey),
  identities: list(identity),
  sessions: list(session),
  changes: list(change),
});
export const invited = v.object({
  ...memberDetail.entries,
  /** What the owner passes on, shown this once. Null if a mail says it. */
  access: v.nullable(v.object({ link: v.string(), password: v.string() })),
});

const milliseconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const creditedTime = v.object({
  month: v.string(),
  author_id: v.string(),
  author: v.string(),
  title_id: v.string(),
  title: v.string(),
  milliseconds,
});

export const newDownloadPay = v.strictObject({ is_paid: v.boolean('must be true or false') });

/** The lines are no `list`: without one of them the sums would be wrong. */
export const statement = v.object({
  lines: v.array(creditedTime),
  /** What other apps downloaded, apart from the listened time. */
  downloads: v.object({
    titles: v.array(
      v.object({ month: v.string(), title_id: v.string(), title: v.string(), downloads: v.number() }),
    ),
    is_paid: v.boolean(),
    /** The credited time. Empty unless it is paid. */
    lines: v.array(creditedTime),
  }),
  refused: v.array(
    v.object({
      content_id: v.string(),
      title: v.nullable(v.string()),
      reason: v.string(),
      reports: v.number(),
      milliseconds,
    }),
  ),
});
