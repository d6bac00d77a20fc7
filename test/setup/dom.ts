import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';

configure({
  // A busy machine needs a long timeout. A missing element is rare, so the timeout costs little.
  asyncUtilTimeout: 10_000,
  // React runs effects after a page has changed. Tests act only after these effects, like a listener.
  asyncWrapper: async (run: () => Promise<unknown>) => {
    const outcome = await run();
    await new Promise((resolve) => {
      // On a busy machine a timer alone would fire before the task in which React runs the effects.
      setTimeout(() => setImmediate(() => setTimeout(resolve)));
    });
    return outcome;
  },
  // Reports the missing element and the text of the page. The whole markup would fill the terminal.
  getElementError: (message, container) =>
    new Error(`${message?.split('\n\n')[0] ?? 'Not found'}\n\nThe page: ${container.textContent}`),
});

// All files of a worker share one DOM. A test that leads it away would fail the files that follow.
const address = window.location.href;
afterEach(() => {
  if (window.location.href === address) return;
  const led = window.location.href;
  window.location.href = address;
  throw new Error(`The test led the page to ${led}`);
});
