import type { ReactNode } from 'react';
import { PageHeading } from '../../components/layout/page.tsx';
import { Button } from '../../components/controls/button.tsx';
import type { Step } from '../../components/forms/use-attempt.ts';
import styles from './session.module.css';

type VisitorPageProps = {
  readonly title: string;
  readonly intro: string;
  /** The description of the page for search engines and shared links, in one sentence. */
  readonly description: string;
  readonly children: ReactNode;
};

/** The column of the screens for signing in, signing up and resetting a password. */
export function VisitorPage({ title, intro, description, children }: VisitorPageProps) {
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="visitor-title">
        <header className={styles['head']}>
          <PageHeading id="visitor-title" title={title} description={description} />
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
          {step.failure.message}
        </p>
      )}
    </>
  );
}
