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
const MEANT = 50;

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
        onOpened?.(audioId);
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
  }, [router, audioId, onOpened, wait]);
  // A tile in a long list may be reused for another title, which the pointer did not choose.
  useEffect(() => () => clearTimeout(wait.current), [audioId]);
  return (
    <a id={id} className={className} {...props}>
      <bdi>{title}</bdi>
    </a>
  );
}
