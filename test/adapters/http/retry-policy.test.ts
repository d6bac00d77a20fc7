// Proves SES-75, SES-76, SES-77.
import { describe, expect, test } from 'vitest';

import { pauseBeforeRetry } from '../../../src/adapters/http/retry-policy.ts';
import { instant } from '../../../src/domain/time.ts';
import type { ApiFailure } from '../../../src/ports/content-api.ts';

const NOW = instant(Date.UTC(2026, 0, 1, 12));

const pause = (
  kind: ApiFailure['kind'],
  { method = 'GET', retries = 0, random = 0, retryAfter = null as string | null } = {},
) => pauseBeforeRetry({ method, retries, failed: { failure: { kind }, retryAfter } }, NOW, () => random);

const afterHeader = (retryAfter: string | null) => pause('rate-limited', { retryAfter });

describe('the pause before another attempt', () => {
  test.each(['unreachable', 'server'] as const)('grows, with a random part of up to a third: %s', (kind) => {
    expect([pause(kind), pause(kind, { retries: 1 })]).toEqual([300, 900]);
    expect([pause(kind, { random: 0.5 }), pause(kind, { retries: 1, random: 0.5 })]).toEqual([350, 1050]);
  });

  test('is none after the second retry', () => {
    expect(pause('server', { retries: 2 })).toBeNull();
    expect(pause('rate-limited', { retries: 2, retryAfter: '1' })).toBeNull();
  });

  test.each(['POST', 'PUT'])('is none for a %s, which may have been carried out', (method) => {
    expect(pause('server', { method })).toBeNull();
    expect(pause('unreachable', { method })).toBeNull();
    expect(pause('rate-limited', { method, retryAfter: '1' })).toBe(1000);
  });

  test.each(['timeout', 'rejected', 'not-found', 'forbidden', 'malformed'] as const)(
    'is none if another attempt would change nothing: %s',
    (kind) => {
      expect(pause(kind)).toBeNull();
    },
  );

  test.each([
    ['0', 0],
    ['2', 2000],
    [' 1 ', 1000],
    ['3', null],
    ['10', null],
    ['Thu, 01 Jan 2026 12:00:01 GMT', 1000],
    ['Thu, 01 Jan 2026 12:00:02 GMT', 2000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['Thu, 01 Jan 2026 12:00:03 GMT', null],
    [null, null],
    ['', null],
    ['1.5', null],
    ['1 second', null],
    ['in 1', null],
    ['2026-01-01T12:00:01Z', null],
    ['on Thu, 01 Jan 2026 12:00:01 GMT', null],
    ['Thu', null],
  ])('for a Retry-After of %j is %j', (header, span) => {
    expect(afterHeader(header)).toBe(span);
  });
});
