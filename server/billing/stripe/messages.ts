import * as v from 'valibot';
import { BillingServiceError, type Change, type Message } from '../service.ts';

/*
 * The shapes of what the service sends. A message has the shape of the API version of its endpoint, which the operator
 * chose and which may be years old (ENT-91).
 */

/** A message of the service that does not say what it is about. The message of the error says what it lacks. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** An id, or the whole thing. */
const reference = v.nullish(
  v.union([
    v.string(),
    v.pipe(
      v.object({ id: v.string() }),
      v.transform(({ id }) => id),
    ),
  ]),
);

const named = v.object({ id: v.string() });
export const chargeWire = v.object({ payment_intent: reference, invoice: reference, charge: reference });
const parentWire = v.nullish(
  v.object({ subscription_details: v.nullish(v.object({ subscription: reference })) }),
);
/** The subscription of an invoice is in `parent` since the version 2025-03-31, and beside it before. */
const invoiceWire = v.object({
  parent: parentWire,
  subscription: reference,
  subscription_details: v.nullish(v.object({ subscription: reference })),
});
/** The period is that of an item since the version 2025-03-31, and that of the subscription before. */
const periodWire = v.object({ current_period_start: v.number(), current_period_end: v.number() });

/** @throws {UnreadableError} */
export function readWire<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  throw new UnreadableError(`an unknown shape (${v.getDotPath(read.issues[0]) ?? 'no object'})`);
}

export const namedIn = (object: unknown): string => readWire(named, object).id;

/** Null for an invoice that is about no subscription. */
export function subscriptionOf(invoice: unknown): Change | null {
  const { parent, subscription, subscription_details } = readWire(invoiceWire, invoice);
  const id = parent?.subscription_details?.subscription ?? subscription ?? subscription_details?.subscription;
  if (typeof id === 'string') return { kind: 'subscription', id };
  if (parent === undefined && subscription === undefined) throw new UnreadableError('no subscription');
  return null;
}

export function periodOf(item: unknown, subscription: unknown): { start: number; end: number } {
  for (const each of [item, subscription]) {
    const read = v.safeParse(periodWire, each);
    if (read.success) return { start: read.output.current_period_start, end: read.output.current_period_end };
  }
  throw new BillingServiceError('A subscription of the payment service has no period.');
}

/** A message of the new kind names only an event, and is of no use here. Its endpoint was set up wrongly. */
export function thinMessage(body: string): Message | null {
  const thin = v.object({ id: v.string(), object: v.literal('v2.core.event'), type: v.string() });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), thin), body);
  if (!read.success) return null;
  const { id, type } = read.output;
  return { id, change: null, unreadable: `${type} is a thin message. Choose snapshots for the endpoint` };
}
