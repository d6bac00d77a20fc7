import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { failuresOf, loadBroken } from '../../../../test/contract/broken/run-broken.ts';

// Runs the suites of the studio's ports over adapters with one defect each.

const broken = await loadBroken(fileURLToPath(new URL('adapters.ts', import.meta.url)));

test('every port of the studio has a defective adapter', () => {
  expect(broken.length).toBeGreaterThan(5);
});

test.each(broken.map((each) => [each.name, each] as const))(
  'the suite reports the defect of %s',
  async (_name, each) => {
    expect(await failuresOf(each)).toContain(each.failure);
  },
);
