import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError, type ApiServer } from '../../http/validation.ts';
import { exportData } from '../export-data.ts';
import { listeningNumbers } from '../../members/listening-numbers.ts';
import { purchasesOf } from '../../members/listener-items.ts';
import {
  addListener,
  changeAddress,
  changeLanguage,
  changeName,
  type Listener,
  readListener,
  savePasswordChange,
} from '../../members/listeners.ts';
import { paymentDetails } from '../../members/membership.ts';
import * as responses from '../response-schemas.ts';
import { type ApiContext, listenerOf } from '../context.ts';
import { email } from 'audio-streaming-wire/scalars';
import { admitToRows, itemPage } from '../listener-fields.ts';
import { fullName, page } from '../parameters.ts';

/** Addresses are compared without regard to case. */
const normalized = (address: string): string => address.normalize('NFC').toLowerCase();

/** A BCP 47 tag, in its canonical form. The app may offer languages that the provider does not know. */
const languageTag = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/iu, 'must be a language tag'),
  v.check((tag) => canonicalTag(tag) !== null, 'must be a language tag'),
  v.transform((tag) => canonicalTag(tag) ?? tag),
);

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

const changes = v.pipe(
  v.object({
    full_name: v.optional(fullName),
    email: v.optional(email),
    language: v.optional(languageTag),
  }),
  v.check(
    ({ full_name, email: address, language }) =>
      [full_name, address, language].some((each) => each !== undefined),
    'must hold full_name, email or language',
  ),
);

/** The name of a time zone, also an old one. A name that is not known counts as UTC, as browsers send `Etc/Unknown` (PROG-91). */
const timeZone = v.pipe(
  v.string(),
  v.transform((name) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      return 'UTC';
    }
  }),
);

export function userRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get(
    '/user',
    { schema: { summary: 'The listener and the membership', response: { 200: responses.user } } },
    async (request) => {
      const sub = listenerOf(request);
      // Somebody who comes back from paying asks this first (ENT-61).
      await context.refreshBilling?.(sub);
      return wireUser(context, request, await readListener(context, sub));
    },
  );

  server.put(
    '/user',
    {
      schema: {
        summary: 'Changes name, e-mail address or language',
        body: changes,
        response: { 200: responses.user },
      },
    },
    async (request) => {
      const sub = listenerOf(request);
      await readListener(context, sub);
      const { full_name, email: given, language } = request.body;
      const address = given === undefined ? undefined : await requireOwnEmail(context, sub, given);
      await db.transaction().execute(async (transaction) => {
        if (address !== undefined) await changeAddress(transaction, { sub, to: address });
        if (full_name !== undefined) await changeName(transaction, sub, full_name);
        if (language !== undefined) await changeLanguage(transaction, sub, language);
      });
      return wireUser(context, request, await readListener(context, sub));
    },
  );

  // A page offers the download only if the user names it, because another provider may not have this call.
  server.get(
    '/user/export',
    {
      schema: {
        summary: 'Everything that is stored about the listener',
        response: { 200: responses.ownData },
      },
    },
    async (request, reply) => {
      const listener = await readListener(context, listenerOf(request));
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return exportData(db, listener, clock.now());
    },
  );

  server.get(
    '/user/listening',
    {
      schema: {
        summary: 'What the listener has heard, by day in a time zone',
        querystring: v.object({ zone: v.optional(timeZone, 'UTC') }),
        response: { 200: responses.listening },
      },
    },
    async (request) => listeningNumbers(db, listenerOf(request), request.query.zone, clock.now()),
  );

  const account = v.object({ email, full_name: fullName });
  server.post(
    '/user/create_account',
    {
      schema: {
        summary: 'Creates the account after the sign-up at the user pool',
        body: account,
        response: { 200: responses.user },
      },
    },
    async (request) => {
      const sub = listenerOf(request);
      const address = await requireOwnEmail(context, sub, request.body.email);
      await addListener(context, { sub, email: address, full_name: request.body.full_name });
      return wireUser(context, request, await readListener(context, sub));
    },
  );

  // The pool has the new password. This call only records the change; it never carries a password (ACC-21).
  server.post(
    '/user/change_password',
    {
      schema: {
        summary: 'Records that the password was changed at the user pool',
        body: v.strictObject({}),
        response: { 200: responses.done },
      },
    },
    async (request) => {
      await savePasswordChange(db, listenerOf(request), clock.now());
      return { ok: true };
    },
  );

  server.post(
    '/user/billing_code',
    {
      schema: {
        summary: 'A code that opens a billing page of the provider without a sign-in',
        body: v.strictObject({}),
        response: { 200: responses.billingCode },
      },
    },
    async (request) => {
      const sub = listenerOf(request);
      if (context.billingPages === undefined)
        throw new ApiError(404, 'not-found', 'There are no billing pages.');
      return { code: await context.billingPages.issueCode(sub) };
    },
  );

  server.get(
    '/user/purchased-content',
    {
      schema: {
        summary: 'The purchased titles',
        querystring: page(25),
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    async (request) => {
      const { query } = request;
      const { sub, rows, owned } = await admitToRows(request, (own) => purchasesOf(db, own, query));
      return itemPage(context, sub, rows, query, owned);
    },
  );
}

/**
 * The address in its stored form, if the pool has verified it. An unverified address could belong to somebody else.
 * So the app changes the address first in the pool and then here (ACC-11).
 */
async function requireOwnEmail({ pool }: ApiContext, sub: string, given: string): Promise<string> {
  const address = normalized(given);
  const verified = await pool.getVerifiedEmail(sub);
  if (verified === undefined || normalized(verified) !== address) {
    throw new ApiError(400, 'other-email', 'The e-mail address is not the verified one of this account.');
  }
  return address;
}

/** The listener as the API sends it. */
function wireUser(context: ApiContext, request: FastifyRequest, listener: Listener) {
  return {
    id: listener.sub,
    full_name: listener.full_name,
    email: listener.email,
    can_export: true,
    ...(context.billingPages && {
      billing_pages: context.billingPages.startAt(request.publicOrigin),
    }),
    ...(context.studioAt &&
      listener.role !== 'listener' && { studio: context.studioAt(request.publicOrigin) }),
    language: listener.language,
    payment_details: paymentDetails(listener, context.clock.now()),
  };
}
