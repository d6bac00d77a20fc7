import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { useServices } from '../app/services.ts';

/** For how long an address is used without asking for another, in milliseconds: none lives for ever. */
const FRESH = 60_000;

/** What was answered for a title; the address is null where it could not be had. */
type Found = { readonly item: ContentItem; readonly address: string | null; readonly at: number };

const isFresh = ({ address, at }: Found): boolean => address !== null && performance.now() - at < FRESH;

/** Opens what `address` answers in a tab of its own. The tab opens with the click, or the browser would refuse it. */
async function openBeside(address: Promise<string | null>): Promise<void> {
  const tab = window.open('about:blank', '_blank');
  const found = await address;
  if (tab === null) return;
  if (found === null) {
    tab.close();
    return;
  }
  // What is opened must not reach back into this page.
  tab.opener = null;
  tab.location.replace(found);
}

/**
 * A link to a title's PDF, as the props of an `a`; null without a PDF, and until its address was first asked for. An
 * address is good for a while only. It is asked for when the link is shown, when the listener turns to it, and once
 * more when it is used and none is fresh: so one that expired or could not be had is never the last.
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
    const asked = request().finally(() => {
      if (pending.current === asked) pending.current = null;
    });
    pending.current = asked;
    return asked;
  }, [item, loadPdf, mediaUrl]);
  useEffect(() => {
    if (hasPdf) void ask();
  }, [ask, hasPdf]);

  // An answer for an earlier item may still arrive.
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
    // Without an address the link leads to this page, until a click has asked for one.
    href: found.address ?? '',
    target: '_blank',
    rel: 'noopener noreferrer',
    onPointerEnter: turnTo,
    onFocus: turnTo,
    onClick: open,
    // The middle button opens a tab as well.
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) open(event);
    },
  };
}
