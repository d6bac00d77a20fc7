import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { RecentMap } from '../recent-map.ts';

/** The number of carousels whose position is stored. */
const MOST = 200;

/** The first slide in view, by history entry and heading. */
const positions = new RecentMap<number>(MOST);

const save = (name: string, first: number): void => {
  if (first > 0) positions.set(name, first);
  else positions.delete(name);
};

/** The slide at which a carousel starts: 0, or the first slide in view when the listener left this page (CAT-73). */
export function useCarouselPosition(heading: string) {
  const router = useRouter();
  const [position] = useState(() => {
    const name = `${router.state.location.state.__TSR_key ?? ''} ${heading}`;
    return { start: positions.get(name) ?? 0, save: (first: number) => save(name, first) };
  });
  return position;
}
