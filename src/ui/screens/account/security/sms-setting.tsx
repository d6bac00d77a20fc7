import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { FormAlert } from '../../../components/forms/form.tsx';
import { useAccount } from '../account-services.ts';
import { FactorActions } from './factor-actions.tsx';
import { FactorStanding } from './factor-standing.tsx';
import { Setting } from '../setting.tsx';
import { useFocusAfterChange } from '../use-focus-after-change.ts';
import { useSave } from '../use-save.ts';

/** Codes by SMS, available once there is a confirmed phone number (ACC-18). */
export const SmsSetting = observer(function SmsSetting() {
  const { state, accountSecurity } = useAccount();
  const save = useSave<void>(() => undefined);
  const isOn = state.secondFactors?.enabled.includes('sms') === true;
  const isPossible = state.phoneNumber?.isVerified === true;
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterChange(isOn, () => button.current);
  const turnOn = () => void save.attempt(async () => accountSecurity.changeFactor('sms', 'on'));
  return (
    <Setting
      label="Codes by SMS"
      value={<FactorStanding factor="sms" />}
      note={isPossible ? undefined : <p>Add a phone number to use this.</p>}
      actions={
        isOn ? (
          <FactorActions factor="sms" name="codes by SMS" off={button} save={save} />
        ) : (
          isPossible && (
            <Button ref={button} aria-disabled={save.isPending} onClick={turnOn}>
              Turn on codes by SMS
            </Button>
          )
        )
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
    </Setting>
  );
});
