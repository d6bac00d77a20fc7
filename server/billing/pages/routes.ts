import type { FastifyPluginAsync } from 'fastify';
import { message } from 'audio-streaming-translations/message';
import { acceptForms } from '../../http/validation.ts';
import { limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { keepLanguage } from '../../languages/page-language.ts';
import { demoPages } from './demo-pages.ts';
import { messageRoute } from './message-route.ts';
import { CLOSE, failurePage, SIGN_IN_FAILED, signedInPage } from './page-texts.ts';
import { BACK, type PagesContext, PurchasePages } from './purchase-pages.ts';
import { completeSignIn, SIGNED_IN } from './session.ts';

export interface BillingRoutesContext extends PagesContext {
  readonly log: (line: string) => void;
  readonly requestCounts: RequestCounts;
  readonly requestsPerSecond?: number | undefined;
}

const REQUESTS_PER_SECOND = 50;
const LARGEST_FORM_BYTES = 16 * 1024;

interface Plan {
  Params: { plan: string };
}

/**
 * The pages that the app's links to plans and purchases lead to, and the address for the messages of the payment service.
 * A listener signs in at the hosted login first, because a link brings no session with it (ENT-62).
 */
export function billingPages(context: BillingRoutesContext): FastifyPluginAsync {
  const { billing, demo, db, clock, log, requestCounts } = context;
  const { requestsPerSecond = REQUESTS_PER_SECOND } = context;
  const pages = new PurchasePages(context);

  return async (server) => {
    acceptForms(server, LARGEST_FORM_BYTES);
    server.addHook('onRequest', refuseBriefly(limitRate(requestCounts, 'billing', requestsPerSecond)));
    await keepLanguage(server);
    server.setErrorHandler((error, _request, reply) => {
      const { status, page } = failurePage(error, log);
      return pages.send(reply, status, page);
    });

    server.get<Plan>('/plans/:plan', (request, reply) => pages.buyPlan(request, reply, request.params.plan));
    server.post<Plan>('/plans/:plan/change', (request, reply) =>
      pages.changePlan(request, reply, request.params.plan),
    );
    server.get<{ Params: { id: string } }>('/titles/:id', (request, reply) =>
      pages.buyTitle(request, reply, request.params.id),
    );
    server.get('/manage', (request, reply) =>
      pages.forListener(request, reply, (sub) => pages.manage(request, reply, sub)),
    );
    server.get('/done', (request, reply) =>
      pages.forListener(request, reply, (sub) => pages.showOrder(request, reply, sub)),
    );
    server.get(BACK, async (_request, reply) =>
      pages.send(reply, 200, { title: message('All done'), text: CLOSE }),
    );
    server.get<{ Querystring: Readonly<Record<string, unknown>> }>(SIGNED_IN, async (request, reply) => {
      const target = await completeSignIn(context, request, reply);
      // Browsers apply the policy of the sign-in form to every redirect after it, and the payment service has another origin.
      return target === null
        ? pages.send(reply, 400, SIGN_IN_FAILED)
        : pages.send(reply, 200, signedInPage(target));
    });
    if (demo !== null) demoPages(server, { demo, billing, db, clock, pages });
    messageRoute(server, context);
  };
}
