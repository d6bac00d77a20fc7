import { startTransition, useEffect, useEffectEvent, useState, type ReactNode } from 'react';

/**
 * Loads a chunk of code once the code is needed. After a failure, it loads again the next time that the code is needed.
 * Screens have their own loader, `lazyComponent`, because the router preloads them.
 *
 * @param load imports the code; must be the same function at every render
 * @param isNeeded whether the code is needed now
 * @returns null until the code has loaded
 */
export function useLazy<Code>(
  load: () => Promise<Code>,
  isNeeded: boolean,
  onFailed?: () => void,
): Code | null {
  const [loaded, setLoaded] = useState<{ readonly code: Code } | null>(null);
  const fail = useEffectEvent(() => onFailed?.());
  const isMissing = isNeeded && loaded === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isUnmounted = false;
    const fetchCode = async () => {
      try {
        const code = await load();
        // React renders a transition in small slices, so it does not block the page.
        if (!isUnmounted) startTransition(() => setLoaded({ code }));
      } catch {
        if (!isUnmounted) fail();
      }
    };
    void fetchCode();
    return () => {
      isUnmounted = true;
    };
  }, [load, isMissing]);
  return loaded === null ? null : loaded.code;
}

type LazyProps<Part> = {
  readonly load: () => Promise<Part>;
  readonly isNeeded: boolean;
  readonly onFailed?: () => void;
  /** Shown until the component has loaded; nothing if absent. */
  readonly fallback?: ReactNode;
  readonly children: (part: Part) => ReactNode;
};

/** A component in a chunk of its own. */
export function Lazy<Part>({ load, isNeeded, onFailed, fallback = null, children }: LazyProps<Part>) {
  const part = useLazy(load, isNeeded, onFailed);
  return part === null ? fallback : children(part);
}
