import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContentItem } from '../../../domain/content.ts';
import { buttonClass } from '../../parts/button.tsx';
import { useServices } from '../../services.ts';

type PdfLinkProps = { readonly item: ContentItem };

/**
 * Opens the title's PDF beside the app. Its address is good for a while only, so it is asked for when the
 * link is shown, and again when the listener turns to it.
 */
export function PdfLink({ item }: PdfLinkProps) {
  const { loadPdf, mediaUrl } = useServices();
  const [address, setAddress] = useState<string | null>(null);
  const refresh = async () => {
    const fresh = mediaUrl(await loadPdf.run(item));
    if (fresh !== null) setAddress(fresh);
  };
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const first = mediaUrl(await loadPdf.run(item));
      if (!isGone) setAddress(first);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [item, loadPdf, mediaUrl]);
  if (address === null) return null;
  return (
    <a
      className={buttonClass('secondary')}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onPointerEnter={() => {
        void refresh();
      }}
      onFocus={() => {
        void refresh();
      }}
    >
      <FileText aria-hidden="true" size={18} />
      View PDF
    </a>
  );
}
