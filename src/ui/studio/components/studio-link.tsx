import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

type StudioLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** The whole path, such as `/studio/titles/1`. */
  readonly to: string;
};

/** Goes to a path of the studio without loading the page again. */
export function useGoTo(): (to: string) => void {
  const router = useRouter();
  return (to) => router.history.push(to);
}

/** A link to a page of the studio. The types of the router's own link are those of the app's routes. */
export function StudioLink({ to, onClick, children, ...rest }: StudioLinkProps) {
  const goTo = useGoTo();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || opensElsewhere) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

export const titlePath = (id: string): string => `/studio/titles/${encodeURIComponent(id)}`;
