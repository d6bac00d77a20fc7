import { useRouter } from '@tanstack/react-router';
import { MESSAGES } from '../../application/error-catalogue.ts';
import { Failure } from '../parts/failure.tsx';
import { Page } from '../parts/page.tsx';
import { askAgain } from '../router/ask-again.ts';

/** Stands in for a screen that broke; header and player go on. */
export function ScreenError() {
  const router = useRouter();
  return (
    <Page>
      <h1>Something went wrong</h1>
      <Failure message={MESSAGES.pageFailed} onRetry={() => void askAgain(router)} />
    </Page>
  );
}
