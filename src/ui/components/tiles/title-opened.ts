import { createContext } from 'react';
import type { ContentId } from '../../../domain/catalogue/content.ts';

/** Called when the listener opens a title by the link of its tile. A page that records this provides it. */
export const TitleOpenedContext = createContext<((id: ContentId) => void) | null>(null);
