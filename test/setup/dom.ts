import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/dom';

configure({
  // A busy machine is slow, and a missing element is rare.
  asyncUtilTimeout: 10_000,
  // Effects of React run after a page has changed: nobody uses the page before.
  asyncWrapper: async (run: () => Promise<unknown>) => {
    const outcome = await run();
    await new Promise((resolve) => {
      // On a busy machine a timer alone would fire before the task in which React runs the effects.
      setTimeout(() => setImmediate(() => setTimeout(resolve)));
    });
    return outcome;
  },
  // Names what was not found, and what the page says instead. The whole markup would fill the terminal.
  getElementError: (message, container) =>
    new Error(`${message?.split('\n\n')[0] ?? 'Not found'}\n\nThe page: ${container.textContent}`),
});
