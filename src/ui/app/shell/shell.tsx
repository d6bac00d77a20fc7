import { useEffect, useLayoutEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { PageFrame, PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Lazy, useLazy } from '../../components/lazy.tsx';
import { useOutcome } from '../../components/use-outcome.ts';
import { afterFrame } from '../../components/use-render-stages.ts';
import { useRestoredScroll } from '../../navigation/restore-scroll.ts';
import { useServices, type Services } from '../../services.ts';
import { BrandMark } from 'audio-streaming-components/brand-mark';
import { Header } from './header.tsx';
import type * as ShellPartsModule from './lazy-parts.tsx';
import { Notices, OfflineNotice } from './notices.tsx';
import { Outlet } from '../../navigation/link.ts';
import { type Navigation, useNavigation } from '../../navigation/navigation.ts';
import styles from './shell.module.css';

/** The root of every page: header, routed view, footer, and the parts above them (SES-6). */
export function Shell() {
  const navigation = useNavigation();
  const services = useServices();
  const { settings } = services;
  const [frame] = useState(() => new PageFrame());
  const hasContent = useFirstContent(frame);
  useEffect(() => {
    if (hasContent) void services.loadLazyServices();
  }, [hasContent, services]);
  useRestoredScroll();
  useLayoutEffect(() => followOnboarding(navigation, services), [navigation, services]);
  useLayoutEffect(() => announcePage(navigation, frame, settings.brand), [navigation, frame, settings.brand]);

  return (
    <PageFrameContext value={frame}>
      <div className={styles['shell']}>
        <a
          href="#main"
          className={`visually-hidden ${styles['skip']}`}
          onClick={(event) => {
            // Moves only the focus; the address stays (APP-14).
            event.preventDefault();
            frame.focusMain();
          }}
        >
          {t('Skip to content')}
        </a>
        <Header />
        <main ref={(element) => frame.setMain(element)} id="main" className={styles['main']} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer hasContent={hasContent} />
        <Lazy load={importShellParts} isNeeded={hasContent}>
          {({ LazyShellParts }) => <LazyShellParts />}
        </Lazy>
        <OfflineNotice />
        <Notices />
      </div>
    </PageFrameContext>
  );
}

/**
 * The longest wait for the first content, in milliseconds; the content may never load. It is longer than any
 * response timeout, so that a slow device shows the content before it loads other code.
 */
const LONGEST_WAIT = 15_000;

/** Events that show that the listener is using the page. */
const USES = ['pointerdown', 'keydown'] as const;

/**
 * True once a page has shown its main content: from then on, other code may load. Using the page counts too, because
 * the next action may need that code.
 */
function useFirstContent(frame: PageFrame): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isShown) return undefined;
    let isUnmounted = false;
    const show = (): void => {
      if (!isUnmounted) setShown(true);
    };
    const stopWaiting = frame.whenContentShown(() => afterFrame(show));
    const timeout = setTimeout(show, LONGEST_WAIT);
    for (const use of USES) window.addEventListener(use, show);
    return () => {
      isUnmounted = true;
      stopWaiting();
      clearTimeout(timeout);
      for (const use of USES) window.removeEventListener(use, show);
    };
  }, [frame, isShown]);
  return isShown;
}

function createDescription(): HTMLMetaElement {
  // The host of a shared link has written one (APP-80).
  for (const element of document.head.children)
    if (element instanceof HTMLMetaElement && element.name === 'description') return element;
  const meta = document.createElement('meta');
  meta.name = 'description';
  return document.head.appendChild(meta);
}

/**
 * Sets the title and the description of the document for each page, and moves the focus to the heading of a new page
 * (APP-4, APP-5). A screen reader then reads the heading, and the keyboard continues from there.
 *
 * @param brand the product name at the end of every title
 * @returns a function that stops the announcements
 */
function announcePage(navigation: Navigation, frame: PageFrame, brand: string): () => void {
  const meta = createDescription();
  let stopWaiting: () => void = () => {};
  const end = navigation.onRendered(({ from, isNewPage }) => {
    stopWaiting();
    const title = navigation.title();
    const focused = document.activeElement;
    stopWaiting = frame.whenHeadingShown(({ element, text, description }) => {
      document.title = `${title === undefined ? text : t(title)} · ${brand}`;
      meta.content = description;
      if (from === null || !isNewPage) return;
      // If the listener has moved to another control while the page was loading, the focus stays there.
      if (document.activeElement !== focused && document.activeElement !== document.body) return;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
  });
  return () => {
    stopWaiting();
    end();
    meta.remove();
  };
}

/**
 * Connects the onboarding with the pages. The sign-in and sign-up pages start a visit. The first recommended page and
 * the first home page are recorded. The home page shows the offer that is due.
 *
 * @returns a function that ends the subscription
 */
function followOnboarding(
  navigation: Navigation,
  { offer, onboarding, usage }: Pick<Services, 'offer' | 'onboarding' | 'usage'>,
): () => void {
  return navigation.onRendered(({ to, isNewPage }) => {
    if (!isNewPage) return;
    if (to.pathname === '/login' || to.pathname === '/create') onboarding.startVisit();
    if (to.pathname === '/recommended') usage.recordPage('for-you');
    if (to.pathname !== '/') return;
    usage.recordPage('home');
    if (onboarding.awaitsOffer) void offer.endOnboarding();
    // The parameter of a campaign link is needed only for the first navigation.
    if (!new URLSearchParams(to.searchStr).has('subscribe')) return;
    void offer.showFromCampaign();
    void navigation.go({ to: '/', replace: true, state: { samePage: true } });
  });
}

/** How long to wait before the next attempt, in milliseconds. */
const PAUSE = 5_000;

type ShellParts = typeof ShellPartsModule;

/** The lazy parts once they have loaded. */
let shellParts: ShellParts | null = null;

/** Fetches the lazy parts of the shell, and retries until it succeeds. The page works without them. */
async function importShellParts(): Promise<ShellParts> {
  try {
    shellParts = await import('./lazy-parts.tsx');
    return shellParts;
  } catch {
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
      globalThis.addEventListener('online', resolve, { once: true });
    });
    return importShellParts();
  }
}

const yearOf = (_: unknown, { time }: Services): number => new Date(time.now).getFullYear();

type FooterProps = { readonly hasContent: boolean };

/** The footer: help and legal texts in new tabs, the copyright line (APP-15), and the choice of the language (LANG-3). */
const Footer = observer(function Footer({ hasContent }: FooterProps) {
  const { settings, saveLanguage } = useServices();
  const { brand, links } = settings;
  const year = useOutcome(yearOf, null);
  const loaded = useLazy(importShellParts, hasContent);
  // A page in another language is built anew. It has the choice at once, so that the focus can stay there.
  const { LanguageSelect } = loaded ?? shellParts ?? {};
  const pages = [
    [message('Help Desk'), links.help],
    [message('Privacy Policy'), links.privacy],
    [message('Terms & Conditions'), links.terms],
  ] as const;
  return (
    <footer className={styles['footer']}>
      <div className={styles['row']}>
        <p className={styles['copyright']}>
          <BrandMark />
          <span>
            © {year} {brand}
          </span>
        </p>
        <div className={styles['language']}>
          {LanguageSelect && <LanguageSelect onChosen={(language) => void saveLanguage(language)} />}
        </div>
        <ul className={styles['links']}>
          {pages.map(
            ([name, href]) =>
              href !== null && (
                <li key={name}>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    {t(name)}
                  </a>
                </li>
              ),
          )}
        </ul>
      </div>
    </footer>
  );
});
