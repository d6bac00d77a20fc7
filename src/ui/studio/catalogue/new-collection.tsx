import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Modal } from '../../components/layout/modal.tsx';
import { TextInput } from '../components/fields.tsx';
import { titlePath, useGoTo } from '../components/studio-link.tsx';
import { useStudio } from '../services.ts';
import styles from './catalogue-section.module.css';

/** Asks for the name of a new collection, makes it, and opens it. Selected titles become its members. */
export function NewCollection() {
  const { makeCollection, table } = useStudio();
  const goTo = useGoTo();
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    if (isBusy) return;
    setBusy(true);
    const members = [...table.selected.values()].filter(({ kind }) => kind === 'file').map(({ id }) => id);
    const made = await makeCollection.make(title, members);
    setBusy(false);
    setFailure(made.ok ? null : made.error.message);
    if (!made.ok) return;
    setOpen(false);
    setTitle('');
    goTo(titlePath(made.value));
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New collection</Button>
      <Modal isOpen={isOpen} title="New collection" onClose={() => setOpen(false)}>
        <form
          noValidate
          className={styles['dialog']}
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <TextInput
            label="Name"
            value={title}
            error={failure ?? undefined}
            hint="Selected titles become its members."
            onType={setTitle}
          />
          <div className={styles['buttons']}>
            <Button type="submit" look="primary" aria-disabled={isBusy}>
              Create
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
