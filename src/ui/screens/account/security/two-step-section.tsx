import { observer } from 'mobx-react-lite';
import { useAccount } from '../account-services.ts';
import { AuthenticatorSetting } from './authenticator-setting.tsx';
import { DetailsLoaded } from '../details-loaded.tsx';
import { PhoneSetting } from '../profile/phone-setting.tsx';
import styles from '../details-loaded.module.css';
import { Section } from '../section.tsx';
import { SmsSetting } from './sms-setting.tsx';

/** The second step of a sign-in: codes of an authenticator app, or by SMS. */
export const TwoStepSection = observer(function TwoStepSection() {
  const { state } = useAccount();
  return (
    <Section
      title="Two-step verification"
      intro="After your password, a code that only you can have. It keeps others out even if they learn your password."
    >
      <DetailsLoaded>
        <AuthenticatorSetting />
        <PhoneSetting />
        <SmsSetting />
        {state.details?.hasUnknownFactor === true && (
          <p className={styles['calm']}>Another second step is on. It cannot be changed here.</p>
        )}
      </DetailsLoaded>
    </Section>
  );
});
