import * as v from 'valibot';

/** What each kind of mail says. Instants are epoch milliseconds. */

const code = v.object({ code: v.string() });

const contents = v.variant('kind', [
  /** A code and a link, either of which confirms a sign-up. */
  v.object({ kind: v.literal('sign-up'), fields: v.object({ code: v.string(), link: v.string() }) }),
  v.object({ kind: v.literal('forgot-password'), fields: code }),
  /** A code for a new e-mail address. */
  v.object({ kind: v.literal('new-address'), fields: code }),
  /** A code that is the step of a sign-in after the password. */
  v.object({ kind: v.literal('sign-in'), fields: code }),
  /** A code in place of a password. */
  v.object({ kind: v.literal('passwordless-sign-in'), fields: code }),
  v.object({
    kind: v.literal('invitation'),
    fields: v.object({ name: v.string(), password: v.string(), link: v.string(), until: v.number() }),
  }),
  v.object({
    kind: v.literal('receipt'),
    /** `amount` is in the smallest unit of the currency. */
    fields: v.object({ label: v.string(), amount: v.number(), currency: v.string(), paid_at: v.number() }),
  }),
  v.object({
    kind: v.literal('plan-ends'),
    fields: v.object({ plan: v.picklist(['monthly', 'yearly']), ends_at: v.number(), link: v.string() }),
  }),
]);

/** A mail without its recipient: its kind, and what this kind needs. */
export type MailContent = v.InferOutput<typeof contents>;

/** Reads a stored mail. Null if another release has written it, and this one does not know its kind. */
export function readContent(kind: string, fields: unknown): MailContent | null {
  const read = v.safeParse(contents, { kind, fields });
  return read.success ? read.output : null;
}
