import { observer } from 'mobx-react-lite';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useServices } from '../../../app/services.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Modal } from '../../../components/layout/modal.tsx';
import { Form, textOf } from '../../../components/forms/form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { useAccount } from '../account-services.ts';
import styles from './delete-section.module.css';
import { Section } from '../section.tsx';
import { Setting } from '../setting.tsx';
import { useSave } from '../use-save.ts';

/** The word that confirms the deletion (ACC-37). */
const CONFIRMATION = 'delete';

/** Deletes the account. This cannot be undone, so the listener must type a word first (ACC-37). */
export const DeleteSection = observer(function DeleteSection() {
  const { user } = useServices();
  const { accountDeletion } = useAccount();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const deletion = useSave<void>(() => void navigate({ to: '/login' }));
  const submit = (fields: FormData) => {
    const isConfirmed = textOf(fields, 'confirmation').trim().toLowerCase() === CONFIRMATION;
    void deletion.attempt(async () =>
      isConfirmed
        ? accountDeletion.delete()
        : { ok: false, error: { message: `Type ${CONFIRMATION} to go on`, field: 'confirmation' } },
    );
  };
  const { failure } = deletion;
  return (
    <Section title="Delete account" intro="It goes for good. What belongs to it cannot be reached any more.">
      <Setting
        label="Your account"
        value="This cannot be undone."
        note={
          <p>
            {user.user.billingPages === undefined
              ? 'A running plan is canceled where it is billed, not here.'
              : 'A running plan ends with it, and nothing is charged any more.'}
          </p>
        }
        actions={
          <Button className={styles['danger']} onClick={() => setOpen(true)}>
            Delete account
          </Button>
        }
      />
      <Modal isOpen={isOpen} title="Delete your account?" onClose={() => setOpen(false)}>
        <p>
          Nobody can sign in with it any more: your favorites, your places and your purchases are out of reach
          for good.
        </p>
        <Form
          attempt={deletion}
          focus="first"
          submitLabel="Delete for good"
          onSubmit={submit}
          onCancel={() => setOpen(false)}
        >
          <TextField
            label={`Type “${CONFIRMATION}” to confirm`}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={failure?.field === 'confirmation' ? failure.message : null}
          />
        </Form>
      </Modal>
    </Section>
  );
});
