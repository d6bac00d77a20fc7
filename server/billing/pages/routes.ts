import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isStorable } from '../../db/errors.ts';
import { readCookies } from '../../http/headers.ts';
import { acceptForms } from '../../http/validation.ts';
import { limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { type Page, forgeryToken, isForged } from '../../pool/page.ts';
import type { Billing } from '../billing.ts';
import type { Begun, Wanted } from '../checkouts.ts';
import type { DemoService } from '../demo/demo-service.ts';
import type { PlanDuration, ReturnAddresses } from '../service.ts';
import { demoPages, FORGED, type ForListener, NOT_FOUND, sendBillingPage } from './demo-pages.ts';
import { messageRoute } from './message-route.ts';
import {
  changedPage,
  changeQuestion,
  CLOSE,
  failurePage,
  noCheckoutPage,
  orderPage,
  SIGN_IN_FAILED,
  signedInPage,
} from './page-texts.ts';
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

const DURATIONS: Readonly<Record<string, PlanDuration>> = { annual: 'yearly', monthly: 'monthly' };
const NAMES: Readonly<Record<PlanDuration, string>> = { yearly: 'annual', monthly: 'monthly' };

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.check(isStorable));

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
      return goOn(request, reply, sub, begun);
    });
  }

  async function goOn(
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
        return send(
          reply,
          200,
          changeQuestion(begun, {
            action: `${request.server.prefix}/plans/${NAMES[begun.to]}/change`,
            hidden: formFields(request, reply),
            returnOrigin: originOf(request),
          }),
        );
      default: {
        const { status, page } = noCheckoutPage(begun);
        return send(reply, status, page);
      }
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
    return send(reply, 200, orderPage(order));
  }

  function pages(server: FastifyInstance): void {
    server.setErrorHandler((error, _request, reply) => {
      const { status, page } = failurePage(error, log);
      return send(reply, status, page);
    });
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
      return target === null ? send(reply, 400, SIGN_IN_FAILED) : send(reply, 200, signedInPage(target));
    });
    if (demo !== null) {
      const { db, clock } = context;
      demoPages(server, { demo, billing, db, clock, forListener, formFields, isForgedForm });
    }
  }

  return async (server) => {
    acceptForms(server, LARGEST_FORM_BYTES);
    server.addHook('onRequest', refuseBriefly(limitRate(requestCounts, 'billing', requestsPerSecond)));
    await readCookies(server);
    pages(server);
    messageRoute(server, context);
  };
}
