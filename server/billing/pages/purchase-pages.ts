import type { FastifyReply, FastifyRequest } from 'fastify';
import { message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { isStorable } from '../../db/errors.ts';
import { nameAccountLanguage, translationAt } from '../../languages/page-language.ts';
import { storedLanguage } from '../../members/listeners.ts';
import { type Page, forgeryToken, isForged, sendPage } from '../../pool/page.ts';
import type { Billing } from '../billing.ts';
import type { Begun, Wanted } from '../checkouts.ts';
import type { DemoService } from '../demo/demo-service.ts';
import type { PlanDuration, ReturnAddresses } from '../service.ts';
import {
  changedPage,
  changeQuestion,
  CLOSE,
  FORGED,
  noCheckoutPage,
  NOT_FOUND,
  orderPage,
} from './page-texts.ts';
import {
  askForSignIn,
  endSession,
  originOf,
  type SessionContext,
  signedInListener,
  useSignInCode,
  withoutTraces,
} from './session.ts';

export interface PagesContext extends SessionContext {
  readonly billing: Billing;
  /** Null with a real payment service, which has pages of its own. */
  readonly demo: DemoService | null;
}

/** The page after a payment that was not made. */
export const BACK = '/back';

/** The language of a page that belongs to a request. */
export const languageOf = (request: FastifyRequest): string => translationAt(request).language;

const DURATIONS: Readonly<Record<string, PlanDuration>> = { annual: 'yearly', monthly: 'monthly' };
const NAMES: Readonly<Record<PlanDuration, string>> = { yearly: 'annual', monthly: 'monthly' };

const DEMO_NOTE = message('This is a demonstration. No money moves, and nothing is charged.');

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.check(isStorable));

/** What a listener who is signed in buys, changes and manages. Each method sends a page, or leads to one. */
export class PurchasePages {
  constructor(private readonly context: PagesContext) {}

  /** Sends a page. In the demonstration each of them says that no money moves (ENT-66). */
  send(reply: FastifyReply, status: number, page: Page): FastifyReply {
    return sendPage(reply, status, this.context.demo === null ? page : { ...page, note: DEMO_NOTE });
  }

  /** The fields that each form repeats, so that no other site can send it. */
  formFields(request: FastifyRequest, reply: FastifyReply): Readonly<Record<string, string>> {
    return { form: forgeryToken(request, reply) };
  }

  isForgedForm(request: FastifyRequest): boolean {
    const sent = v.safeParse(v.object({ form: v.string() }), request.body);
    return isForged(request, sent.success ? sent.output.form : undefined);
  }

  /** Sends the page to a listener who is signed in. Everybody else signs in first. */
  async forListener(
    request: FastifyRequest,
    reply: FastifyReply,
    show: (sub: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { context } = this;
    const page = request.method === 'GET' ? await useSignInCode(context, request, reply) : null;
    if (page !== null) return withoutTraces(reply).redirect(page, 303);
    const sub = await signedInListener(context, request);
    if (sub !== null) {
      nameAccountLanguage(request, await storedLanguage(context.db, sub));
      return show(sub);
    }
    if (request.method === 'GET') return askForSignIn(context, request, reply);
    return this.send(reply, 403, {
      title: message('Please sign in again'),
      text: message('This page was open for too long. Nothing was charged. Open the link in the app again.'),
    });
  }

  async buyPlan(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const plan = DURATIONS[name];
    return plan === undefined
      ? this.send(reply, 404, NOT_FOUND)
      : this.buy(request, reply, { kind: 'plan', plan });
  }

  async buyTitle(request: FastifyRequest, reply: FastifyReply, given: string): Promise<FastifyReply> {
    const title = v.safeParse(id, given);
    return title.success
      ? this.buy(request, reply, { kind: 'title', id: title.output })
      : this.send(reply, 404, NOT_FOUND);
  }

  async changePlan(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const { context } = this;
    return this.forListener(request, reply, async (sub) => {
      const plan = DURATIONS[name];
      if (plan === undefined) return this.send(reply, 404, NOT_FOUND);
      if (this.isForgedForm(request)) return this.send(reply, 403, FORGED);
      const change = await context.billing.subscriptions.changePlan(sub, plan);
      await endSession(context, request);
      const again = `${request.server.prefix}${BACK}`;
      return this.send(reply, 200, { ...changedPage(change, plan), again });
    });
  }

  async manage(request: FastifyRequest, reply: FastifyReply, sub: string): Promise<FastifyReply> {
    const portal = await this.context.billing.subscriptions.portal(
      sub,
      `${originOf(request)}${request.server.prefix}${BACK}`,
    );
    if (portal !== null) return withoutTraces(reply).redirect(portal, 303);
    return this.send(reply, 200, {
      title: message('Nothing to manage'),
      text: [message('You have not paid for a membership here.'), CLOSE],
    });
  }

  /** The page after a checkout. It says what became of the order. */
  async showOrder(request: FastifyRequest, reply: FastifyReply, sub: string): Promise<FastifyReply> {
    const { context } = this;
    const query = v.safeParse(v.object({ order: id }), request.query);
    const order = query.success
      ? await context.billing.orders.afterCheckout(sub, query.output.order)
      : undefined;
    if (order === undefined) return this.send(reply, 404, NOT_FOUND);
    if (order.state !== 'open') await endSession(context, request);
    return this.send(reply, 200, orderPage(order, languageOf(request)));
  }

  private async buy(request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<FastifyReply> {
    return this.forListener(request, reply, async (sub) => {
      const begun = await this.context.billing.checkouts.begin(sub, wanted, returnsFor(request));
      return this.goOn(request, reply, sub, begun);
    });
  }

  private async goOn(
    request: FastifyRequest,
    reply: FastifyReply,
    sub: string,
    begun: Begun,
  ): Promise<FastifyReply> {
    switch (begun.kind) {
      case 'checkout':
        return withoutTraces(reply).redirect(begun.url, 303);
      case 'same-plan':
        return this.manage(request, reply, sub);
      case 'other-plan':
        return this.send(
          reply,
          200,
          changeQuestion(
            begun,
            {
              action: `${request.server.prefix}/plans/${NAMES[begun.to]}/change`,
              hidden: this.formFields(request, reply),
              returnOrigin: originOf(request),
            },
            languageOf(request),
          ),
        );
      default: {
        const { status, page } = noCheckoutPage(begun);
        return this.send(reply, status, page);
      }
    }
  }
}

const returnsFor = (request: FastifyRequest) => {
  const start = originOf(request) + request.server.prefix;
  return (order: string): ReturnAddresses => ({
    done: `${start}/done?order=${order}`,
    back: `${start}${BACK}`,
  });
};
