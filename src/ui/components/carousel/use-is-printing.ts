import { useSyncExternalStore } from 'react';

let isPrinting = false;

const subscribe = (onChange: () => void): (() => void) => {
  const set = ({ type }: Event): void => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  window.addEventListener('beforeprint', set);
  window.addEventListener('afterprint', set);
  return () => {
    window.removeEventListener('beforeprint', set);
    window.removeEventListener('afterprint', set);
  };
};

/**
 * Whether the page is being printed. React renders a change of an external store before the event ends, so the printed
 * page already shows what depends on it.
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
