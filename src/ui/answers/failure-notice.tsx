import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { MESSAGES } from '../../application/error-catalogue.ts';
import { buttonClass } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { askAgain } from '../router/ask-again.ts';

type FailureNoticeProps = {
  /** What kind of failure it is, as the answer says. */
  readonly kind: string;
  /** What section 8 says of it; a general sentence without. */
  readonly message?: string | undefined;
  /** What to say where the provider knows no such thing. */
  readonly notFound?: string | undefined;
  /** Asks again; the whole route where it is not given. */
  readonly onRetry?: () => void;
};

/** Why an answer did not come, and the way to ask again; asks by itself when the network is back. */
export function FailureNotice({
  kind,
  message = MESSAGES.pageFailed,
  notFound = MESSAGES.notFound,
  onRetry,
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
  const onRetryClick = () => {
    // The button goes away with the notice: the keyboard goes on from the page that it stood on.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    retry();
  };
  // On the home page the link would lead to where the listener is.
  const isGone = kind === 'not-found' && router.state.location.pathname !== '/';
  return (
    <Failure message={isGone ? notFound : message} onRetry={onRetryClick}>
      {isGone && (
        <Link className={buttonClass('primary')} to="/">
          Browse all
        </Link>
      )}
    </Failure>
  );
}
