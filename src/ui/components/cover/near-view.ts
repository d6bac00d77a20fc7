import { useEffect, useRef, useState, type RefObject } from 'react';

const AHEAD = '400px';

type OnNear = () => void;

/** One observer for all pictures, because a page may hold hundreds. */
const waiting = new Map<Element, OnNear>();
let observer: IntersectionObserver | null = null;

const sharedObserver = (): IntersectionObserver => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) waiting.get(entry.target)?.();
      }
    },
    { rootMargin: AHEAD },
  );
  return observer;
};

/**
 * A ref for an element, and whether it has ever been in view or within 400 px of it.
 *
 * @param isKnownNear set if that is already known when the element renders first
 */
export function useNearView<Node extends Element>(isKnownNear = false): [RefObject<Node | null>, boolean] {
  const ref = useRef<Node>(null);
  const [isNear, setNear] = useState(isKnownNear);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isNear) return undefined;
    const stop = () => {
      waiting.delete(element);
      sharedObserver().unobserve(element);
    };
    waiting.set(element, () => {
      stop();
      setNear(true);
    });
    sharedObserver().observe(element);
    return stop;
  }, [isNear]);
  return [ref, isNear];
}
