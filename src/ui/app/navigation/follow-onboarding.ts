import type { RegisteredRouter } from '@tanstack/react-router';
import type { Services } from '../services.ts';
import { onRendered } from './on-rendered.ts';

/**
 * Connects the onboarding with the pages. The sign-in and sign-up pages start a visit. The first recommended page and
 * the first home page are recorded. The home page shows the offer that is due.
 *
 * @returns a function that ends the subscription
 */
export function followOnboarding(
  router: RegisteredRouter,
  { offer, onboarding, usage }: Pick<Services, 'offer' | 'onboarding' | 'usage'>,
): () => void {
  return onRendered(router, ({ to, isNewPage }) => {
    if (!isNewPage) return;
    if (to.pathname === '/login' || to.pathname === '/create') onboarding.startVisit();
    if (to.pathname === '/recommended') usage.recordPage('for-you');
    if (to.pathname !== '/') return;
    usage.recordPage('home');
    if (onboarding.awaitsOffer) void offer.endOnboarding();
    // The parameter of a campaign link is needed only for the first navigation.
    if (!new URLSearchParams(to.searchStr).has('subscribe')) return;
    void offer.showFromCampaign();
    void router.navigate({ to: '/', replace: true, state: { samePage: true } });
  });
}
