import type { RegisteredRouter } from '@tanstack/react-router';
import type { Services } from '../services.ts';
import { onRendered } from '../navigation/on-rendered.ts';
import { detailButtonOf } from './detail-button-of.ts';
import { audioOf, openedAudioOf } from './opened-audio-of.ts';
import { tapOf } from './tap-of.ts';

type Told = Pick<
  Services,
  'offer' | 'onboarding' | 'recordDetailButton' | 'recordPage' | 'recordSearchResult' | 'recordTap' | 'search'
>;

const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null);

/**
 * Tells what the tracking plan asks of the screens (contract 4): which page of the way in was shown, what was used
 * on the forms, on a title's page and among search results. In this one place, so that no screen has to know.
 *
 * @returns ends it
 */
export function recordInteractions(router: RegisteredRouter, services: Told): () => void {
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
    // A campaign's link has done its work once it was followed.
    if (!new URLSearchParams(to.searchStr).has('subscribe')) return;
    void services.offer.showFromCampaign();
    void router.navigate({ to: '/', replace: true, state: { samePage: true } });
  });
  // Before a click can lead away, or be stopped.
  document.addEventListener('click', clicked, true);
  document.addEventListener('input', typed, true);
  return () => {
    endRendered();
    document.removeEventListener('click', clicked, true);
    document.removeEventListener('input', typed, true);
  };
}
