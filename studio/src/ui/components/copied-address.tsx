import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from 'audio-streaming-components/copy-text';
import { Button } from 'audio-streaming-components/controls/button';
import styles from './components.module.css';

const OUTCOMES = {
  waiting: '',
  copied: 'Address copied',
  failed: 'Select the address and copy it yourself.',
};

/** A public address, with a button that copies it (STU-58). */
export function CopiedAddress({ address }: { readonly address: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES>('waiting');
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <div className={styles['address']}>
      <code>{address}</code>
      <Button
        onClick={() => void copyText(address).then((isCopied) => setOutcome(isCopied ? 'copied' : 'failed'))}
      >
        <Icon aria-hidden="true" size={18} />
        Copy address
      </Button>
      <span role="status">{OUTCOMES[outcome]}</span>
    </div>
  );
}
