import type { UpNextEntry } from '../../../../domain/playback/up-next.ts';

/** The name of an entry: of its track, or else of its title. */
export const nameOf = ({ item, track }: UpNextEntry): string => track?.title ?? item.title;
