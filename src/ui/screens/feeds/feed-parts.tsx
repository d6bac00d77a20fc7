import { useState, useEffect, useEffectEvent } from 'react';
import { Check, Copy } from 'lucide-react';
import type { FeedFailure, PrivateFeedsState } from '../../../application/feeds/private-feeds-state.ts';
import { type FeedSubject, LONGEST_FEED_NAME, appLinks } from '../../../domain/feeds/private-feed.ts';
import { useServices } from '../../services.ts';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { TextField } from 'audio-streaming-components/forms/text-field';
import { errorOf, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import { Modal } from '../../components/layout/modal.tsx';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { copyText } from 'audio-streaming-components/copy-text';
import { QrSecret } from '../../components/qr-code.tsx';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './feeds.module.css';

type MakeFeedProps = {
  /** What the feed may hold, each with its words. If there are several, the listener chooses. */
  readonly subjects: readonly (readonly [FeedSubject, string])[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** A dialog that makes a private feed, and shows its address once (FEED-61). */
export function MakeFeed({ subjects, isOpen, onClose }: MakeFeedProps) {
  const shown = useShownAddress(onClose);
  return (
    <Modal isOpen={isOpen} title={t('Listen in another app')} onClose={shown.onClose}>
      <MakeFeedSteps subjects={subjects} shown={shown} onClose={onClose} />
    </Modal>
  );
}

/** An address that is shown once, in a modal. */
type ShownAddress = {
  /** Null before it is there. */
  readonly url: string | null;
  readonly show: (url: string) => void;
  /** Whether the listener has tried to close the modal without a copy. */
  readonly isAsking: boolean;
  readonly copied: () => void;
  /** Closes the modal by its button, Escape or a click beside it. */
  readonly onClose: () => void;
  readonly done: () => void;
};

/**
 * Keeps an address that is shown once until it was copied or the listener is done. The first attempt to close the modal
 * before that says so, the second one closes it (FEED-67).
 */
export function useShownAddress(onClose: () => void): ShownAddress {
  const [url, show] = useState<string | null>(null);
  const [state, setState] = useState<'shown' | 'asking' | 'copied'>('shown');
  const done = () => {
    show(null);
    setState('shown');
    onClose();
  };
  return {
    url,
    show,
    isAsking: state === 'asking',
    copied: () => setState('copied'),
    onClose: () => {
      if (url !== null && state === 'shown') setState('asking');
      else done();
    },
    done,
  };
}

type MakeFeedStepsProps = Omit<MakeFeedProps, 'isOpen'> & { readonly shown: ShownAddress };

function MakeFeedSteps({ subjects, shown, onClose }: MakeFeedStepsProps) {
  const { privateFeeds } = useServices();
  const [chosen, setChosen] = useState(0);
  const making = useAttempt<{ readonly url: string }, FeedFailure>((made) => shown.show(made.url));
  if (shown.url !== null) return <FeedAddress url={shown.url} shown={shown} />;
  const subject = subjects[chosen]?.[0];
  const nameError = errorOf(making.failure, 'name');
  const make = (fields: FormData) => {
    if (subject === undefined) return;
    void making.attempt(async () => privateFeeds.make(subject, textOf(fields, 'name')));
  };
  return (
    <>
      <p>
        {t(
          'You get a private address that podcast apps, cars and watches can play. What you may hear here, you may hear there.',
        )}
      </p>
      <Form attempt={making} focus="first" submitLabel={t('Make address')} onSubmit={make} onCancel={onClose}>
        {subjects.length > 1 && (
          <div className={styles['choice']}>
            <SelectField
              label={t('What it holds')}
              value={String(chosen)}
              options={subjects.map(([, words], index) => [String(index), words] as const)}
              onChoose={(value) => setChosen(Number(value))}
            />
          </div>
        )}
        <TextField
          label={t({ text: 'Name', context: 'of a feed' })}
          name="name"
          autoComplete="off"
          maxLength={LONGEST_FEED_NAME}
          hint={t('Where you will use it, for example “car”. You can revoke it by this name.')}
          error={nameError === null ? null : t(nameError)}
        />
      </Form>
    </>
  );
}

const COPIED = {
  waiting: '',
  copied: message('Address copied'),
  failed: message('Select the address and copy it yourself.'),
};

/** The control that was pressed is gone. So the focus moves to the text, and screen readers read it. */
const focusOn = (element: HTMLElement | null) => element?.focus();

type FeedAddressProps = { readonly url: string; readonly shown: ShownAddress };

/**
 * The secret address of a new feed, shown this once: as a code for a phone, as text, and as links that open other apps
 * (FEED-61, FEED-63).
 */
export function FeedAddress({ url, shown }: FeedAddressProps) {
  const [copying, setCopying] = useState<keyof typeof COPIED>('waiting');
  const copy = async () => {
    const isCopied = await copyText(url);
    setCopying(isCopied ? 'copied' : 'failed');
    if (isCopied) shown.copied();
  };
  const Icon = copying === 'copied' ? Check : Copy;
  return (
    <div className={styles['address']}>
      <p ref={focusOn} tabIndex={-1}>
        {t(
          'This is shown only once. Treat the address like a password: whoever has it can listen as you. If it gets into other hands, revoke it on your account page.',
        )}
      </p>
      <QrSecret
        text={url}
        label={t('QR code of the address')}
        intro={t('Scan it with the phone on which you listen, or copy it into your podcast app.')}
        secret={url}
      >
        <Button className={styles['done']} onClick={() => void copy()}>
          <Icon aria-hidden="true" size={18} />
          {t('Copy address')}
        </Button>
        <p role="status" className={styles['small']}>
          {t(COPIED[copying])}
        </p>
      </QrSecret>
      <h3>{t('Open it on this device')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- without markers, some screen readers need the role */}
      <ul role="list" className={styles['apps']}>
        {appLinks(url).map(({ app, address }) => (
          <li key={address}>
            <a href={address} rel="noreferrer" className={buttonClass()}>
              {t(app)}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles['small']}>
        {t(
          'A link does something only where its app is installed. Other apps do not tell us where you stopped: your place there and your place here are separate.',
        )}
      </p>
      {shown.isAsking && (
        <p role="alert" className={styles['asking']}>
          {t(
            'You have not copied the address, and it is not shown again. Copy it first, or close once more.',
          )}
        </p>
      )}
      <Button look="primary" className={styles['done']} onClick={shown.done}>
        {t('Done')}
      </Button>
    </div>
  );
}

/**
 * The listener's private feeds. Null until the provider has responded, and always without a provider that has them
 * (FEED-60).
 *
 * @param isNewest whether the provider is asked again if it has responded before
 */
export function useFeeds(isNewest: boolean): PrivateFeedsState | null {
  const { privateFeeds } = useServices();
  const [state, setState] = useState<PrivateFeedsState | null>(null);
  const load = useEffectEvent(async () => (isNewest ? privateFeeds.refresh() : privateFeeds.open()));
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const opened = await load();
      if (!isUnmounted) setState(opened);
    };
    void open();
    return () => {
      isUnmounted = true;
    };
  }, []);
  return state;
}
