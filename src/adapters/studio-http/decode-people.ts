import * as v from 'valibot';
import { contentId } from '../../domain/catalogue/content.ts';
import {
  type Member,
  type MemberChange,
  type MemberDetail,
  memberId,
  MEMBER_ROLES,
  type MemberTitle,
} from '../../domain/studio/members.ts';
import type { RefusedTime, Statement, StatementLine } from '../../domain/studio/statements.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Log } from '../../ports/log.ts';
import type { Invited, MemberPage } from '../../ports/studio/people-api.ts';
import { bound, flag, text, wireId } from '../http/wire/scalars.ts';
import { instantOf, listOf, readerOf } from './readers.ts';

const plan = v.optional(v.fallback(v.nullable(v.picklist(['monthly', 'annual'])), null), null);
/** Null, or words. */
const words = v.optional(v.fallback(v.nullable(v.string()), null), null);

const member = v.object({
  id: wireId,
  email: text,
  name: v.optional(v.fallback(v.string(), ''), ''),
  role: v.picklist(MEMBER_ROLES),
  plan,
  until: bound,
  state: v.picklist(['active', 'invited', 'unconfirmed', 'disabled']),
  added_at: bound,
});

const readMember = readerOf(member, ({ id, until, added_at, ...sent }): Member => ({
  ...sent,
  id: memberId(id),
  until: instantOf(until),
  addedAt: instantOf(added_at),
}));

const change = v.object({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  at: bound,
  by: words,
  by_operator: flag(false),
  member: words,
  action: v.string(),
  detail: v.optional(v.string(), ''),
});

const readChange = readerOf(change, ({ at, by_operator, ...sent }): MemberChange => ({
  ...sent,
  at: instantOf(at),
  isByOperator: by_operator,
}));

const readTitle = readerOf(v.object({ id: wireId, title: words, at: bound }), (sent): MemberTitle => ({
  id: contentId(sent.id),
  title: sent.title,
  at: instantOf(sent.at),
}));

export const decodeMembers = (log: Log) =>
  readerOf(v.object({ total: v.number(), members: v.array(v.unknown()) }), (sent): MemberPage => ({
    total: sent.total,
    members: listOf(readMember, 'members', log)(sent.members),
  }));

const detail = v.object({
  member: v.unknown(),
  purchases: v.optional(v.array(v.unknown()), []),
  changes: v.optional(v.array(v.unknown()), []),
});

/** A detail without a readable member cannot be read. */
export const decodeMember =
  (log: Log) =>
  (body: unknown): MemberDetail | null => {
    const read = v.safeParse(detail, body);
    const own = read.success ? readMember(read.output.member) : null;
    if (!read.success || own === null) return null;
    return {
      member: own,
      titles: listOf(readTitle, 'titles of a member', log)(read.output.purchases),
      changes: listOf(readChange, 'changes', log)(read.output.changes),
    };
  };

export const decodeInvited =
  (log: Log) =>
  (body: unknown): Invited | null => {
    const own = decodeMember(log)(body);
    const read = v.safeParse(v.object({ delivery: v.picklist(['mail', 'printed']) }), body);
    return own === null || !read.success ? null : { detail: own, delivery: read.output.delivery };
  };

export const decodeChanges = (log: Log) =>
  readerOf(v.object({ changes: v.array(v.unknown()) }), (sent) =>
    listOf(readChange, 'changes', log)(sent.changes),
  );

const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(milliseconds));

const line = v.object({
  month: v.string(),
  author_id: v.string(),
  author: v.string(),
  title_id: v.string(),
  title: v.string(),
  milliseconds: time,
});

const toLine = (sent: v.InferOutput<typeof line>): StatementLine => ({
  month: sent.month,
  authorId: sent.author_id,
  author: sent.author,
  titleId: sent.title_id,
  title: sent.title,
  time: sent.milliseconds,
});

const refused = v.object({
  content_id: v.string(),
  title: words,
  reason: v.string(),
  reports: v.number(),
  milliseconds: time,
});

const toRefused = (sent: v.InferOutput<typeof refused>): RefusedTime => ({
  id: sent.content_id,
  title: sent.title,
  reason: sent.reason,
  reports: sent.reports,
  time: sent.milliseconds,
});

/** A statement with a line that cannot be read is refused: without that line its sums would be wrong. */
export const decodeStatement = readerOf(
  v.object({ lines: v.array(line), refused: v.optional(v.array(refused), []) }),
  (sent): Statement => ({ lines: sent.lines.map(toLine), refused: sent.refused.map(toRefused) }),
);
