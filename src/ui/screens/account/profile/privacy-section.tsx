import { observer } from 'mobx-react-lite';
import { Switch } from '../../../components/controls/switch.tsx';
import { useServices } from '../../../app/services.ts';
import { Section } from '../section.tsx';
import { Setting } from '../setting.tsx';

/** Whether this browser sends usage data. */
export const PrivacySection = observer(function PrivacySection() {
  const { privacy, choosePrivacy } = useServices();
  return (
    <Section
      title="Privacy"
      intro="What you listen to and use helps to make this better. It goes with no name and no address."
    >
      <Setting
        label="Usage data and messages"
        value={privacy.isPermitted ? 'Shared from this browser' : 'Not shared from this browser'}
        actions={
          privacy.browserObjects ? undefined : (
            <Switch
              label="Share how I use this app"
              isOn={!privacy.isOptedOut}
              onSet={(isOn) => choosePrivacy.choose(!isOn)}
            />
          )
        }
      >
        {privacy.browserObjects && <p>Your browser asks not to be tracked, so nothing is recorded.</p>}
      </Setting>
    </Section>
  );
});
