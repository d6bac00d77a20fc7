import { use, createContext, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { ContentId, ContentItem } from '../../../domain/catalogue/content.ts';
import { useNavigation } from '../../navigation/navigation.ts';

/** The pages that tiles lead to. */
type TilePage =
  '/audios/$id' | '/authors/$id' | '/narrators/$id' | '/series/$id' | '/categories/$id' | '/topics/$id';

/** How long the pointer stays before a page is preloaded, in milliseconds. What Play needs is requested before (PLAY-57). */
const HOVER_TIME = 300;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  !event.defaultPrevented;

/**
 * The attributes and handlers of a link to the page of what a tile shows. The router's own link component observes the
 * location to mark current links. A page holds many tiles, and none of them needs that.
 *
 * @param onOpened called at each click
 */
export function useTileLink<Id extends string>(
  to: TilePage,
  id: Id,
  onOpened: ((id: Id) => void) | null = null,
) {
  const navigation = useNavigation();
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A tile in a long list may be reused for another title, which the pointer did not choose.
  useEffect(() => () => clearTimeout(wait.current), [id]);
  return useMemo(() => {
    const route = { to, params: { id } } as const;
    const preload = () => {
      void navigation.preload(route);
    };
    const preloadSoon = () => {
      clearTimeout(wait.current);
      wait.current = setTimeout(preload, HOVER_TIME);
    };
    return {
      // The router's own builder costs more than the rest of a tile.
      href: to.replace('$id', encodeURIComponent(id)),
      onClick: (event: MouseEvent) => {
        onOpened?.(id);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        clearTimeout(wait.current);
        void navigation.go(route);
      },
      onMouseEnter: preloadSoon,
      onMouseLeave: () => clearTimeout(wait.current),
      onFocus: preloadSoon,
      onBlur: () => clearTimeout(wait.current),
      onTouchStart: preload,
    };
  }, [navigation, to, id, onOpened, wait]);
}

/** Called when the listener opens a title by the link of its tile. A page that records this provides it. */
export const TitleOpenedContext = createContext<((id: ContentId) => void) | null>(null);

/** A page of results: says why a title was found, if its tile does not show it (CAT-332). */
export type Results = { readonly whyOf: (item: ContentItem) => string | null };

/** Set on a page of results, whose episodes were found themselves. */
export const ResultsContext = createContext<Results | null>(null);

type TileLinkProps = {
  /** The id of the element. */
  readonly id: string;
  readonly className: string | undefined;
  readonly audioId: ContentId;
  readonly title: string;
};

/** The title as a link to its page. */
export function TileLink({ id, className, audioId, title }: TileLinkProps) {
  const link = useTileLink('/audios/$id', audioId, use(TitleOpenedContext));
  return (
    <a id={id} className={className} {...link}>
      <bdi>{title}</bdi>
    </a>
  );
}
