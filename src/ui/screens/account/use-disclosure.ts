import { useEffect, useRef, useState, type RefObject } from 'react';

/** A form that is opened by a button and closes again, which gives the focus back to the button. */
export type Disclosure = {
  readonly isOpen: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  open(): void;
  close(): void;
};

export function useDisclosure(): Disclosure {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, button, open: () => setOpen(true), close: () => setOpen(false) };
}
