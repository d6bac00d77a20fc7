import { useEffect, useRef, useState, type RefObject } from 'react';

/** A form that is opened by a button and closes again, which gives the focus back to the button. */
export type Disclosure = {
  readonly isOpen: boolean;
  /** Whether what it is for was done when it was last open. */
  readonly isDone: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: () => void;
  readonly close: () => void;
  /** Closes it, as what it is for is done. */
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
