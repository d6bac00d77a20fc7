import * as v from 'valibot';

import {
  NOBODY,
  userId,
  type PaymentDetails,
  type Profile,
  type ProfileChanges,
} from '../../domain/account/user.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import { arrangementQuery, AS_SENT } from '../../domain/catalogue/arrangement.ts';
import type { Log, Cancellation } from '../../ports/platform.ts';
import type { PageKey, UserApi } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath } from './api-path.ts';
import { FIRST_CALLS, pageParams } from './first-calls.ts';
import { decodeItemPage } from './wire/content-item.ts';
import { decoder, type Decoder } from './wire/lists.ts';
import { flag, logUnreadFields, optionalText, text, wireId } from './wire/scalars.ts';

/** The listener's own record over HTTP (ACC-10). */
export class HttpUsers implements UserApi {
  constructor(private readonly api: ApiClient) {}

  async me(cancellation?: Cancellation) {
    return this.api.get({ ...FIRST_CALLS.user(), cancellation }, decodeUser);
  }

  async update({ name, email, language }: ProfileChanges) {
    const body = { full_name: name, email, language };
    return this.api.send({ method: 'PUT', path: apiPath`/user`, body });
  }

  async passwordChanged() {
    return this.api.send({ method: 'POST', path: apiPath`/user/change_password`, body: {} });
  }

  async requestPasswordReset(email: string) {
    return this.api.send({ method: 'POST', path: apiPath`/user/forgot_password`, body: { email } });
  }

  async createAccount({ email, name }: { readonly email: string; readonly name: string }) {
    const body = { email, full_name: name };
    // 409 means that the provider knows the account already, for example because an earlier response was lost.
    return this.api.send({ method: 'POST', path: apiPath`/user/create_account`, body, doneStatus: 409 });
  }

  async recordLoginAttempt({ email, success }: { readonly email: string; readonly success: boolean }) {
    return this.api.send({ method: 'POST', path: apiPath`/user/login_attempts`, body: { email, success } });
  }

  async purchased(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    const params = pageParams(PAGE_SIZES.purchases, page, arrangementQuery(arrangement));
    return this.api.get({ path: apiPath`/user/purchased-content`, params, cancellation }, decodeItemPage);
  }

  async exportData() {
    return this.api.get({ path: apiPath`/user/export` }, decodeExport);
  }

  async billingCode() {
    return this.api.sendAndRead({ method: 'POST', path: apiPath`/user/billing_code`, body: {} }, decodeCode);
  }
}

/** Any object is the listener's data, whatever is in it. */
const decodeExport: Decoder<Readonly<Record<string, unknown>>> = decoder((body) =>
  typeof body === 'object' && body !== null ? { ...body } : null,
);

const decodeCode: Decoder<string> = decoder((body) => {
  const read = v.safeParse(v.object({ code: v.pipe(v.string(), v.nonEmpty()) }), body);
  return read.success ? read.output.code : null;
});

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
  can_export: flag(false),
  billing_pages: optionalText,
  studio: optionalText,
  // Null means that nothing was chosen, and absent that the provider does not keep it.
  language: v.optional(v.fallback(v.nullable(v.string()), null)),
});

const readPayment = (sent: unknown, log: Log): PaymentDetails | null => {
  if (typeof sent !== 'object' || sent === null || Object.keys(sent).length === 0) return null;
  const parsed = v.safeParse(payment, sent);
  if (!parsed.success) return null;
  logUnreadFields('payment_details', sent, parsed.output, log);
  const { is_expired, is_canceled, is_trialing, duration } = parsed.output;
  return { isExpired: is_expired, isCanceled: is_canceled, isTrialing: is_trialing, duration };
};

/** Decodes `/user`. Empty payment details count as none. */
export const decodeUser: Decoder<Profile> = decoder((body, log) => {
  const parsed = v.safeParse(user, body);
  if (!parsed.success) return null;
  const sent = parsed.output;
  logUnreadFields('user', body, sent, log);
  return {
    id: userId(sent.id),
    name: sent.full_name ?? NOBODY.name,
    email: sent.email,
    paymentDetails: readPayment(sent.payment_details, log),
    ...(sent.can_export && { canExport: true }),
    ...(sent.billing_pages !== null && { billingPages: sent.billing_pages }),
    ...(sent.studio !== null && /^https?:\/\//u.test(sent.studio) && { studio: sent.studio }),
    ...(sent.language !== undefined && { language: sent.language }),
  };
});
