import { FileText } from 'lucide-react';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { buttonClass } from '../../../components/controls/button.tsx';
import { usePdfLink } from '../../../components/use-pdf-link.ts';
import { useRecordButton } from './title-page.ts';

type PdfLinkProps = { readonly item: ContentItem };

/** Opens the PDF of the title in a new tab (CAT-38). */
export function PdfLink({ item }: PdfLinkProps) {
  const link = usePdfLink(item);
  const record = useRecordButton();
  if (link === null) return null;
  return (
    <a
      {...link}
      href={link.href}
      className={buttonClass('secondary')}
      onClick={(event) => {
        record('View PDF');
        link.onClick(event);
      }}
    >
      <FileText aria-hidden="true" size={18} />
      View PDF
    </a>
  );
}
