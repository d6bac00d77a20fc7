import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from 'audio-streaming-components/copy-text';
import { Button } from 'audio-streaming-components/controls/button';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './components.module.css';

const OUTCOMES = {
  copied: message('Address copied'),
  failed: message('Select the address and copy it yourself.'),
};

/** A public address, with a button that copies it (STU-58). */
export function CopiedAddress({ address }: { readonly address: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | 'waiting'>('waiting');
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <div className={styles['address']}>
      <code dir="ltr">{address}</code>
      <Button
        onClick={() => void copyText(address).then((isCopied) => setOutcome(isCopied ? 'copied' : 'failed'))}
      >
        <Icon aria-hidden="true" size={18} />
        {t('Copy address')}
      </Button>
      <span role="status">{outcome !== 'waiting' && t(OUTCOMES[outcome])}</span>
    </div>
  );
}
