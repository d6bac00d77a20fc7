import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { nameOfPasskey } from '../../../domain/account/passkey-name.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { formatDay } from 'audio-streaming-components/day';
import { Failure } from 'audio-streaming-components/failure';
import { Form, FormAlert, textOf } from 'audio-streaming-components/forms/form';
import { TextField } from 'audio-streaming-components/forms/text-field';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { Modal } from '../../components/layout/modal.tsx';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { Saved, Section, Setting, useAccount, useFocusAfterChange, useSave } from './setting.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The listener's passkeys; nothing if the provider has none (ACC-41). */
export function PasskeysSection() {
  const { hostedLogin } = useServices().settings;
  return hostedLogin?.passkeys !== undefined ? (
    <Section
      title={t('Passkeys')}
      intro={t('Sign in by a finger, a face or a PIN of your device, without a password and a code.')}
    >
      <PasskeyList />
    </Section>
  ) : null;
}

const PasskeyList = observer(function PasskeyList() {
  const { passkeys, passkeysState } = useAccount();
  const load = useEffectEvent(() => void passkeys.load());
  useEffect(() => load(), []);
  const add = useRef<HTMLButtonElement>(null);
  const { passkeys: listed, failure } = passkeysState;
  useFocusAfterChange(listed?.length, () => add.current);
  if (listed === null) {
    return failure === null ? null : (
      <div className={styles['loadingRow']}>
        <Failure message={failure.message} onRetry={() => void passkeys.load()} />
      </div>
    );
  }
  return (
    <>
      {listed.length > 0 && (
        <div className={styles['list']}>
          {listed.map((passkey) => (
            <PasskeySetting key={passkey.id} passkey={passkey} />
          ))}
        </div>
      )}
      <NewPasskey button={add} isFirst={listed.length === 0} />
    </>
  );
});

type NewPasskeyProps = {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isFirst: boolean;
};

/** Adds a passkey. Whoever has signed in a while ago signs in again first (SES-137). */
function NewPasskey({ button, isFirst }: NewPasskeyProps) {
  const { passkeys } = useAccount();
  const [isAdded, setAdded] = useState(false);
  const save = useSave<void>(() => setAdded(true));
  return (
    <Setting
      label={t('New passkey')}
      value={t(isFirst ? 'You have none yet.' : 'One for each device that does not share them.')}
      note={
        <>
          <Saved isSaved={isAdded}>{t('Your passkey is added.')}</Saved>
          <p>
            {t(
              'You can still recover your account by e-mail. So your account is only as safe as your mailbox: whoever reads your e-mail can choose a new password. Two-step verification closes this way.',
            )}
          </p>
        </>
      }
      actions={
        <Button
          ref={button}
          aria-disabled={save.isPending}
          aria-busy={save.isPending}
          onClick={() => {
            setAdded(false);
            void save.attempt(async () => passkeys.add());
          }}
        >
          {t('Add a passkey')}
        </Button>
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
      <SignInAgain failure={save.failure} />
    </Setting>
  );
}

type PasskeyProps = {
  readonly passkey: NonNullable<ReturnType<typeof useAccount>['passkeysState']['passkeys']>[number];
};

/** Its name in the language of the page. */
function passkeyName(passkey: PasskeyProps['passkey']): string {
  const name = nameOfPasskey(passkey.name);
  return typeof name === 'string' ? name : t(name);
}

const PasskeySetting = observer(function PasskeySetting({ passkey }: PasskeyProps) {
  const { time } = useServices();
  const [question, setQuestion] = useState<'rename' | 'remove' | null>(null);
  const close = () => setQuestion(null);
  const { addedAt, usedAt } = passkey;
  const name = passkeyName(passkey);
  return (
    <Setting
      label={name}
      isLabelProminent
      value={
        usedAt === null ? t('Not used yet.') : t('Last used on {day}.', { day: formatDay(usedAt, time.now) })
      }
      note={addedAt !== null && <p>{t('Added on {day}.', { day: formatDay(addedAt, time.now) })}</p>}
      actions={
        <>
          <Button aria-label={t('Rename {name}', { name })} onClick={() => setQuestion('rename')}>
            {t('Rename')}
          </Button>
          <Button
            look="quiet"
            aria-label={t('Remove {title}', { title: name })}
            onClick={() => setQuestion('remove')}
          >
            {t('Remove')}
          </Button>
        </>
      }
    >
      <Modal isOpen={question === 'rename'} title={t('Rename “{name}”', { name })} onClose={close}>
        <RenamePasskey passkey={passkey} onDone={close} />
      </Modal>
      <Modal isOpen={question === 'remove'} title={t('Remove “{title}”?', { title: name })} onClose={close}>
        <RemovePasskey passkey={passkey} onDone={close} />
      </Modal>
    </Setting>
  );
});

function RenamePasskey({ passkey, onDone }: PasskeyProps & { readonly onDone: () => void }) {
  const { passkeys } = useAccount();
  const save = useSave<void>(onDone);
  return (
    <Form
      attempt={save}
      focus="first"
      submitLabel={t('Save name')}
      onSubmit={(fields) => void save.attempt(async () => passkeys.rename(passkey, textOf(fields, 'name')))}
      onCancel={onDone}
    >
      <TextField
        label={t({ text: 'Name', context: 'of a passkey' })}
        name="name"
        autoComplete="off"
        defaultValue={passkeyName(passkey)}
        maxLength={100}
        error={errorOf(save.failure, 'name')}
      />
    </Form>
  );
}

function RemovePasskey({ passkey, onDone }: PasskeyProps & { readonly onDone: () => void }) {
  const { passkeys } = useAccount();
  const save = useSave<void>(onDone);
  return (
    <>
      <p>
        {t('Nobody can sign in with it any more. Your device may still list it until you delete it there.')}
      </p>
      {save.failure !== null && <FormAlert message={save.failure.message} />}
      <div className={styles['actions']}>
        <Button
          className={styles['danger']}
          aria-disabled={save.isPending}
          onClick={() => void save.attempt(async () => passkeys.remove(passkey))}
        >
          {t('Remove passkey')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </>
  );
}
