import { createRoot } from 'react-dom/client';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from './sentence.tsx';
import styles from './styles/configuration-error.module.css';
import './styles/global.css';

type ConfigurationErrorProps = {
  /** The path of the field in the configuration document, for example `cognito.userPoolId`. */
  readonly field: string;
  readonly message: string;
};

function ConfigurationError({ field, message }: ConfigurationErrorProps) {
  return (
    <main className={styles['page']}>
      <title>{t('Configuration error')}</title>
      <div className={styles['note']} role="alert">
        <h1>{t('This site is not set up correctly')}</h1>
        <p>
          <Sentence
            text="Its configuration has a problem in the field <code>{field}</code>: {message}"
            values={{ code: (words) => <code>{words}</code>, field, message: t(message) }}
          />
        </p>
      </div>
      <p>{t('If you host it, mend the configuration document in index.html and load the page again.')}</p>
    </main>
  );
}

/** Shows which field of the configuration is wrong, instead of the application (APP-21). */
export function mountConfigurationError(root: HTMLElement, error: ConfigurationErrorProps): void {
  createRoot(root).render(<ConfigurationError {...error} />);
}
