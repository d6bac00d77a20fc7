import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { MESSAGES } from '../../../application/messages.ts';
import { buttonClass } from '../button.tsx';
import { Failure } from '../failure.tsx';
import { askAgain, askAgainQuietly } from '../../app/ask-again.ts';

type FailureNoticeProps = {
  /** What kind of failure it is, as the answer says. */
  readonly kind: string;
  /** What section 8 says of it; a general sentence without. */
  readonly message?: string | undefined;
  /** What to say where the provider knows no such thing. */
  readonly notFound?: string | undefined;
  /** Asks again; the whole route where it is not given. */
  readonly onRetry?: () => void;
  /** The same while this notice stays, until the answer has come; given together with `onRetry`. */
  readonly onRetryQuietly?: () => Promise<void>;
};

/** Failures that may end by themselves. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'server', 'rate-limited']);

// The button goes away with its notice: the keyboard goes on from the page that it stood on.
const focusPage = () => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });

/** Why an answer did not come, and the way to ask again; asks by itself as well, where that may help. */
export function FailureNotice({
  kind,
  message = MESSAGES.pageFailed,
  notFound = MESSAGES.notFound,
  onRetry,
  onRetryQuietly,
}: FailureNoticeProps) {
  const router = useRouter();
  const retry = () => {
    if (onRetry === undefined) void askAgain(router);
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
    (onRetryQuietly ?? (async () => askAgainQuietly(router)))(),
  );
  const isOfRoute = onRetryQuietly === undefined;
  const mayPass = PASSING.has(kind);
  useEffect(() => {
    if (!mayPass) return undefined;
    let isGone = false;
    let end: () => void = () => {};
    const start = async () => {
      const { retryByItself } = await import('./page-retries.ts');
      if (!isGone)
        end = retryByItself(router, { owner: isOfRoute ? router : {}, retry: async () => retryQuietly() });
    };
    // Code that cannot be fetched leaves the button, and the network's return.
    start().catch(() => {});
    return () => {
      isGone = true;
      end();
    };
  }, [mayPass, isOfRoute, router]);

  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = notice.current;
    return () => {
      if (element?.contains(document.activeElement) === true) focusPage();
    };
  }, []);

  // On the home page the link would lead to where the listener is.
  const isGone = kind === 'not-found' && router.state.location.pathname !== '/';
  return (
    <div ref={notice}>
      <Failure
        message={isGone ? notFound : message}
        onRetry={() => {
          focusPage();
          retry();
        }}
      >
        {isGone && (
          <Link className={buttonClass('primary')} to="/">
            Browse all
          </Link>
        )}
      </Failure>
    </div>
  );
}
