import { FileText } from 'lucide-react';
import type { ContentItem } from '../../../domain/content.ts';
import { buttonClass } from '../../parts/button.tsx';
import { usePdfAddress } from '../../parts/use-pdf-address.ts';

type PdfLinkProps = { readonly item: ContentItem };

/** Opens the title's PDF beside the app. */
export function PdfLink({ item }: PdfLinkProps) {
  const [address, refresh] = usePdfAddress(item);
  if (address === null) return null;
  return (
    <a
      className={buttonClass('secondary')}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onPointerEnter={refresh}
      onFocus={refresh}
    >
      <FileText aria-hidden="true" size={18} />
      View PDF
    </a>
  );
}
