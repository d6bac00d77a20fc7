import { useEffect } from 'react';
import { buttonClass } from 'audio-streaming-components/controls/button';
import { PageHeading, Page } from '../../components/layout/page.tsx';
import { MESSAGES } from '../../../application/notices-state.ts';
import { Failure } from 'audio-streaming-components/failure';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './errors.module.css';

/** Shown for unknown paths, signed in or out (APP-3). */
export function NotFoundScreen() {
  return (
    <Page>
      <div className={styles['note']}>
        <p className={styles['code']} aria-hidden="true">
          404
        </p>
        <PageHeading title={t('Page not found')} description={t('There is nothing at this address.')} />
        <p>{t('There is nothing at this address. It may have moved, or the link may be mistyped.')}</p>
        <Link to="/" className={buttonClass('primary')}>
          {t('Browse everything')}
        </Link>
      </div>
    </Page>
  );
}

/** Replaces a screen that threw an error; header and player still work (APP-54). The operator learns of it (APP-83). */
export function ScreenError({ error }: { readonly error?: unknown }) {
  const navigation = useNavigation();
  useEffect(() => {
    window.dispatchEvent(new CustomEvent('screen-error', { detail: error }));
  }, [error]);
  return (
    <Page>
      <PageHeading title={t('Something went wrong')} description={t('This page could not be shown.')} />
      <Failure message={t(MESSAGES.pageFailed)} onRetry={() => void navigation.reload()} />
    </Page>
  );
}
