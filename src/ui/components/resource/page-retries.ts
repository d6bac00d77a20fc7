import type { RegisteredRouter } from '@tanstack/react-router';
import { RetrySchedule, type FailedPart } from './retry-schedule.ts';

/**
 * Creates the region that announces automatic recoveries. The region must exist before its first text. Otherwise the
 * browser does not announce that text.
 */
function createLiveRegion(): HTMLElement {
  const region = document.createElement('div');
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', 'polite');
  return document.body.appendChild(region);
}

let schedule: RetrySchedule | null = null;

function createSchedule(): RetrySchedule {
  const region = createLiveRegion();
  const created = new RetrySchedule({
    isPaused: () => document.hidden || !navigator.onLine,
    random: Math.random,
    recovered: () => {
      region.textContent = 'The page has loaded.';
    },
  });
  const onChange = () => {
    region.textContent = '';
    created.pauseChanged();
  };
  document.addEventListener('visibilitychange', onChange);
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return created;
}

/**
 * Retries failed parts of the current page automatically, in one schedule for all of them (CAT-13).
 *
 * @returns a function that stops the retries of this part
 */
export function retryByItself(router: RegisteredRouter, part: FailedPart): () => void {
  schedule ??= createSchedule();
  return schedule.add(router.state.location.state.__TSR_key ?? '', part);
}
