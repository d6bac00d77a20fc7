import { observer } from 'mobx-react-lite';
import { Button } from '../../../components/controls/button.tsx';
import { FormAlert } from '../../../components/forms/form.tsx';
import { useAccount } from '../account-services.ts';
import { AuthenticatorForm } from './authenticator-form.tsx';
import { FactorActions } from './factor-actions.tsx';
import { FactorStanding } from './factor-standing.tsx';
import { Setting } from '../setting.tsx';
import { useDisclosure } from '../use-disclosure.ts';
import { useFocusAfterChange } from '../use-focus-after-change.ts';
import { useSave } from '../use-save.ts';

/** Codes of an authenticator app: set up, turn off, or make preferred. */
export const AuthenticatorSetting = observer(function AuthenticatorSetting() {
  const { state, accountSecurity } = useAccount();
  const form = useDisclosure();
  const save = useSave<void>(() => undefined);
  const isOn = state.secondFactors?.enabled.includes('authenticator') === true;
  useFocusAfterChange(isOn, () => form.button.current);
  return (
    <Setting
      label="Authenticator app"
      value={<FactorStanding factor="authenticator" />}
      note={<p>An app on your phone shows a new code every 30 seconds, also without a connection.</p>}
      actions={
        isOn ? (
          <FactorActions factor="authenticator" name="authenticator app" off={form.button} save={save} />
        ) : (
          !form.isOpen && (
            <Button ref={form.button} onClick={form.open}>
              Set up authenticator app
            </Button>
          )
        )
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
      {form.isOpen && !isOn && <AuthenticatorForm setUp={accountSecurity} onClose={form.close} />}
    </Setting>
  );
});
