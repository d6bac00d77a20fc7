import * as v from 'valibot';

import { NOBODY, userId } from '../../../domain/account/user.ts';
import type { PaymentDetails, Profile } from '../../../domain/account/user.ts';
import { decoder } from './decoded.ts';
import type { Decoder } from './decoded.ts';
import { flag, optionalText, text, wireId } from './scalars.ts';

const payment = v.object({
  // A value that cannot be read must not give access.
  is_expired: flag(true),
  is_canceled: flag(false),
  is_trialing: flag(false),
  duration: v.optional(v.fallback(v.nullable(v.picklist(['monthly', 'yearly'])), null), null),
});

const user = v.object({
  id: wireId,
  full_name: optionalText,
  email: text,
  payment_details: v.optional(v.unknown()),
});

const readPayment = (sent: unknown): PaymentDetails | null => {
  if (typeof sent !== 'object' || sent === null || Object.keys(sent).length === 0) return null;
  const parsed = v.safeParse(payment, sent);
  if (!parsed.success) return null;
  const { is_expired, is_canceled, is_trialing, duration } = parsed.output;
  return { isExpired: is_expired, isCanceled: is_canceled, isTrialing: is_trialing, duration };
};

/** Decodes `/user`. Empty payment details count as none. */
export const decodeUser: Decoder<Profile> = decoder((body) => {
  const parsed = v.safeParse(user, body);
  if (!parsed.success) return null;
  const sent = parsed.output;
  return {
    id: userId(sent.id),
    name: sent.full_name ?? NOBODY.name,
    email: sent.email,
    paymentDetails: readPayment(sent.payment_details),
  };
});
