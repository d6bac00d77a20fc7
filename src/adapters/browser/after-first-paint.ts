import { whenIdle } from './when-idle.ts';

/**
 * Runs work after the page was painted and has loaded, when the browser is idle. A hidden page is not painted, so its
 * work waits.
 */
export const afterFirstPaint = (work: () => void): void => {
  const painted = () => {
    // The second frame callback runs after the first frame is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(work)));
  };
  if (document.readyState === 'complete') painted();
  else window.addEventListener('load', painted, { once: true });
};
