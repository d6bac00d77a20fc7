import { useEffect, Component, type ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { SubscribeModal, WelcomeModal } from '../../screens/entitlement/membership-modals.tsx';
import { Lazy, useLazy } from '../../components/lazy.tsx';
import { Player } from '../../screens/playback/player.tsx';
import { useServices, type Services } from '../../services.ts';
import { AndroidPrompt, AppPanel } from '../../screens/messaging/app-prompts.tsx';
import { type Navigation, useNavigation } from '../../navigation/navigation.ts';
import 'audio-streaming-components/styles/late.css';

export { LanguageSelect } from 'audio-streaming-components/language-select';

const importDownloadAnnouncer = async () =>
  (await import('../../screens/downloads/download-announcer.tsx')).DownloadAnnouncer;

/**
 * The parts beside and above every page. The page can be used without them, and an error in one of them does not
 * affect the others.
 */
export function LazyShellParts() {
  const navigation = useNavigation();
  const services = useServices();
  useEffect(() => restoreModals(navigation, services), [navigation, services]);

  return (
    <>
      <Boundary>
        <AppPanel />
      </Boundary>
      <Boundary>
        <Player />
      </Boundary>
      <Boundary>
        <Lazy load={importDownloadAnnouncer} isNeeded={services.settings.links.mobileApp === null}>
          {(DownloadAnnouncer) => <DownloadAnnouncer />}
        </Lazy>
      </Boundary>
      <Boundary>
        <SubscribeModal />
      </Boundary>
      <Boundary>
        <WelcomeModal />
      </Boundary>
      <Boundary>
        <Messages />
      </Boundary>
      <Boundary>
        <AndroidPrompt />
      </Boundary>
    </>
  );
}

type BoundaryProps = { readonly children: ReactNode };

/**
 * Keeps an error in one part of the page from breaking the others. The broken part is not shown until the page is
 * reloaded. React logs the error.
 */
class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}

const KEY = 'modal';

/** The modal that was open when the document was unloaded, and the history entry that showed it. */
type OpenModal = { readonly entry: string; readonly modal: string };

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** Reads and removes what the previous document stored in this tab; null if no modal was open. */
function takeOpenModal(): OpenModal | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return Array.isArray(stored) && typeof stored[0] === 'string' && typeof stored[1] === 'string'
      ? { entry: stored[0], modal: stored[1] }
      : null;
  } catch {
    return null;
  }
}

/**
 * Opens a membership modal again after a reload of the same page (APP-18). Another page, another tab or a later visit
 * does not open the modal.
 *
 * @returns a function that stops storing the open modal
 */
function restoreModals(
  navigation: Navigation,
  { user, offer }: Pick<Services, 'user' | 'offer'>,
): () => void {
  const open = takeOpenModal();
  if (open !== null && user.isSignedIn) {
    const isOfferOpen = open.modal === 'offer';
    if (!isReload() || open.entry !== navigation.entry()) {
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
      if (modal !== null) sessionStorage.setItem(KEY, JSON.stringify([navigation.entry(), modal]));
    } catch {
      // The storage is full or blocked: a reload then closes the modal.
    }
  };
  window.addEventListener('pagehide', onPageHide);
  return () => window.removeEventListener('pagehide', onPageHide);
}

const importView = async () => (await import('../../screens/messaging/message-view.tsx')).InAppMessageView;

/**
 * Shows the in-app message that is due, but not above the subscribe offer. Its view is fetched with the first message.
 */
const Messages = observer(function Messages() {
  const { messages, user } = useServices();
  const message = user.subscribeModalVisible ? null : messages.message;
  // If the view cannot be fetched, the message is not shown.
  const View = useLazy(importView, message !== null);
  return message === null || View === null ? null : <View key={message.id} message={message} />;
});
