import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { DatabaseUnavailableError, isStorable } from '../../db/errors.ts';
import { readCookies } from '../../http/headers.ts';
import { acceptForms } from '../../http/validation.ts';
import { limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { type Page, forgeryToken, isForged } from '../../pool/page.ts';
import type { Billing } from '../billing.ts';
import type { Begun, Wanted } from '../checkouts.ts';
import type { DemoService } from '../demo/demo-service.ts';
import { dollars, PLANS } from '../context.ts';
import {
  BillingServiceError,
  ForgedMessageError,
  type PlanDuration,
  type ReturnAddresses,
} from '../service.ts';
import { demoPages, FORGED, type ForListener, NOT_FOUND, sendBillingPage } from './demo-pages.ts';
import {
  askForSignIn,
  completeSignIn,
  endSession,
  originOf,
  type SessionContext,
  SIGNED_IN,
  signedInListener,
  useSignInCode,
  withoutTraces,
} from './session.ts';

export interface PagesContext extends SessionContext {
  readonly billing: Billing;
  /** Null with a real payment service, which has pages of its own. */
  readonly demo: DemoService | null;
  readonly log: (line: string) => void;
  readonly requestCounts: RequestCounts;
  readonly requestsPerSecond?: number | undefined;
}

const REQUESTS_PER_SECOND = 50;
const LARGEST_FORM_BYTES = 16 * 1024;
const LARGEST_MESSAGE_BYTES = 1024 * 1024;

const DURATIONS: Readonly<Record<string, PlanDuration>> = { annual: 'yearly', monthly: 'monthly' };
const NAMES: Readonly<Record<PlanDuration, string>> = { yearly: 'annual', monthly: 'monthly' };

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.check(isStorable));

const CLOSE = 'You can close this page and go back to the tab that you came from.';

/**
 * The pages that the app's links to plans and purchases lead to, and the address for the messages of the payment service.
 * A listener signs in at the hosted login first, because a link brings no session with it (ENT-62).
 */
export function billingPages(context: PagesContext): FastifyPluginAsync {
  const { billing, demo, log, requestCounts, requestsPerSecond = REQUESTS_PER_SECOND } = context;

  const send = (reply: FastifyReply, status: number, page: Page): FastifyReply =>
    sendBillingPage(reply, status, page, demo !== null);

  const formFields = (request: FastifyRequest, reply: FastifyReply) => ({
    form: forgeryToken(request, reply),
  });
  const isForgedForm = (request: FastifyRequest): boolean => {
    const sent = v.safeParse(v.object({ form: v.string() }), request.body);
    return isForged(request, sent.success ? sent.output.form : undefined);
  };

  const forListener: ForListener = async (request, reply, show) => {
    const page = request.method === 'GET' ? await useSignInCode(context, request, reply) : null;
    if (page !== null) return withoutTraces(reply).redirect(page, 303);
    const sub = await signedInListener(context, request);
    if (sub !== null) return show(sub);
    if (request.method === 'GET') return askForSignIn(context, request, reply);
    return send(reply, 403, {
      title: 'Please sign in again',
      text: 'This page was open for too long. Nothing was charged. Open the link in the app again.',
    });
  };

  const returnsFor = (request: FastifyRequest) => {
    const start = originOf(request) + request.server.prefix;
    return (order: string): ReturnAddresses => ({
      done: `${start}/done?order=${order}`,
      back: `${start}/back`,
    });
  };

  async function buy(request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<FastifyReply> {
    return forListener(request, reply, async (sub) => {
      const begun = await billing.checkouts.begin(sub, wanted, returnsFor(request));
      return answer(request, reply, sub, begun);
    });
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    sub: string,
    begun: Begun,
  ): Promise<FastifyReply> {
    switch (begun.kind) {
      case 'checkout':
        return withoutTraces(reply).redirect(begun.url, 303);
      case 'same-plan':
        return manage(request, reply, sub);
      case 'other-plan':
        return askToChange(request, reply, begun);
      case 'member':
        return send(reply, 200, {
          title: 'You are a member already',
          text: `You can hear everything, and there is nothing to pay. ${CLOSE}`,
        });
      case 'owned':
        return send(reply, 200, {
          title: 'You have this title',
          text: `${begun.title} is yours. ${CLOSE}`,
        });
      case 'not-sold':
        return send(reply, 404, {
          title: 'Not for sale',
          text: `${begun.title ?? 'This title'} cannot be bought now. ${CLOSE}`,
        });
    }
  }

  function askToChange(
    request: FastifyRequest,
    reply: FastifyReply,
    { from, to }: Extract<Begun, { kind: 'other-plan' }>,
  ): FastifyReply {
    return send(reply, 200, {
      title: 'Change your plan',
      text: 'The new plan begins at once. What you have paid for the rest of the old one is credited.',
      facts: [
        ['Now', PLANS[from].label],
        ['New', `${PLANS[to].label}, ${dollars(PLANS[to].amount)}`],
      ],
      form: {
        action: `${request.server.prefix}/plans/${NAMES[to]}/change`,
        submit: 'Change my plan',
        hidden: formFields(request, reply),
        fields: [],
        returnOrigin: originOf(request),
      },
    });
  }

  function changedPage(
    change: Awaited<ReturnType<Billing['subscriptions']['changePlan']>>,
    plan: PlanDuration,
  ): Page {
    switch (change.kind) {
      case 'changed':
        return {
          title: 'Your plan has changed',
          text: `You have the ${PLANS[plan].label} now. ${CLOSE}`,
        };
      case 'none':
        return {
          title: 'Nothing was changed',
          text: `You pay for no plan here that could change. ${CLOSE}`,
        };
      case 'to-confirm':
        return {
          title: 'Your plan has not changed yet',
          text: 'Your bank wants you to confirm the payment. Until then your plan stays as it was, and nothing is charged.',
          ...(change.url !== null && { link: { href: change.url, label: 'Confirm the payment' } }),
        };
      case 'declined':
        return {
          title: 'Your plan has not changed',
          text: 'The payment was declined. Your plan stays as it was, and nothing was charged. You can pay in another way.',
          ...(change.url !== null && { link: { href: change.url, label: 'Pay in another way' } }),
        };
    }
  }

  async function manage(request: FastifyRequest, reply: FastifyReply, sub: string): Promise<FastifyReply> {
    const portal = await billing.subscriptions.portal(
      sub,
      `${originOf(request)}${request.server.prefix}/back`,
    );
    if (portal !== null) return withoutTraces(reply).redirect(portal, 303);
    return send(reply, 200, {
      title: 'Nothing to manage',
      text: `You have not paid for a membership here. ${CLOSE}`,
    });
  }

  async function showOrder(request: FastifyRequest, reply: FastifyReply, sub: string): Promise<FastifyReply> {
    const query = v.safeParse(v.object({ order: id }), request.query);
    const order = query.success ? await billing.orders.afterCheckout(sub, query.output.order) : undefined;
    if (order === undefined) return send(reply, 404, NOT_FOUND);
    if (order.state !== 'open') await endSession(context, request);
    const price = dollars(order.amount);
    const pages: Readonly<Record<typeof order.state, Page>> = {
      open: {
        title: 'Your payment is on its way',
        text: `It takes a moment. The app shows it as soon as it has arrived. ${CLOSE}`,
      },
      paid: {
        title: order.plan === null ? 'It is yours' : 'You are a member now',
        text: CLOSE,
        facts: [['Paid', order.trial_days === 0 ? price : `${price}. Your trial has begun`]],
      },
      expired: { title: 'Nothing was charged', text: `This checkout is closed. ${CLOSE}` },
      returning: {
        title: 'You get your money back',
        text: `You had this already, or it could not be given to you. ${price} will be returned. ${CLOSE}`,
      },
      returned: {
        title: 'You got your money back',
        text: `You had this already, or it could not be given to you. ${price} was returned. ${CLOSE}`,
      },
    };
    return send(reply, 200, pages[order.state]);
  }

  function failed(reply: FastifyReply, error: unknown): FastifyReply {
    const isKnown = error instanceof BillingServiceError || error instanceof DatabaseUnavailableError;
    if (!isKnown)
      log(`billing: a page failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    else if (error instanceof BillingServiceError) log(`billing: ${error.message}`);
    if (error instanceof BillingServiceError && error.isPermanent) {
      return send(reply, 502, {
        title: 'This did not work',
        text: 'The payment service refuses this payment. Nothing was charged. Trying again does not help. Please tell the people who run this site.',
      });
    }
    return send(reply, isKnown ? 503 : 500, {
      title: 'This did not work',
      text: 'Payments cannot be made at the moment. Nothing was charged. Please try again in a few minutes.',
    });
  }

  function pages(server: FastifyInstance): void {
    server.setErrorHandler((error, _request, reply) => failed(reply, error));
    server.get<{ Params: { plan: string } }>('/plans/:plan', async (request, reply) => {
      const plan = DURATIONS[request.params.plan];
      return plan === undefined ? send(reply, 404, NOT_FOUND) : buy(request, reply, { kind: 'plan', plan });
    });
    server.post<{ Params: { plan: string } }>('/plans/:plan/change', async (request, reply) =>
      forListener(request, reply, async (sub) => {
        const plan = DURATIONS[request.params.plan];
        if (plan === undefined) return send(reply, 404, NOT_FOUND);
        if (isForgedForm(request)) return send(reply, 403, FORGED);
        const change = await billing.subscriptions.changePlan(sub, plan);
        await endSession(context, request);
        return send(reply, 200, changedPage(change, plan));
      }),
    );
    server.get<{ Params: { id: string } }>('/titles/:id', async (request, reply) => {
      const title = v.safeParse(id, request.params.id);
      return title.success
        ? buy(request, reply, { kind: 'title', id: title.output })
        : send(reply, 404, NOT_FOUND);
    });
    server.get('/manage', async (request, reply) =>
      forListener(request, reply, (sub) => manage(request, reply, sub)),
    );
    server.get('/done', async (request, reply) =>
      forListener(request, reply, (sub) => showOrder(request, reply, sub)),
    );
    server.get('/back', async (_request, reply) => send(reply, 200, { title: 'All done', text: CLOSE }));
    server.get<{ Querystring: Readonly<Record<string, unknown>> }>(SIGNED_IN, async (request, reply) => {
      const target = await completeSignIn(context, request, reply);
      // Browsers apply the policy of the sign-in form to every redirect after it, and the payment service has another origin.
      if (target !== null) {
        return send(reply, 200, {
          title: 'You are signed in',
          text: 'The next page opens by itself.',
          link: { href: target, label: 'Continue' },
          next: target,
        });
      }
      return send(reply, 400, {
        title: 'The sign-in did not work',
        text: 'It took too long, or it began in another browser. Nothing was charged. Open the link in the app again.',
      });
    });
    if (demo !== null) {
      const { db, clock } = context;
      demoPages(server, { demo, billing, db, clock, forListener, formFields, isForgedForm });
    }
  }

  return async (server) => {
    acceptForms(server, LARGEST_FORM_BYTES);
    // The signature of a message is that of its exact bytes.
    server.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: LARGEST_MESSAGE_BYTES },
      (_request, body, done) => done(null, body),
    );
    server.addHook('onRequest', refuseBriefly(limitRate(requestCounts, 'billing', requestsPerSecond)));
    await readCookies(server);
    pages(server);
    server.post('/webhook', async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      reply.header('cache-control', 'no-store');
      if (typeof request.body !== 'string' || typeof signature !== 'string') {
        return reply.code(400).send({ error: 'This is no message of the payment service.' });
      }
      try {
        await billing.reconciliation.receive(request.body, signature);
        return await reply.send({ received: true });
      } catch (error) {
        if (error instanceof ForgedMessageError) {
          return reply.code(400).send({ error: 'This is no message of the payment service.' });
        }
        // The service sends the message again later.
        log(`billing: a message failed: ${error instanceof Error ? error.message : String(error)}`);
        return reply.code(503).send({ error: 'The message could not be handled now.' });
      }
    });
  };
}
