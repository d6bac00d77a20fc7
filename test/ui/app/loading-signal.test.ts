import { expect, test } from 'vitest';
import { signalOf } from '../../../src/ui/app/loading-signal.ts';

test('reads the stack of the abort reason once, so that no page stays in memory', () => {
  const controller = new AbortController();
  const signal = signalOf(controller);
  let reads = 0;
  const reason = Object.defineProperty(new Error('left'), 'stack', {
    get: () => {
      reads += 1;
      return '';
    },
  });
  expect(signal).toBe(controller.signal);
  expect(reads).toBe(0);

  controller.abort(reason);
  controller.abort(reason);

  expect(reads).toBe(1);
});
