import { describe, expect, test } from 'vitest';
import { failed, ok } from '../../src/domain/result.ts';

describe('a result', () => {
  test('has the value, or the reason why there is none', () => {
    expect(ok(['track'])).toEqual({ ok: true, value: ['track'] });
    expect(failed({ kind: 'tracks-unavailable' })).toEqual({
      ok: false,
      error: { kind: 'tracks-unavailable' },
    });
  });
});
