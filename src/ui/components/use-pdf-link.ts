import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { useServices } from '../services.ts';
import { leadTab, openTab } from './controls/buy-link.tsx';

/** For how long an address is used before a new one is requested, in milliseconds: addresses expire. */
const FRESH = 60_000;

/** The result for a title; the address is null if it could not be loaded. */
type Found = {
  readonly item: ContentItem;
  readonly address: string | null;
  readonly isRefused: boolean;
  readonly at: number;
};

const isFresh = ({ address, at }: Found): boolean => address !== null && performance.now() - at < FRESH;

/**
 * A link to the PDF of a title, as the props of an `a` (CAT-38). Null if the title has no PDF, if the listener may not
 * read it, and until the first request for its address has ended. The address is requested when the link is shown, when the listener points at it or
 * focuses it, and when it is used without a fresh address. So an expired or failed address is always replaced.
 */
export function usePdfLink(item: ContentItem) {
  const { loadPdf, mediaUrl } = useServices();
  const [latest, setLatest] = useState<Found | null>(null);
  const pending = useRef<Promise<string | null>>(null);
  const hasPdf = item.pdfUrl !== null && mediaUrl(item.pdfUrl) !== null;
  const requestAddress = useCallback(async (): Promise<string | null> => {
    const load = async (): Promise<string | null> => {
      const loaded = await loadPdf.loadAddress(item);
      const address = loaded.ok ? mediaUrl(loaded.value) : null;
      const isRefused = !loaded.ok && loaded.error === 'refused';
      setLatest((before) =>
        address === null && !isRefused && before?.item === item
          ? before
          : { item, address, isRefused, at: performance.now() },
      );
      return address;
    };
    const loading = load().finally(() => {
      if (pending.current === loading) pending.current = null;
    });
    pending.current = loading;
    return loading;
  }, [item, loadPdf, mediaUrl]);
  useEffect(() => {
    if (hasPdf) void requestAddress();
  }, [requestAddress, hasPdf]);

  // A result for an earlier item may still arrive.
  const found = latest?.item === item ? latest : null;
  if (!hasPdf || found === null || found.isRefused) return null;
  const refresh = () => {
    if (pending.current === null) void requestAddress();
  };
  const open = (event: MouseEvent) => {
    if (isFresh(found)) return;
    event.preventDefault();
    const tab = openTab();
    const address = pending.current ?? requestAddress();
    if (tab !== null) void leadTab(tab, address);
  };
  return {
    // Without an address the link leads to this page, until a click has requested one.
    href: found.address ?? '',
    target: '_blank',
    // not translated: of the browser
    rel: 'noopener noreferrer',
    onPointerEnter: refresh,
    onFocus: refresh,
    onClick: open,
    // The middle button opens a tab too.
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) open(event);
    },
  };
}
