import { useRouter } from '@tanstack/react-router';
import { MESSAGES } from '../../../application/notices-state.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeading, Page } from '../../components/layout/page.tsx';
import { reloadPage } from '../reload-page.ts';

/** Replaces a screen that threw an error; header and player still work (APP-54). */
export function ScreenError() {
  const router = useRouter();
  return (
    <Page>
      <PageHeading title="Something went wrong" description="This page could not be shown." />
      <Failure message={MESSAGES.pageFailed} onRetry={() => void reloadPage(router)} />
    </Page>
  );
}
