import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { FeedFailure, PrivateFeedsState } from '../../../application/feeds/private-feeds-state.ts';
import { type FeedSubject, LONGEST_FEED_NAME } from '../../../domain/feeds/private-feed.ts';
import type { Instant } from '../../../domain/time.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { formatDay } from 'audio-streaming-components/day';
import { Failure } from 'audio-streaming-components/failure';
import { appName, FEED_HOLDS } from 'audio-streaming-components/feed-holds';
import { Form, FormAlert, textOf } from 'audio-streaming-components/forms/form';
import { TextField } from 'audio-streaming-components/forms/text-field';
import { errorOf, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import { Modal } from '../../components/layout/modal.tsx';
import { MakeFeed, FeedAddress, useFeeds, useShownAddress } from '../feeds/feed-parts.tsx';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { Section, Setting, Tag, useFocusAfterChange } from './setting.tsx';

const SUBJECTS: readonly (readonly [FeedSubject, string])[] = [
  [{ kind: 'saved' }, FEED_HOLDS.saved],
  [{ kind: 'all' }, FEED_HOLDS.all],
];

/** The listener's private feeds for other apps; nothing if the provider has none (FEED-60). */
export const FeedsSection = observer(function FeedsSection() {
  const state = useFeeds(true);
  if (state === null || state.status === 'unknown' || state.status === 'absent') return null;
  return (
    <Section
      title={t('Listen in other apps')}
      intro={t(
        'A private address for your podcast app, your car or your watch. Treat each one like a password.',
      )}
    >
      <FeedList state={state} />
    </Section>
  );
});

const FeedList = observer(function FeedList({ state }: { readonly state: PrivateFeedsState }) {
  const { privateFeeds } = useServices();
  const [isMaking, setMaking] = useState(false);
  const make = useRef<HTMLButtonElement>(null);
  const { feeds, failure, status } = state;
  useFocusAfterChange(feeds.length, () => make.current);
  if (status !== 'loaded') {
    return (
      <div className={styles['loadingRow']}>
        <Failure message={failure?.message ?? ''} onRetry={() => void privateFeeds.refresh()} />
      </div>
    );
  }
  return (
    <>
      {feeds.length > 0 && (
        <div className={styles['list']}>
          {feeds.map((feed) => (
            <FeedSetting key={feed.id} feed={feed} />
          ))}
        </div>
      )}
      <Setting
        label={t('New address')}
        value={
          feeds.length === 0
            ? t('You have none yet.')
            : t('One for each app, so that you can revoke one alone.')
        }
        note={
          <p>
            {t(
              'The page of a title makes one for that title. Other apps do not tell us where you stopped, so your place there and your place here are separate.',
            )}
          </p>
        }
        actions={
          <Button ref={make} onClick={() => setMaking(true)}>
            {t('Make an address')}
          </Button>
        }
      />
      <MakeFeed
        subjects={SUBJECTS.map(([subject, words]) => [subject, t(words)] as const)}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
      />
    </>
  );
});

type FeedSettingProps = { readonly feed: PrivateFeedsState['feeds'][number] };

/** When and with which app a feed was used last (FEED-64). */
const lastUse = ({ lastUsedAt, lastApp }: FeedSettingProps['feed'], now: Instant): string => {
  if (lastUsedAt === null) return t('Not used yet.');
  const day = formatDay(lastUsedAt, now);
  return lastApp === null
    ? t('Last used on {day}.', { day })
    : t('Last used on {day} by {app}.', { day, app: appName(lastApp) });
};

const FeedSetting = observer(function FeedSetting({ feed }: FeedSettingProps) {
  const { time } = useServices();
  const [question, setQuestion] = useState<'rename' | 'renew' | 'revoke' | null>(null);
  const shown = useShownAddress(() => setQuestion(null));
  const { name, kind, title, createdAt, isPaused } = feed;
  return (
    <Setting
      label={name}
      isLabelProminent
      value={
        <>
          <span>{title ?? t(FEED_HOLDS[kind])}</span>
          {isPaused && <Tag tone="warning">{t('Paused')}</Tag>}
        </>
      }
      note={
        <>
          {isPaused && (
            <p>
              {t(
                'It was used in more places than one person has, or your password is new. Renew it to use it again.',
              )}
            </p>
          )}
          <p>
            {createdAt !== null && `${t('Made on {day}.', { day: formatDay(createdAt, time.now) })} `}
            {lastUse(feed, time.now)}
          </p>
        </>
      }
      actions={
        <>
          <Button aria-label={t('Rename {name}', { name })} onClick={() => setQuestion('rename')}>
            {t('Rename')}
          </Button>
          <Button aria-label={t('Renew {name}', { name })} onClick={() => setQuestion('renew')}>
            {t('Renew')}
          </Button>
          <Button
            look="quiet"
            aria-label={t('Revoke {name}', { name })}
            onClick={() => setQuestion('revoke')}
          >
            {t('Revoke')}
          </Button>
        </>
      }
    >
      <Modal
        isOpen={question === 'rename'}
        title={t('Rename “{name}”', { name })}
        onClose={() => setQuestion(null)}
      >
        <RenameFeed feed={feed} onDone={() => setQuestion(null)} />
      </Modal>
      {(['renew', 'revoke'] as const).map((verb) => (
        <Modal
          key={verb}
          isOpen={question === verb}
          title={t(QUESTIONS[verb].question, { name })}
          onClose={shown.onClose}
        >
          <FeedQuestion verb={verb} feed={feed} shown={shown} />
        </Modal>
      ))}
    </Setting>
  );
});

type RenameFeedProps = FeedSettingProps & { readonly onDone: () => void };

/** Another name for an address, which stays the same (FEED-68). */
function RenameFeed({ feed, onDone }: RenameFeedProps) {
  const { privateFeeds } = useServices();
  const renaming = useAttempt<void, FeedFailure>(onDone);
  return (
    <Form
      attempt={renaming}
      focus="first"
      submitLabel={t('Save name')}
      onSubmit={(fields) =>
        void renaming.attempt(async () => privateFeeds.rename(feed, textOf(fields, 'name')))
      }
      onCancel={onDone}
    >
      <TextField
        label={t({ text: 'Name', context: 'of a feed' })}
        name="name"
        autoComplete="off"
        defaultValue={feed.name}
        maxLength={LONGEST_FEED_NAME}
        hint={t('The address stays the same, and so do the apps that use it.')}
        error={errorOf(renaming.failure, 'name')}
      />
    </Form>
  );
}

const QUESTIONS = {
  renew: {
    question: message('Renew “{name}”?'),
    does: message('Renew address'),
    text: message('The current address stops working. Each app that uses it needs the new one.'),
    button: { look: 'primary' },
  },
  revoke: {
    question: message('Revoke “{name}”?'),
    does: message('Revoke address'),
    text: message('The apps that use this address get nothing more from us. This cannot be undone.'),
    button: { className: styles['danger'] },
  },
} as const;

type QuestionProps = FeedSettingProps & {
  readonly verb: keyof typeof QUESTIONS;
  readonly shown: ReturnType<typeof useShownAddress>;
};

/** Renews or revokes a feed. A new address is shown once. */
function FeedQuestion({ feed, verb, shown }: QuestionProps) {
  const { privateFeeds } = useServices();
  const attempt = useAttempt<{ readonly url: string } | void, FeedFailure>((renewed) =>
    renewed === undefined ? shown.done() : shown.show(renewed.url),
  );
  if (shown.url !== null) return <FeedAddress url={shown.url} shown={shown} />;
  const { text, button, does } = QUESTIONS[verb];
  return (
    <>
      <p>{t(text)}</p>
      {attempt.failure !== null && <FormAlert message={attempt.failure.message} />}
      <div className={styles['actions']}>
        <Button
          {...button}
          aria-disabled={attempt.isPending}
          aria-busy={attempt.isPending}
          onClick={() =>
            void attempt.attempt(async () =>
              verb === 'renew' ? privateFeeds.renew(feed) : privateFeeds.revoke(feed),
            )
          }
        >
          {t(does)}
        </Button>
        <Button look="quiet" onClick={shown.done}>
          {t('Cancel')}
        </Button>
      </div>
    </>
  );
}
