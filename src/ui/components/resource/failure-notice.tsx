import { use, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { MESSAGES } from '../../../application/notices-state.ts';
import { buttonClass } from 'audio-streaming-components/controls/button';
import { PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import { Lazy, useLazy } from '../lazy.tsx';
import { useServices } from '../../services.ts';
import { Failure } from 'audio-streaming-components/failure';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';

type FailureNoticeProps = {
  /** The kind of the failure, as the result gives it. */
  readonly kind: string;
  /** The message for this failure; a general sentence if absent. */
  readonly message?: Message | undefined;
  /** The message if the provider does not know the item. */
  readonly notFound?: Message | undefined;
  /**
   * Set if this notice replaces the content of a page, or the first shelf of home. The downloads are then shown below it
   * (DOWN-59).
   */
  readonly offersDownloads?: boolean;
  /** Retries; if absent, the whole route is reloaded. */
  readonly onRetry?: () => void;
  /** Retries while this notice stays visible, until the result has loaded; given together with `onRetry`. */
  readonly onRetryQuietly?: () => Promise<void>;
};

const importDownloadedShelf = async () => (await import('./downloaded-shelf.tsx')).DownloadedShelf;

const importRetries = async () => (await import('./page-retries.ts')).retryByItself;

/** The owner of all parts that a reload of the route retries. */
const WHOLE_PAGE = {};

/** Failures that may end without any action. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'server', 'rate-limited']);

/**
 * Says why content could not be loaded, and offers a retry. It also retries automatically if that may help (CAT-13).
 */
export function FailureNotice({
  kind,
  message = MESSAGES.pageFailed,
  notFound = MESSAGES.notFound,
  offersDownloads = false,
  onRetry,
  onRetryQuietly,
}: FailureNoticeProps) {
  const navigation = useNavigation();
  const { settings } = useServices();
  const frame = use(PageFrameContext);
  // The button disappears with its notice, so the focus moves to the page.
  const focusPage = useCallback(() => frame.focusMain({ preventScroll: true }), [frame]);
  const retry = () => {
    if (onRetry === undefined) void navigation.reload();
    else onRetry();
  };
  const onBackOnline = useEffectEvent(retry);
  useEffect(() => {
    if (kind !== 'unreachable') return undefined;
    const listen = () => {
      onBackOnline();
    };
    globalThis.addEventListener('online', listen);
    return () => {
      globalThis.removeEventListener('online', listen);
    };
  }, [kind]);

  const retryQuietly = useEffectEvent(async () =>
    (onRetryQuietly ?? (async () => navigation.reloadQuietly()))(),
  );
  const isOfRoute = onRetryQuietly === undefined;
  const mayPass = PASSING.has(kind);
  // If this code cannot be fetched, the button and the return of the network still cause a retry.
  const retryByItself = useLazy(importRetries, mayPass);
  useEffect(() => {
    if (!mayPass || retryByItself === null) return undefined;
    return retryByItself(navigation.entry(), {
      owner: isOfRoute ? WHOLE_PAGE : {},
      retry: async () => retryQuietly(),
    });
  }, [mayPass, retryByItself, isOfRoute, navigation]);

  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = notice.current;
    return () => {
      if (element?.contains(document.activeElement) === true) focusPage();
    };
  }, [focusPage]);

  // On the home page this link would lead to the same page.
  const isUnknown = kind === 'not-found' && navigation.pathname() !== '/';
  return (
    <div ref={notice}>
      <Failure
        message={isUnknown ? notFound : message}
        onRetry={() => {
          focusPage();
          retry();
        }}
      >
        {isUnknown && (
          <Link className={buttonClass('primary')} to="/">
            {t('Browse all')}
          </Link>
        )}
      </Failure>
      <Lazy
        load={importDownloadedShelf}
        isNeeded={offersDownloads && mayPass && settings.links.mobileApp === null}
      >
        {(DownloadedShelf) => <DownloadedShelf />}
      </Lazy>
    </div>
  );
}
