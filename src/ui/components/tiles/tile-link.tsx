import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, type MouseEvent } from 'react';
import type { ContentId } from '../../../domain/catalogue/content.ts';

type TileLinkProps = {
  /** The element's own. */
  readonly id: string;
  readonly className: string | undefined;
  readonly audioId: ContentId;
  readonly title: string;
};

/** How long a pointer stays before a page is prepared, in milliseconds. */
const MEANT = 50;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  !event.defaultPrevented;

/**
 * A title that leads to its page. The router's own links watch where the listener is, to say that they lead there; a
 * page holds many tiles, and none of them needs to know.
 */
export function TileLink({ id, className, audioId, title }: TileLinkProps) {
  const router = useRouter();
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const props = useMemo(() => {
    const way = { to: '/audios/$id', params: { id: audioId } } as const;
    const prepare = () => {
      void router.preloadRoute(way);
    };
    const prepareSoon = () => {
      clearTimeout(wait.current);
      wait.current = setTimeout(prepare, MEANT);
    };
    return {
      href: router.history.createHref(router.buildLocation(way).publicHref),
      onClick: (event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        clearTimeout(wait.current);
        void router.navigate(way);
      },
      onMouseEnter: prepareSoon,
      onMouseLeave: () => clearTimeout(wait.current),
      onFocus: prepareSoon,
      onBlur: () => clearTimeout(wait.current),
      onTouchStart: prepare,
    };
  }, [router, audioId, wait]);
  // A tile in a long list becomes another title's: nobody pointed at that.
  useEffect(() => () => clearTimeout(wait.current), [audioId]);
  return (
    <a id={id} className={className} {...props}>
      <bdi>{title}</bdi>
    </a>
  );
}
