import { observer } from 'mobx-react-lite';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { useAccount } from '../account-services.ts';
import { ContactForm } from './contact-form.tsx';
import { Saved } from '../saved.tsx';
import { Setting } from '../setting.tsx';
import { Tag } from '../tag.tsx';
import { useDisclosure } from '../use-disclosure.ts';

/** The email address for signing in. A new address replaces it once the listener has entered its code (ACC-11). */
export const EmailSetting = observer(function EmailSetting() {
  const { user } = useServices();
  const { state } = useAccount();
  const form = useDisclosure();
  const { email } = user.user;
  const signsInWith = state.email?.value;
  return (
    <Setting
      label="Email"
      value={
        <>
          {email}
          {state.email?.isVerified === true && signsInWith === email && <Tag tone="good">Confirmed</Tag>}
        </>
      }
      note={
        <>
          {signsInWith !== undefined && signsInWith !== email && <p>You sign in with {signsInWith}.</p>}
          <Saved isSaved={form.isDone}>Your email is changed.</Saved>
        </>
      }
      actions={
        !form.isOpen && (
          <Button ref={form.button} onClick={form.open}>
            Change email
          </Button>
        )
      }
    >
      {form.isOpen && <ContactForm contact="email" onCancel={form.close} onDone={form.done} />}
    </Setting>
  );
});
