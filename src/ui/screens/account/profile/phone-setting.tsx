import { observer } from 'mobx-react-lite';
import { Button } from '../../../components/controls/button.tsx';
import { FormAlert } from '../../../components/forms/form.tsx';
import { useAccount } from '../account-services.ts';
import { ContactForm } from './contact-form.tsx';
import { Setting } from '../setting.tsx';
import { Tag } from '../tag.tsx';
import { useDisclosure } from '../use-disclosure.ts';
import { useSave } from '../use-save.ts';

/** The phone number for codes by SMS. */
export const PhoneSetting = observer(function PhoneSetting() {
  const { state, accountDetails } = useAccount();
  const form = useDisclosure();
  const removal = useSave<void>(() => form.button.current?.focus());
  const number = state.phoneNumber;
  const change = () => {
    removal.clear();
    form.open();
  };
  const removeNumber = () => void removal.attempt(async () => accountDetails.removePhoneNumber());
  return (
    <Setting
      label="Phone number"
      value={
        number === null ? (
          'None'
        ) : (
          <>
            {number.value}
            <Tag tone={number.isVerified ? 'good' : 'plain'}>
              {number.isVerified ? 'Confirmed' : 'Not confirmed'}
            </Tag>
          </>
        )
      }
      note={<p>Used for codes by SMS, and for nothing else.</p>}
      actions={
        !form.isOpen && (
          <>
            <Button ref={form.button} onClick={change}>
              {number === null ? 'Add phone number' : 'Change phone number'}
            </Button>
            {number !== null && (
              <Button look="quiet" aria-disabled={removal.isPending} onClick={removeNumber}>
                Remove phone number
              </Button>
            )}
          </>
        )
      }
    >
      {removal.failure !== null && <FormAlert message={removal.failure.message} />}
      {form.isOpen && (
        <ContactForm
          contact="phone_number"
          {...(number?.isVerified === false && { value: number.value })}
          onCancel={form.close}
          onDone={form.done}
        />
      )}
    </Setting>
  );
});
