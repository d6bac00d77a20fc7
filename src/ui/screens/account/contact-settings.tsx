import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AccountDetails } from '../../../application/account/account-details.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { CodeField, TextField } from 'audio-streaming-components/forms/text-field';
import { Form, FormAlert, textOf } from 'audio-streaming-components/forms/form';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { Saved, type SaveField, Setting, Tag, useAccount, useDisclosure, useSave } from './setting.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';

type Contact = Parameters<AccountDetails['changeContact']>[0];

type ContactFormProps = {
  readonly contact: Contact;
  /** The initial value of the field. */
  readonly value?: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

const FIELDS: Readonly<
  Record<
    Contact,
    {
      readonly label: string;
      readonly type: 'email' | 'tel';
      readonly autoComplete: string;
      readonly hint: string;
      readonly blamed: SaveField;
    }
  >
> = {
  email: {
    label: message('New email'),
    type: 'email',
    autoComplete: 'email',
    hint: message('We send a code there. You sign in with the new address once you have entered it.'),
    blamed: 'email',
  },
  phone_number: {
    label: message('Phone number'),
    type: 'tel',
    autoComplete: 'tel',
    hint: message('With its country code, such as +1 555 010 0199. We send a code there.'),
    blamed: 'phone-number',
  },
};

/** Asks for a new address or number, then for the code that was sent there (ACC-11, ACC-18). */
function ContactForm({ contact, value, onDone, onCancel }: ContactFormProps) {
  const { accountDetails } = useAccount();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isResent, setResent] = useState(false);
  const field = FIELDS[contact];

  const request = useSave<string | null>((sent) => (sent === null ? onDone() : setSentTo(sent)));
  const confirm = useSave<unknown>(onDone);
  const resend = useSave<void>(() => setResent(true));

  if (sentTo === null) {
    const submit = (fields: FormData) => {
      const typed = textOf(fields, 'contact').trim();
      // People write numbers in groups; the service requires numbers without spaces.
      const address = contact === 'phone_number' ? typed.replaceAll(/[\s().-]/gu, '') : typed;
      void request.attempt(async () => {
        const outcome = await accountDetails.changeContact(contact, address);
        return outcome.ok ? { ok: true, value: outcome.value === 'code-needed' ? address : null } : outcome;
      });
    };
    return (
      <Form
        attempt={request}
        focus="first"
        submitLabel={t('Send code')}
        onSubmit={submit}
        onCancel={onCancel}
      >
        <TextField
          key="contact"
          label={t(field.label)}
          name="contact"
          type={field.type}
          autoComplete={field.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={value}
          hint={t(field.hint)}
          error={errorOf(request.failure, field.blamed)}
        />
        <SignInAgain failure={request.failure} />
      </Form>
    );
  }

  const submitCode = (fields: FormData) => {
    resend.clear();
    setResent(false);
    void confirm.attempt(async () => accountDetails.confirmContact(textOf(fields, 'code')));
  };
  const sendAgain = () => {
    confirm.clear();
    setResent(false);
    void resend.attempt(async () => accountDetails.resendCode());
  };
  return (
    <Form
      key="code"
      attempt={confirm}
      focus="first"
      submitLabel={t('Confirm')}
      onCancel={onCancel}
      onSubmit={submitCode}
      more={
        <Button look="quiet" aria-disabled={resend.isPending} onClick={sendAgain}>
          {t('Resend code')}
        </Button>
      }
    >
      <CodeField
        hint={t('We sent a code to {address}.', { address: sentTo })}
        error={errorOf(confirm.failure, 'code')}
      />
      {isResent && <output>{t('A new code is on its way.')}</output>}
      {resend.failure !== null && <FormAlert message={resend.failure.message} />}
    </Form>
  );
}

/** The email address for signing in. A new address replaces it once the listener has entered its code (ACC-11). */
export const EmailSetting = observer(function EmailSetting() {
  const { user } = useServices();
  const { state } = useAccount();
  const form = useDisclosure();
  const { email } = user.user;
  const signsInWith = state.email?.value;
  return (
    <Setting
      label={t('Email')}
      value={
        <>
          {email}
          {state.email?.isVerified === true && signsInWith === email && (
            <Tag tone="good">{t('Confirmed')}</Tag>
          )}
        </>
      }
      note={
        <>
          {signsInWith !== undefined && signsInWith !== email && (
            <p>{t('You sign in with {email}.', { email: signsInWith })}</p>
          )}
          <Saved isSaved={form.isDone}>{t('Your email is changed.')}</Saved>
        </>
      }
      actions={
        !form.isOpen && (
          <Button ref={form.button} onClick={form.open}>
            {t('Change email')}
          </Button>
        )
      }
    >
      {form.isOpen && <ContactForm contact="email" onCancel={form.close} onDone={form.done} />}
    </Setting>
  );
});

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
      label={t('Phone number')}
      value={
        number === null ? (
          t({ text: 'None', context: 'a phone number' })
        ) : (
          <>
            {number.value}
            <Tag tone={number.isVerified ? 'good' : 'plain'}>
              {t(number.isVerified ? 'Confirmed' : 'Not confirmed')}
            </Tag>
          </>
        )
      }
      note={<p>{t('Used for codes by SMS, and for nothing else.')}</p>}
      actions={
        !form.isOpen && (
          <>
            <Button ref={form.button} onClick={change}>
              {t(number === null ? 'Add phone number' : 'Change phone number')}
            </Button>
            {number !== null && (
              <Button look="quiet" aria-disabled={removal.isPending} onClick={removeNumber}>
                {t('Remove phone number')}
              </Button>
            )}
          </>
        )
      }
    >
      {removal.failure !== null && <FormAlert message={removal.failure.message} />}
      <SignInAgain failure={removal.failure} />
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
