import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import type { AccountServices } from '../../../application/account/services.ts';
import { HEADSET_BUTTONS } from '../../../application/playback/playback-settings-state.ts';
import { SKIP_STEP } from '../../../domain/playback/player.ts';
import { useServices } from '../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { Switch } from 'audio-streaming-components/controls/switch';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { TextField, PasswordField } from 'audio-streaming-components/forms/text-field';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { Page, ScreenHeading } from '../../components/layout/page.tsx';
import { shownName } from '../../components/listener-name.ts';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { formatNumber } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { MembershipSection } from './membership-section.tsx';
import { EmailSetting } from './contact-settings.tsx';
import { DataSection, DeleteSection } from './data-section.tsx';
import { DevicesSection, SessionsSection } from './devices-section.tsx';
import { FeedsSection } from './feeds-section.tsx';
import { OwnSessionsSection } from './own-sessions-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';
import { AccountProvider, Saved, Section, Setting, useAccount, useDisclosure, useSave } from './setting.tsx';
import { streaks } from '../../../domain/listening/listening-numbers.ts';
import { useListening } from '../listening/use-listening.ts';
import { Link } from '../../navigation/link.ts';

/** The account page: profile, membership, sign-in and devices (ACC-7). */
export function AccountScreen({ account }: { readonly account: AccountServices }) {
  const load = useEffectEvent(() => void account.accountDetails.load());
  useEffect(() => load(), []);
  return (
    <AccountProvider value={account}>
      <Page>
        <div className={styles['column']}>
          <ScreenHeading
            title={t('Account')}
            description={t('Your name, your plan and how you sign in.')}
            lead={t('You, your membership, and how you sign in.')}
          />
          <ListenerSections />
          <Section title={t('Password')} intro={t('Choose one that you use nowhere else.')}>
            <PasswordSetting />
          </Section>
          <TwoStepSection />
          <PasskeysSection />
          <DevicesSection />
          <FeedsSection />
          <PlaybackSection />
          <PrivacySection />
          <OwnSessionsSection />
          <SessionsSection />
          <ListeningSection />
          <DataSection />
          <DeleteSection />
          {/* The build writes this file: scripts/vite/third-party-notices.ts. */}
          <a
            className={styles['licences']}
            href="/third-party-notices.txt"
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('Licences')}
          </a>
        </div>
      </Page>
    </AccountProvider>
  );
}

/** The sections about the listener, once the listener is known. */
const ListenerSections = observer(function ListenerSections() {
  const { user } = useServices();
  if (user.listener.kind === 'unknown') return <Skeleton height="20rem" />;
  return (
    <>
      <Section title={t('Profile')} intro={t('How we greet you, and where we reach you.')}>
        <NameSetting />
        <EmailSetting />
      </Section>
      <MembershipSection />
      {user.user.studio !== undefined && (
        <Section title={t('Studio')} intro={t('Your account may edit what listeners find.')}>
          <Setting
            label={t('Studio')}
            value={t('Titles, podcasts, uploads, members and statements.')}
            actions={
              <a href={user.user.studio} className={buttonClass()}>
                {t('Open the studio')}
              </a>
            }
          />
        </Section>
      )}
    </>
  );
});

const OPTIONS = [
  [
    'skip',
    message('Skip and rewind {count, plural, one {# second} other {# seconds}}', { count: SKIP_STEP }),
  ],
  ['tracks', message('Change tracks')],
] as const;

/** How playback is controlled in this browser (PLAY-100). */
const PlaybackSection = observer(function PlaybackSection() {
  const { playerSettings } = useServices();
  return (
    <Section title={t('Playback')} intro={t('How you control what plays in this browser.')}>
      <Setting
        label={t('Headset buttons')}
        value={t('What “next” and “previous” do on a headset, a keyboard, in a car or on a lock screen.')}
        actions={
          <SelectField
            label={t('Headset buttons')}
            value={playerSettings.headsetButtons}
            options={OPTIONS.map(([each, words]) => [each, t(words)] as const)}
            onChoose={(chosen) =>
              playerSettings.setHeadsetButtons(HEADSET_BUTTONS.find((each) => each === chosen) ?? 'skip')
            }
          />
        }
      />
    </Section>
  );
});

/** Whether this browser sends usage data. */
const PrivacySection = observer(function PrivacySection() {
  const { privacy, choosePrivacy } = useServices();
  return (
    <Section
      title={t('Privacy')}
      intro={t('What you listen to and use helps to make this better. It goes with no name and no address.')}
    >
      <Setting
        label={t('Usage data and messages')}
        value={t(privacy.isPermitted ? 'Shared from this browser' : 'Not shared from this browser')}
        actions={
          privacy.browserObjects ? undefined : (
            <Switch
              label={t('Share how I use this app')}
              isOn={!privacy.isOptedOut}
              onSet={(isOn) => choosePrivacy.choose(!isOn)}
            />
          )
        }
      >
        {privacy.browserObjects && <p>{t('Your browser asks not to be tracked, so nothing is recorded.')}</p>}
      </Setting>
    </Section>
  );
});

/** The listener's name. The header greets the listener by the first word of the name. */
const NameSetting = observer(function NameSetting() {
  const { user } = useServices();
  const { accountDetails } = useAccount();
  const form = useDisclosure();
  const save = useSave<void>(form.done);
  return (
    <Setting
      label={t({ text: 'Name', context: 'of a person' })}
      value={shownName(user.user.name)}
      note={<Saved isSaved={form.isDone}>{t('Your name is changed.')}</Saved>}
      actions={
        !form.isOpen && (
          <Button ref={form.button} onClick={form.open}>
            {t('Change name')}
          </Button>
        )
      }
    >
      {form.isOpen && (
        <Form
          attempt={save}
          focus="first"
          submitLabel={t('Save name')}
          onCancel={form.close}
          onSubmit={(fields) =>
            void save.attempt(async () => accountDetails.changeName(textOf(fields, 'name')))
          }
        >
          <TextField
            label={t('New name')}
            name="name"
            autoComplete="name"
            maxLength={120}
            defaultValue={user.user.name}
            error={errorOf(save.failure, 'name')}
          />
        </Form>
      )}
    </Setting>
  );
});

/** Leads to the listener's listening in numbers; nothing if the provider does not count it (PROG-84). */
function ListeningSection() {
  const numbers = useListening();
  if (numbers === null) return null;
  const { current } = streaks(numbers.days, numbers.today);
  return (
    <Section title={t('Listening in numbers')} intro={t('What you have heard, for your eyes only.')}>
      <Setting
        label={t('Days in a row')}
        value={formatNumber(current)}
        actions={
          <Link className={buttonClass()} to="/listening">
            {t('Show my listening')}
          </Link>
        }
      />
    </Section>
  );
}

/** Changes the password; the current one is required (ACC-20). */
const PasswordSetting = observer(function PasswordSetting() {
  const { user } = useServices();
  const { accountDetails } = useAccount();
  const form = useDisclosure();
  const save = useSave<void>(form.done);
  const submit = (fields: FormData) => {
    const change = { password: textOf(fields, 'password'), newPassword: textOf(fields, 'new-password') };
    void save.attempt(async () => accountDetails.changePassword(change));
  };
  return (
    <Setting
      label={t('Password')}
      value={<span aria-hidden="true">••••••••••</span>}
      note={<Saved isSaved={form.isDone}>{t('Your password is changed.')}</Saved>}
      actions={
        !form.isOpen && (
          <Button ref={form.button} onClick={form.open}>
            {t('Change password')}
          </Button>
        )
      }
    >
      {form.isOpen && (
        <Form
          attempt={save}
          focus="first"
          submitLabel={t('Save password')}
          onSubmit={submit}
          onCancel={form.close}
        >
          <PasswordField
            label={t('Current password')}
            name="password"
            autoComplete="current-password"
            error={errorOf(save.failure, 'password')}
          />
          {/* Tells a password manager whose password changes. */}
          <input type="hidden" name="username" autoComplete="username" value={user.user.email} readOnly />
          <PasswordField
            label={t('New password')}
            name="new-password"
            autoComplete="new-password"
            error={errorOf(save.failure, 'new-password')}
          />
        </Form>
      )}
    </Setting>
  );
});
