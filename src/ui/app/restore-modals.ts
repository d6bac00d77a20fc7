import type { RegisteredRouter } from '@tanstack/react-router';
import type { Services } from './services.ts';

const KEY = 'modal';

/** The modal that was open when the document went away, and the entry of the tab's history that showed it. */
type OpenModal = { readonly entry: string; readonly modal: string };

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** Takes what the document before has left in this tab; null where no modal was open. */
function takeOpenModal(): OpenModal | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return Array.isArray(kept) && typeof kept[0] === 'string' && typeof kept[1] === 'string'
      ? { entry: kept[0], modal: kept[1] }
      : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the membership modals open over a reload of the page that shows them, and nowhere else: neither another page
 * nor another tab, nor a later visit, opens what the listener left behind.
 *
 * @returns ends it
 */
export function restoreModals(
  router: RegisteredRouter,
  { user, offer }: Pick<Services, 'user' | 'offer'>,
): () => void {
  const currentEntry = () => router.state.location.state.__TSR_key ?? '';
  const open = takeOpenModal();
  if (open !== null && user.isSignedIn) {
    const isOfferOpen = open.modal === 'offer';
    if (!isReload() || open.entry !== currentEntry()) {
      if (isOfferOpen) offer.left();
    } else if (isOfferOpen) user.showOffer();
    else user.showManagement();
  }
  const onPageHide = () => {
    try {
      sessionStorage.removeItem(KEY);
      const modal = user.subscribeModalVisible
        ? 'offer'
        : user.manageSubscriptionModalVisible
          ? 'management'
          : null;
      if (modal !== null) sessionStorage.setItem(KEY, JSON.stringify([currentEntry(), modal]));
    } catch {
      // A full or blocked storage: a reload closes the modal.
    }
  };
  window.addEventListener('pagehide', onPageHide);
  return () => window.removeEventListener('pagehide', onPageHide);
}
