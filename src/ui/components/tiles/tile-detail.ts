import { createContext } from 'react';

/**
 * How much of a tile is in the page. In a long list a tile comes `light`: its cover, its title and its link, in the box
 * that it will keep. It becomes `windowed` when the list lets it, with all its parts. Elsewhere a tile is `free`.
 */
export type TileDetail = 'free' | 'windowed' | 'light';

export const TileDetailContext = createContext<TileDetail>('free');
