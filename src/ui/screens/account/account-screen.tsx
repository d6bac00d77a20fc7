import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import { Page } from '../../components/layout/page.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { useServices } from '../../app/services.ts';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import styles from './account-screen.module.css';
import type { AccountServices } from '../../../application/account/services.ts';
import { AccountProvider } from './account-services.ts';
import { DataSection } from './profile/data-section.tsx';
import { DeleteSection } from './profile/delete-section.tsx';
import { DevicesSection } from './security/devices-section.tsx';
import { EmailSetting } from './profile/email-setting.tsx';
import { MembershipSection } from './membership-section.tsx';
import { NameSetting } from './profile/name-setting.tsx';
import { PasswordSetting } from './security/password-setting.tsx';
import { PlaybackSection } from './playback-section.tsx';
import { PrivacySection } from './profile/privacy-section.tsx';
import { Section } from './section.tsx';
import { SessionsSection } from './security/sessions-section.tsx';
import { TwoStepSection } from './security/two-step-section.tsx';

/** The account page: profile, membership, sign-in and devices (ACC-7). */
export function AccountScreen({ account }: { readonly account: AccountServices }) {
  const load = useEffectEvent(() => void account.accountDetails.load());
  useEffect(() => load(), []);
  return (
    <AccountProvider value={account}>
      <Page>
        <div className={styles['column']}>
          <ScreenHeading
            title="Account"
            description="Your name, your plan and how you sign in."
            lead="You, your membership, and how you sign in."
          />
          <ListenerSections />
          <Section title="Password" intro="Choose one that you use nowhere else.">
            <PasswordSetting />
          </Section>
          <TwoStepSection />
          <DevicesSection />
          <PlaybackSection />
          <PrivacySection />
          <SessionsSection />
          <DataSection />
          <DeleteSection />
          {/* The build writes this file: scripts/vite/third-party-notices.ts. */}
          <a
            className={styles['licences']}
            href="/third-party-notices.txt"
            target="_blank"
            rel="noopener noreferrer"
          >
            Licences
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
      <Section title="Profile" intro="How we greet you, and where we reach you.">
        <NameSetting />
        <EmailSetting />
      </Section>
      <MembershipSection />
    </>
  );
});
