import { useState } from 'react';
import type { AccountDetails } from '../../../../application/account/account-details.ts';
import { Button } from '../../../components/controls/button.tsx';
import { CodeField } from '../../../components/forms/code-field.tsx';
import { Form, FormAlert, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useAccount } from '../account-services.ts';
import { errorOf } from '../../../components/forms/use-attempt.ts';
import { useSave, type SaveField } from '../use-save.ts';

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
    label: 'New email',
    type: 'email',
    autoComplete: 'email',
    hint: 'We send a code there. You sign in with the new address once you have entered it.',
    blamed: 'email',
  },
  phone_number: {
    label: 'Phone number',
    type: 'tel',
    autoComplete: 'tel',
    hint: 'With its country code, such as +1 555 010 0199. We send a code there.',
    blamed: 'phone-number',
  },
};

/** Asks for a new address or number, then for the code that was sent there (ACC-11, ACC-18). */
export function ContactForm({ contact, value, onDone, onCancel }: ContactFormProps) {
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
      <Form attempt={request} focus="first" submitLabel="Send code" onSubmit={submit} onCancel={onCancel}>
        <TextField
          key="contact"
          label={field.label}
          name="contact"
          type={field.type}
          autoComplete={field.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={value}
          hint={field.hint}
          error={errorOf(request.failure, field.blamed)}
        />
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
      submitLabel="Confirm"
      onCancel={onCancel}
      onSubmit={submitCode}
      more={
        <Button look="quiet" aria-disabled={resend.isPending} onClick={sendAgain}>
          Resend code
        </Button>
      }
    >
      <CodeField hint={`We sent a code to ${sentTo}.`} error={errorOf(confirm.failure, 'code')} />
      {isResent && <output>A new code is on its way.</output>}
      {resend.failure !== null && <FormAlert message={resend.failure.message} />}
    </Form>
  );
}
