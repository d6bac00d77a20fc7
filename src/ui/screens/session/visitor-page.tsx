import type { ReactNode } from 'react';
import { useServices } from '../../services.ts';
import { PageHeading } from '../../components/layout/page.tsx';
import { Button } from 'audio-streaming-components/controls/button';
import type { Step } from './use-step.ts';
import { useFrom } from '../../navigation/use-from.ts';
import styles from './session.module.css';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';

/** What a shared link has led to, if the visitor goes there after signing in (APP-82). */
function useShared(): string | null {
  const { shared } = useServices().settings;
  const from = useFrom();
  const path = from?.split(/[?#]/u, 1)[0];
  return shared !== null && path === shared.path ? shared.title : null;
}

type VisitorPageProps = {
  readonly title: string;
  readonly intro: string;
  /** The description of the page for search engines and shared links, in one sentence. */
  readonly description: string;
  readonly children: ReactNode;
};

/** The column of the screens for signing in, signing up and resetting a password. */
export function VisitorPage({ title, intro, description, children }: VisitorPageProps) {
  const shared = useShared();
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="visitor-title">
        <header className={styles['head']}>
          <PageHeading id="visitor-title" title={title} description={description} />
          {shared !== null && (
            <p className={styles['shared']}>
              <Sentence
                text="You were sent <shared>“{title}”</shared>. Sign in or create an account to open it."
                values={{ title: shared, shared: (words) => <bdi>{words}</bdi> }}
              />
            </p>
          )}
          <p>{intro}</p>
        </header>
        {children}
      </section>
    </div>
  );
}

type ResendProps = {
  readonly step: Omit<Step<unknown>, 'attempt'>;
  readonly label: string;
  /** The text that is shown after success. */
  readonly sent: string;
  readonly onClick: () => void;
};

/**
 * Requests a code or a link again, and shows the result beside the button (SES-59). The form above may show another
 * message at the same time.
 */
export function Resend({ step, label, sent, onClick }: ResendProps) {
  return (
    <>
      <Button look="quiet" aria-disabled={step.isPending} onClick={onClick}>
        {label}
      </Button>
      {step.isDone && <output>{sent}</output>}
      {step.failure !== null && (
        <p className={styles['problem']} role="alert">
          {t(step.failure.message)}
        </p>
      )}
    </>
  );
}
