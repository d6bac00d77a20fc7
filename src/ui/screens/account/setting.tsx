import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { AccountDetails } from '../../../application/account/account-details.ts';
import type { AccountServices } from '../../../application/account/services.ts';
import { classNames } from 'audio-streaming-components/class-names';
import { type Attempt, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import type { Message } from 'audio-streaming-translations/message';
import styles from './account.module.css';

type SettingProps = {
  readonly label: string;
  /** Whether the label stands out rather than the value. */
  readonly isLabelProminent?: boolean;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Shown below the rest: an open form. */
  readonly children?: ReactNode;
};

export function Setting({ label, isLabelProminent = false, value, note, actions, children }: SettingProps) {
  return (
    <div className={styles['setting']}>
      <div className={styles['row']}>
        <div className={styles['text']}>
          <h3 className={styles[isLabelProminent ? 'name' : 'label']}>{label}</h3>
          <div className={styles['value']}>{value}</div>
          {note !== undefined && <div className={styles['note']}>{note}</div>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

type SectionProps = {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
};

/** A section of the account page: a region with a heading and a card of settings. */
export function Section({ title, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <p>{intro}</p>
      </header>
      <div className={styles['card']}>{children}</div>
    </section>
  );
}

type SavedProps = { readonly isSaved: boolean; readonly children: ReactNode };

/** Announces that a change was saved, without moving the focus. */
export function Saved({ isSaved, children }: SavedProps) {
  return <output className={styles['saved']}>{isSaved && children}</output>;
}

type TagProps = { readonly tone?: 'plain' | 'good' | 'warning'; readonly children: ReactNode };

export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={classNames(styles['tag'], styles[tone])}>{children}</span>;
}

/** A form that a button opens. When it closes, the button gets the focus. */
export type Disclosure = {
  readonly isOpen: boolean;
  /** Whether the form was completed when it was last open. */
  readonly isDone: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: () => void;
  readonly close: () => void;
  /** Closes the form as completed. */
  readonly done: () => void;
};

export function useDisclosure(): Disclosure {
  const [stage, setStage] = useState<'closed' | 'open' | 'done'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = stage === 'open';
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return {
    isOpen,
    isDone: stage === 'done',
    button,
    open: () => setStage('open'),
    close: () => setStage('closed'),
    done: () => setStage('done'),
  };
}

/**
 * Moves the focus to the element that `find` returns, if a change of `state` has removed the focused control. If no
 * control had the focus, nothing happens.
 *
 * @param state the state that decides which controls exist
 */
export function useFocusAfterChange(state: unknown, find: () => HTMLElement | null): void {
  const before = useRef(state);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    const saveFocused = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener('focusin', saveFocused);
    return () => document.removeEventListener('focusin', saveFocused);
  }, []);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const isRemoved = focused.current instanceof Node && !focused.current.isConnected;
    if (isRemoved && document.activeElement === document.body) find()?.focus();
  });
}

type AccountFailure = Extract<Awaited<ReturnType<AccountDetails['changeName']>>, { ok: false }>['error'];

/** A field of the page that may cause a failure. `confirmation` is the word that confirms a deletion. */
export type SaveField = NonNullable<AccountFailure['field']> | 'confirmation';

export type SaveFailure = {
  readonly message: Message;
  readonly field?: SaveField;
  readonly kind?: AccountFailure['kind'];
};

/** An attempt to save a change of the account. */
export type Save<Value> = Attempt<Value, SaveFailure>;

export const useSave = <Value,>(onSaved: (value: Value) => void): Save<Value> =>
  useAttempt<Value, SaveFailure>(onSaved);

const AccountContext = createContext<AccountServices | null>(null);

export const AccountProvider = AccountContext.Provider;

/** The services of the account page. Call it only below `AccountProvider`. */
export function useAccount(): AccountServices {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('No account services: a section was rendered outside the page');
  return account;
}
