import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { appLinks } from '../../../domain/feeds/private-feed.ts';
import { Button, buttonClass } from '../../components/controls/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { QrSecret } from '../../components/qr-code.tsx';
import styles from './feeds.module.css';

const COPIED = { waiting: '', copied: 'Address copied', failed: 'Select the address and copy it yourself.' };

/** The control that was pressed is gone. So the focus moves to the text, and screen readers read it. */
const focusOn = (element: HTMLElement | null) => element?.focus();

type FeedAddressProps = { readonly url: string; readonly onClose: () => void };

/**
 * The secret address of a new feed, shown this once: as a code for a phone, as text, and as links that open other apps
 * (FEED-61, FEED-63).
 */
export function FeedAddress({ url, onClose }: FeedAddressProps) {
  const [copying, setCopying] = useState<keyof typeof COPIED>('waiting');
  const copy = async () => setCopying((await copyText(url)) ? 'copied' : 'failed');
  const Icon = copying === 'copied' ? Check : Copy;
  return (
    <div className={styles['address']}>
      <p ref={focusOn} tabIndex={-1}>
        This is shown only once. Treat the address like a password: whoever has it can listen as you. If it
        gets into other hands, revoke it on your account page.
      </p>
      <QrSecret
        text={url}
        label="QR code of the address"
        intro="Scan it with the phone on which you listen, or copy it into your podcast app."
        secret={url}
      >
        <Button className={styles['done']} onClick={() => void copy()}>
          <Icon aria-hidden="true" size={18} />
          Copy address
        </Button>
        <p role="status" className={styles['small']}>
          {COPIED[copying]}
        </p>
      </QrSecret>
      <h3>Open it on this device</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- without markers, some screen readers need the role */}
      <ul role="list" className={styles['apps']}>
        {appLinks(url).map(({ app, address }) => (
          <li key={app}>
            <a href={address} rel="noreferrer" className={buttonClass()}>
              {app}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles['small']}>
        A link does something only where its app is installed. Other apps do not tell us where you stopped:
        your place there and your place here are separate.
      </p>
      <Button look="primary" className={styles['done']} onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
