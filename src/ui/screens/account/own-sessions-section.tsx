import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from 'audio-streaming-components/controls/button';
import { Failure } from 'audio-streaming-components/failure';
import { FormAlert } from 'audio-streaming-components/forms/form';
import { type AttemptFailure, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import type { OwnSessionsState } from '../../../application/account/own-sessions-state.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { useServices } from '../../services.ts';
import { formatDate } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { deviceTitle } from './device-title.ts';
import { Section, Setting, Tag, useAccount, useFocusAfterChange } from './setting.tsx';

type Sessions = OwnSessionsState['sessions'];

/** Where the listener is signed in; nothing if the provider does not offer it (ACC-39). */
export const OwnSessionsSection = observer(function OwnSessionsSection() {
  const { ownSessions, ownSessionsState } = useAccount();
  const load = useEffectEvent(() => void ownSessions.load());
  useEffect(() => load(), []);
  const { status, failure, sessions } = ownSessionsState;
  if (status === 'unknown' || status === 'absent') return null;
  return (
    <Section
      title={t('Where you are signed in')}
      intro={t(
        'Each browser and app with access to your account. Sign out what you do not know, and choose a new password.',
      )}
    >
      {sessions.length > 0 && <SessionList sessions={sessions} />}
      {failure !== null && (
        <div className={styles['loadingRow']}>
          <Failure message={failure} onRetry={() => void ownSessions.load()} />
        </div>
      )}
    </Section>
  );
});

function SessionList({ sessions }: { readonly sessions: Sessions }) {
  const { ownSessions } = useAccount();
  const others = useAttempt<void, AttemptFailure>(() => undefined);
  const firstButton = useRef<HTMLButtonElement>(null);
  useFocusAfterChange(sessions.length, () => firstButton.current);
  return (
    <>
      <div className={styles['list']}>
        {sessions.map((session, index) => (
          <SessionSetting
            key={session.id}
            session={session}
            isAmbiguous={sessions.some(
              ({ id, agent }) => id !== session.id && deviceTitle(agent) === deviceTitle(session.agent),
            )}
            button={index === 0 ? firstButton : null}
          />
        ))}
      </div>
      {sessions.some(({ isThisOne }) => !isThisOne) && (
        <Setting
          label={t('All others')}
          value={t('Every session but this one ends.')}
          actions={
            <Button
              aria-disabled={others.isPending}
              onClick={() => void others.attempt(async () => ownSessions.endOthers())}
            >
              {t('Sign out all others')}
            </Button>
          }
        >
          {others.failure !== null && <FormAlert message={others.failure.message} />}
        </Setting>
      )}
    </>
  );
}

const moment = (instant: number, timeStyle: 'short' | 'medium' = 'short'): string =>
  formatDate(instant, { dateStyle: 'medium', timeStyle });

/** Since when the session is, with which provider, and when it was used last. Empty if nothing is known. */
function whenUsed({ provider, isThisOne, signedInAt, lastUsedAt }: Sessions[number]): string {
  const since = signedInAt === null ? null : moment(signedInAt);
  const signedIn =
    since === null
      ? null
      : provider === null
        ? t('Signed in {time}', { time: since })
        : t('Signed in {time} with {provider}', { time: since, provider });
  if (lastUsedAt === null || lastUsedAt === signedInAt || isThisOne) return signedIn ?? '';
  const time = moment(lastUsedAt);
  return signedIn === null
    ? t('last used {time}', { time })
    : t('{signedIn}, last used {time}', { signedIn, time });
}

type SessionSettingProps = {
  readonly session: Sessions[number];
  /** Whether another session has the same title. Its button then also says when it was signed in. */
  readonly isAmbiguous: boolean;
  readonly button: RefObject<HTMLButtonElement | null> | null;
};

/** One session: with what, since when, and a button that ends it. */
function SessionSetting({ session, isAmbiguous, button }: SessionSettingProps) {
  const { ownSessions } = useAccount();
  const { signOut } = useServices();
  const navigation = useNavigation();
  const ending = useAttempt<void, AttemptFailure>(() => undefined);
  const { agent, isThisOne, signedInAt } = session;
  const title = deviceTitle(agent);
  const name =
    isAmbiguous && signedInAt !== null
      ? t('{device}, signed in {time}', { device: title, time: moment(signedInAt, 'medium') })
      : title;
  const leave = () => {
    signOut.signOut();
    void navigation.go({ to: '/login' });
  };
  return (
    <Setting
      label={title}
      isLabelProminent
      value={isThisOne ? <Tag tone="good">{t('This session')}</Tag> : null}
      note={<p>{whenUsed(session)}</p>}
      actions={
        <Button
          ref={button}
          aria-label={t('Sign out {device}', { device: name })}
          aria-disabled={ending.isPending}
          onClick={isThisOne ? leave : () => void ending.attempt(async () => ownSessions.end(session))}
        >
          {t('Sign out')}
        </Button>
      }
    >
      {ending.failure !== null && <FormAlert message={ending.failure.message} />}
    </Setting>
  );
}
