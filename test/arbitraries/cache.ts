import * as fc from 'fast-check';
import type { CacheEntry, CachePayload } from '../../src/domain/catalogue/cache-policy.ts';
import { aText } from './text.ts';
import { anInstant } from './time.ts';

/** A cached response that expires at some instant. */
export const aCacheEntry = (): fc.Arbitrary<CacheEntry> => fc.record({ expiresAt: anInstant() });

/** The parameters of a call, with hostile names and values. */
export const aPayload = (): fc.Arbitrary<CachePayload> =>
  fc.dictionary(
    fc.oneof(fc.constantFrom('limit', 'next_page', 'cid', 'random', 'q'), aText()),
    fc.oneof(fc.integer(), fc.boolean(), aText(), fc.constant(undefined), fc.double()),
    { maxKeys: 6 },
  );

/** A path of the product API, below its base. */
export const aPath = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('/browse', '/search', '/content', '/content/1', '/trending', '/authors/', '/topics/3'),
    fc.webPath(),
  );
