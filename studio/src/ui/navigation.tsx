import { useBlocker, useParams, useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

// What views need of the router. Beside this file, only `studio.tsx`, which has the routes, imports it (lint).

export { Outlet } from '@tanstack/react-router';

/** The parameter `id` in the path of the page. Empty on a page without one. */
export const useIdOfPath = (): string => useParams({ strict: false }).id ?? '';

/** The path of the page, with the hash if there is one. */
export const useHere = (): string =>
  useRouterState({ select: ({ location }) => location.pathname + (location.hash && `#${location.hash}`) });

/** Whether the hash of the address names this element. */
export const useIsTarget = (id: string): boolean =>
  useRouterState({ select: ({ location }) => location.hash === id });

/** A way out of the page that waits. */
type HeldLeaving = { readonly proceed: () => void; readonly stay: () => void };

/**
 * Holds a way out of the page while `isHeld` says so. The browser itself asks before it closes or reloads the page.
 *
 * @returns the way out that waits for a decision; null if there is none
 */
export function useHeldLeaving(isHeld: () => boolean): HeldLeaving | null {
  const blocker = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true });
  return blocker.status === 'blocked' ? { proceed: blocker.proceed, stay: blocker.reset } : null;
}

type StudioLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** The whole path, such as `/studio/titles/1`. */
  readonly to: string;
};

/** Goes to a path of the studio without loading the page again. */
export function useGoTo(): (to: string) => void {
  const router = useRouter();
  return (to) => router.history.push(to);
}

/** A link to a page of the studio. */
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
