import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { TitleRow } from '../../domain/title.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Failure } from 'audio-streaming-components/failure';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Dialog } from 'audio-streaming-components/layout/dialog';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { formatNames } from 'audio-streaming-translations/formats';
import { TextInput } from './fields.tsx';
import { useStudio } from '../services.ts';
import styles from './components.module.css';

/** Milliseconds without typing before a search. */
const PAUSE = 250;

/** A field that searches titles while somebody types. A response to an earlier text is dropped. */
export function useTitleSearch() {
  const { makeCollection } = useStudio();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly TitleRow[]>([]);
  const [failure, setFailure] = useState<Message | null>(null);
  const search = useEffectEvent(async (isCurrent: () => boolean) => {
    const rows = await makeCollection.find(text);
    if (!isCurrent()) return;
    setFailure(rows.ok ? null : rows.error.message);
    if (rows.ok) setFound(rows.value);
  });
  useEffect(() => {
    if (text.trim() === '') return undefined;
    let isCurrent = true;
    const timeout = setTimeout(() => void search(() => isCurrent), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timeout);
    };
  }, [text]);
  return { text, setText, found: text.trim() === '' ? [] : found, failure };
}

type NotLoadedProps = {
  /** Why the data could not be loaded; null while it loads. */
  readonly failure: Message | null;
  readonly height: string;
  readonly onRetry: () => void;
};

/** Shown until the data has loaded. */
export function NotLoaded({ failure, height, onRetry }: NotLoadedProps) {
  if (failure !== null) return <Failure message={failure} onRetry={onRetry} />;
  return <Skeleton width="100%" height={height} />;
}

/** A failure beside what is still shown. */
export function Problem({ message }: { readonly message: Message | null }) {
  return (
    message !== null && (
      <p role="alert" className={styles['error']}>
        {t(message)}
      </p>
    )
  );
}

type StudioFormProps = {
  readonly label: string;
  readonly className?: string | undefined;
  readonly submitLabel: string;
  readonly isBusy?: boolean;
  /** Is not called while the form is busy. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** After the button. */
  readonly more?: ReactNode;
};

export function StudioForm(props: StudioFormProps) {
  const { label, className, submitLabel, isBusy = false, onSubmit, children, more } = props;
  return (
    <form
      noValidate
      className={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    >
      {children}
      <Button type="submit" look="primary" aria-disabled={isBusy} aria-busy={isBusy}>
        {submitLabel}
      </Button>
      {more}
    </form>
  );
}

type ConfirmDialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  /** The label of the button that does it. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ isOpen, title, confirm, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <p>{children}</p>
      <div className={styles['buttons']}>
        <Button
          look="primary"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

type TitleFinderProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly search: ReturnType<typeof useTitleSearch>;
  /** Those of the found titles that can be chosen. */
  readonly offered: readonly TitleRow[];
  /** The name of the list of these titles. */
  readonly listLabel: string;
  /** The word on the button of a title. */
  readonly verb: string;
  /** The name of that button, with the title. */
  readonly verbFor: (title: string) => string;
  readonly isBusy?: boolean;
  readonly onChoose: (row: TitleRow) => void;
};

/** Finds titles by their words, and chooses one. */
export function TitleFinder(props: TitleFinderProps) {
  const { label, placeholder, search, offered, listLabel, verb, verbFor, isBusy, onChoose } = props;
  return (
    <div className={styles['finder']}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={search.text}
        error={search.failure ?? undefined}
        onType={search.setText}
      />
      {offered.length > 0 && (
        <ul className={styles['results']} aria-label={listLabel}>
          {offered.map((row) => (
            <li key={row.id}>
              <span>
                <bdi>{row.title}</bdi>
                {row.authors.length > 0 && (
                  <small>
                    {' '}
                    <bdi>{formatNames(row.authors)}</bdi>
                  </small>
                )}
              </span>
              <Button
                look="quiet"
                aria-label={verbFor(row.title)}
                aria-disabled={isBusy}
                onClick={() => onChoose(row)}
              >
                {verb}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export type BadgeLook = 'good' | 'plain' | 'danger' | 'accent' | 'sale';

export function Badge({ look, children }: { readonly look: BadgeLook; readonly children: ReactNode }) {
  return (
    <span className={styles['badge']} data-look={look}>
      {children}
    </span>
  );
}
