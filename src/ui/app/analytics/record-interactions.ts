import type { RegisteredRouter } from '@tanstack/react-router';
import type { Services } from '../services.ts';
import { onRendered } from '../navigation/on-rendered.ts';
import { detailButtonOf } from './detail-button-of.ts';
import { audioOf, openedAudioOf } from './opened-audio-of.ts';
import { tapOf } from './tap-of.ts';

type InteractionServices = Pick<
  Services,
  'offer' | 'onboarding' | 'recordDetailButton' | 'recordPage' | 'recordSearchResult' | 'recordTap' | 'search'
>;

const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null);

/**
 * Records the interactions of the tracking plan: visited sign-in pages, used form controls, and actions on detail and
 * search pages. All of them are recorded here, so that screens need not know the plan.
 *
 * @returns stops the recording
 */
export function recordInteractions(router: RegisteredRouter, services: InteractionServices): () => void {
  const pathname = () => router.state.location.pathname;

  const used = (element: Element) => {
    const tap = tapOf(pathname(), element);
    if (tap !== null) services.recordTap.record(tap);
  };

  const clicked = (event: Event) => {
    const element = elementOf(event);
    if (element === null) return;
    used(element);
    const shown = audioOf(pathname());
    const button = shown === null ? null : detailButtonOf(element);
    if (shown !== null && button !== null) services.recordDetailButton.record(button, shown);
    if (!pathname().startsWith('/search-results')) return;
    const opened = openedAudioOf(element);
    const { query, results } = services.search;
    if (opened !== null) services.recordSearchResult.record(query, results, opened);
  };

  const typed = (event: Event) => {
    const element = elementOf(event);
    if (element !== null) used(element);
  };

  const endRendered = onRendered(router, ({ to, isNewPage }) => {
    if (!isNewPage) return;
    if (to.pathname === '/login' || to.pathname === '/create') services.onboarding.startVisit();
    if (to.pathname === '/recommended') services.recordPage.record('for-you');
    if (to.pathname !== '/') return;
    services.recordPage.record('home');
    if (services.onboarding.awaitsOffer) void services.offer.endOnboarding();
    // The parameter of a campaign link is needed only for the first navigation.
    if (!new URLSearchParams(to.searchStr).has('subscribe')) return;
    void services.offer.showFromCampaign();
    void router.navigate({ to: '/', replace: true, state: { samePage: true } });
  });
  // Listens in the capture phase: a later handler may navigate away or stop the event.
  document.addEventListener('click', clicked, true);
  document.addEventListener('input', typed, true);
  return () => {
    endRendered();
    document.removeEventListener('click', clicked, true);
    document.removeEventListener('input', typed, true);
  };
}
