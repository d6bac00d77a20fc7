import { use, type ReactNode } from 'react';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Button } from './controls/button.tsx';
import { PageFrameContext } from './layout/page-frame.ts';
import styles from './failure.module.css';

type FailureProps = {
  /** One of `MESSAGES`. */
  readonly message: Message;
  /** Absent if a retry makes no sense. */
  readonly onRetry?: () => void;
  /** Another action: a link that looks like a button. */
  readonly children?: ReactNode;
};

/** Replaces content that could not be loaded, and offers a retry. */
export function Failure({ message, onRetry, children }: FailureProps) {
  const { showContent } = use(PageFrameContext);
  return (
    <div ref={showContent} className={styles['failure']}>
      <p role="alert">{t(message)}</p>
      <div className={styles['actions']}>
        {onRetry !== undefined && <Button onClick={onRetry}>{t('Retry')}</Button>}
        {children}
      </div>
    </div>
  );
}
