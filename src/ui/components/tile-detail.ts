import { createContext } from 'react';

/**
 * How complete a tile is. In a long list a tile starts as `placeholder`: an empty cover, its title and its link, at
 * its final size. Later it becomes `windowed`, with all its parts. Outside long lists a tile is `free`.
 */
export type TileDetail = 'free' | 'windowed' | 'placeholder';

export const TileDetailContext = createContext<TileDetail>('free');
