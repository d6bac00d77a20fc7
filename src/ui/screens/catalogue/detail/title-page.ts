import { createContext, use } from 'react';
import type { DetailButton } from '../../../../application/analytics/usage.ts';
import type { ContentId } from '../../../../domain/catalogue/content.ts';
import { useServices } from '../../../services.ts';

/** The id in the address of a title's page. */
const TitlePageContext = createContext<ContentId | null>(null);

export const TitlePage = TitlePageContext.Provider;

/** Records the use of a button on a title's page (ANA-22). Call it only below `TitlePage`. */
export function useRecordButton(): (button: DetailButton) => void {
  const { usage } = useServices();
  const id = use(TitlePageContext);
  if (id === null) throw new Error('No title page: a button was rendered outside the page');
  return (button) => usage.recordDetailButton(button, id);
}
