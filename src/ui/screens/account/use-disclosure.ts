import { useEffect, useRef, useState, type RefObject } from 'react';

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
