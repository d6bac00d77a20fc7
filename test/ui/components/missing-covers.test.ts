// Proves CAT-46.
import { describe, expect, test } from 'vitest';
import { MissingCovers } from '../../../src/ui/components/cover/missing-covers.ts';

const setUp = () => {
  const clock = { now: 0 };
  return { clock, covers: new MissingCovers(() => clock.now) };
};

describe('missing covers', () => {
  test('are remembered for a minute', () => {
    const { clock, covers } = setUp();
    expect(covers.has('/a.svg')).toBe(false);
    covers.failed('/a.svg');
    clock.now = 59_999;
    expect(covers.has('/a.svg')).toBe(true);
    expect(covers.has('/b.svg')).toBe(false);
    clock.now = 60_000;
    expect(covers.has('/a.svg')).toBe(false);
  });

  test('are forgotten once they load', () => {
    const { covers } = setUp();
    covers.failed('/a.svg');
    covers.loaded('/a.svg');
    expect(covers.has('/a.svg')).toBe(false);
  });

  test('are remembered up to the latest two thousand', () => {
    const { covers } = setUp();
    for (let at = 0; at < 2_001; at += 1) covers.failed(`/${at}.svg`);
    expect(covers.has('/0.svg')).toBe(false);
    expect(covers.has('/1.svg')).toBe(true);
    expect(covers.has('/2000.svg')).toBe(true);
  });
});
