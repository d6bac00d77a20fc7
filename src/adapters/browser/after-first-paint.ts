import { whenIdle } from './when-idle.ts';

/**
 * Runs work when the page has been painted, everything that it began with has come, and the browser has nothing
 * better to do. A page that nobody looks at is not painted: its work waits.
 */
export const afterFirstPaint = (work: () => void): void => {
  const painted = () => {
    // The frame after the next one comes once the next one is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(work)));
  };
  if (document.readyState === 'complete') painted();
  else window.addEventListener('load', painted, { once: true });
};
