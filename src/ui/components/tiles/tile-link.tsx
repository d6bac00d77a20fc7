import { useRouter } from '@tanstack/react-router';
import { use, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { ContentId } from '../../../domain/catalogue/content.ts';
import { TitleOpenedContext } from './title-opened.ts';

type TileLinkProps = {
  /** The id of the element. */
  readonly id: string;
  readonly className: string | undefined;
  readonly audioId: ContentId;
  readonly title: string;
};

/** How long the pointer stays before a page is preloaded, in milliseconds. */
const HOVER_TIME = 50;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  !event.defaultPrevented;

/**
 * The title as a link to its page. The router's own link component observes the location to mark current links. A page
 * holds many tiles, and none of them needs that.
 */
export function TileLink({ id, className, audioId, title }: TileLinkProps) {
  const router = useRouter();
  const onOpened = use(TitleOpenedContext);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const props = useMemo(() => {
    const route = { to: '/audios/$id', params: { id: audioId } } as const;
    const preload = () => {
      void router.preloadRoute(route);
    };
    const preloadSoon = () => {
      clearTimeout(wait.current);
      wait.current = setTimeout(preload, HOVER_TIME);
    };
    return {
      href: router.history.createHref(router.buildLocation(route).publicHref),
      onClick: (event: MouseEvent) => {
        onOpened?.(audioId);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        clearTimeout(wait.current);
        void router.navigate(route);
      },
      onMouseEnter: preloadSoon,
      onMouseLeave: () => clearTimeout(wait.current),
      onFocus: preloadSoon,
      onBlur: () => clearTimeout(wait.current),
      onTouchStart: preload,
    };
  }, [router, audioId, onOpened, wait]);
  // A tile in a long list may be reused for another title, which the pointer did not choose.
  useEffect(() => () => clearTimeout(wait.current), [audioId]);
  return (
    <a id={id} className={className} {...props}>
      <bdi>{title}</bdi>
    </a>
  );
}
