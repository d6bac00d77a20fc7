import { createContext } from 'react';

/** The address of a cover that this browser has stored. It replaces the address that the item gives. */
export const StoredCoverContext = createContext<string | null>(null);
