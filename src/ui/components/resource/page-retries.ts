import type { RegisteredRouter } from '@tanstack/react-router';
import { RetrySchedule, type FailedPart } from './retry-schedule.ts';

/** Says to a screen reader what came by itself; made before it is needed, or its first words would not be read. */
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
 * Asks again by itself for what failed on the page that is shown, in one schedule for all of it.
 *
 * @returns ends it
 */
export function retryByItself(router: RegisteredRouter, part: FailedPart): () => void {
  schedule ??= createSchedule();
  return schedule.add(router.state.location.state.__TSR_key ?? '', part);
}
