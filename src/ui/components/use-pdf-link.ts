import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { useServices } from '../app/services.ts';

/** For how long an address is used before a new one is requested, in milliseconds: addresses expire. */
const FRESH = 60_000;

/** The result for a title; the address is null if it could not be loaded. */
type Found = { readonly item: ContentItem; readonly address: string | null; readonly at: number };

const isFresh = ({ address, at }: Found): boolean => address !== null && performance.now() - at < FRESH;

/** Opens an address in a new tab. The tab opens with the click, else the browser would block it. */
async function openBeside(address: Promise<string | null>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  const found = await address;
  if (tab === null) return;
  if (found === null) {
    tab.close();
    return;
  }
  // The opened page must not have access to this one (APP-40).
  tab.opener = null;
  tab.location.replace(found);
}

/**
 * A link to the PDF of a title, as the props of an `a` (CAT-38). Null without a PDF, and until its address was first
 * requested. The address is requested when the link is shown, when the listener turns to it, and when it is used
 * without a fresh address. So an expired or failed address is always replaced.
 */
export function usePdfLink(item: ContentItem) {
  const { loadPdf, mediaUrl } = useServices();
  const [latest, setLatest] = useState<Found | null>(null);
  const pending = useRef<Promise<string | null>>(null);
  const hasPdf = item.pdfUrl !== null && mediaUrl(item.pdfUrl) !== null;
  const ask = useCallback(async (): Promise<string | null> => {
    const request = async (): Promise<string | null> => {
      const address = mediaUrl(await loadPdf.loadAddress(item));
      setLatest((before) =>
        address === null && before?.item === item ? before : { item, address, at: performance.now() },
      );
      return address;
    };
    const asking = request().finally(() => {
      if (pending.current === asking) pending.current = null;
    });
    pending.current = asking;
    return asking;
  }, [item, loadPdf, mediaUrl]);
  useEffect(() => {
    if (hasPdf) void ask();
  }, [ask, hasPdf]);

  // A result for an earlier item may still arrive.
  const found = latest?.item === item ? latest : null;
  if (!hasPdf || found === null) return null;
  const turnTo = () => {
    if (pending.current === null) void ask();
  };
  const open = (event: MouseEvent) => {
    if (isFresh(found)) return;
    event.preventDefault();
    void openBeside(pending.current ?? ask());
  };
  return {
    // Without an address the link leads to this page, until a click has requested one.
    href: found.address ?? '',
    target: '_blank',
    rel: 'noopener noreferrer',
    onPointerEnter: turnTo,
    onFocus: turnTo,
    onClick: open,
    // The middle button opens a tab too.
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) open(event);
    },
  };
}
