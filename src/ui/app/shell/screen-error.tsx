import { useRouter } from '@tanstack/react-router';
import { MESSAGES } from '../../../application/messages.ts';
import { Failure } from '../../components/failure.tsx';
import { Page } from '../../components/layout/page.tsx';
import { askAgain } from '../ask-again.ts';

/** Replaces a screen that threw an error; header and player go on (APP-54). */
export function ScreenError() {
  const router = useRouter();
  return (
    <Page>
      <h1>Something went wrong</h1>
      <Failure message={MESSAGES.pageFailed} onRetry={() => void askAgain(router)} />
    </Page>
  );
}
