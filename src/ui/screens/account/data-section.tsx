import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { TextField } from 'audio-streaming-components/forms/text-field';
import { Modal } from '../../components/layout/modal.tsx';
import { saveFile } from 'audio-streaming-components/save-file';
import { Section, Setting, useAccount, useSave } from './setting.tsx';
import { useNavigation } from '../../navigation/navigation.ts';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';

const FILE = 'my-data.json';
/** Downloads everything that the provider stores about the listener. Other providers may not offer it (SES-93). */
export const DataSection = observer(function DataSection() {
  const { user } = useServices();
  const { accountDetails } = useAccount();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Message | null>(null);
  const [isSaved, setSaved] = useState(false);
  if (user.user.canExport !== true) return null;
  const download = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setSaved(false);
    const data = await accountDetails.downloadData();
    setBusy(false);
    if (data.ok) {
      saveFile(FILE, 'application/json', data.value);
      setSaved(true);
    } else setFailure(data.error.message);
  };
  return (
    <Section title={t('Your data')} intro={t('What we store about you, to keep or to take along.')}>
      <Setting
        label={t('Everything in one file')}
        value={t('Your account, your plan, what you saved, bought and heard, as JSON.')}
        note={
          <>
            <p role="status">{isSaved ? t('The file {file} is in your downloads.', { file: FILE }) : ''}</p>
            {failure !== null && <p role="alert">{t(failure)}</p>}
          </>
        }
        actions={
          <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void download()}>
            {t('Download my data')}
          </Button>
        }
      />
    </Section>
  );
});

/** The word that confirms the deletion (ACC-37). */
const CONFIRMATION = 'delete';

/** Deletes the account. This cannot be undone, so the listener must type a word first (ACC-37). */
export const DeleteSection = observer(function DeleteSection() {
  const { user } = useServices();
  const { accountDeletion } = useAccount();
  const navigation = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const deletion = useSave<void>(() => void navigation.go({ to: '/login' }));
  const submit = (fields: FormData) => {
    const isConfirmed = textOf(fields, 'confirmation').trim().toLowerCase() === CONFIRMATION;
    void deletion.attempt(async () =>
      isConfirmed
        ? accountDeletion.delete()
        : {
            ok: false,
            error: {
              message: message('Type {word} to go on', { word: CONFIRMATION }),
              field: 'confirmation',
            },
          },
    );
  };
  const { failure } = deletion;
  return (
    <Section
      title={t('Delete account')}
      intro={t('It goes for good. What belongs to it cannot be reached any more.')}
    >
      <Setting
        label={t('Your account')}
        value={t('This cannot be undone.')}
        note={
          <p>
            {t(
              user.user.billingPages === undefined
                ? 'A running plan is canceled where it is billed, not here.'
                : 'A running plan ends with it, and nothing is charged any more.',
            )}
          </p>
        }
        actions={
          <Button className={styles['danger']} onClick={() => setOpen(true)}>
            {t('Delete account')}
          </Button>
        }
      />
      <Modal isOpen={isOpen} title={t('Delete your account?')} onClose={() => setOpen(false)}>
        <p>
          {t(
            'Nobody can sign in with it any more: your favorites, your places and your purchases are out of reach for good.',
          )}
        </p>
        <Form
          attempt={deletion}
          focus="first"
          submitLabel={t('Delete for good')}
          onSubmit={submit}
          onCancel={() => setOpen(false)}
        >
          <TextField
            label={t('Type “{word}” to confirm', { word: CONFIRMATION })}
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
