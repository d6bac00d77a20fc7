import { describe, expect, test } from 'vitest';

import type { MemoryCall } from '../../../src/adapters/memory/memory-content.ts';
import type { ApiResult, ContentApi } from '../../../src/ports/content-api.ts';
import { CATALOGUE_CALLS, testCatalogue } from './catalogue.ts';
import { FAVORITES_CALLS, testFavorites } from './favorites.ts';
import { PLAYBACK_CALLS, testPlayback } from './playback.ts';
import type { CallsOf, ContentApiFixture, ContentFeature, WireRequest } from './suite.ts';
import { testUsers, USER_CALLS } from './users.ts';

/** One call of the content API, with its form on the wire. */
export type ContentCall = {
  readonly name: MemoryCall;
  readonly route: string;
  readonly examples: readonly {
    readonly call: (api: ContentApi) => Promise<ApiResult<unknown>>;
    /** Path and query. */
    readonly address: string;
    readonly body: unknown;
  }[];
  readonly respond: (api: ContentApi, request: WireRequest) => Promise<ApiResult<unknown>>;
};

const callsOf = <Name extends keyof ContentApi>(
  part: Name,
  calls: CallsOf<ContentApi[Name]>,
): readonly ContentCall[] => {
  const names = Object.keys(calls) as (keyof ContentApi[Name] & string)[];
  return names.map((name) => ({
    name: `${part}.${name}` as MemoryCall,
    route: calls[name].route,
    examples: calls[name].examples.map(([call, address, body = null]) => ({
      call: async (api) => call(api[part]),
      address,
      body,
    })),
    respond: async (api, request) => calls[name].respond(api[part], request),
  }));
};

/** Every call of the content API. */
export const CONTENT_CALLS: readonly ContentCall[] = [
  ...callsOf('catalogue', CATALOGUE_CALLS),
  ...callsOf('playback', PLAYBACK_CALLS),
  ...callsOf('users', USER_CALLS),
  ...callsOf('favorites', FAVORITES_CALLS),
];

/** The query parameters of a call, or the fields of its body. One that an example leaves out is optional. */
export const parametersOf = ({
  route,
  examples,
}: ContentCall): readonly { readonly name: string; readonly isOptional: boolean }[] => {
  const used = examples.map(({ address, body }) => {
    if (route.startsWith('GET ')) return [...new URL(address, 'https://api.invalid').searchParams.keys()];
    const items: readonly unknown[] = Array.isArray(body) ? body : [body];
    return Object.keys(items[0] ?? {});
  });
  return [...new Set(used.flat())].map((name) => ({
    name,
    isOptional: !used.every((names) => names.includes(name)),
  }));
};

/**
 * The tests that every adapter of the content provider must pass.
 *
 * @param make makes a new provider for each test
 * @param without the features that this provider does not have
 */
export const describeContentApi = (
  name: string,
  make: () => Promise<ContentApiFixture>,
  without: readonly ContentFeature[] = [],
): void => {
  const provider = { make, has: (feature: ContentFeature): boolean => !without.includes(feature) };

  describe(`${name} is a ContentApi`, () => {
    test('has every call of the port', async () => {
      const { api } = await make();
      for (const { name: call } of CONTENT_CALLS) {
        const [part = '', method = ''] = call.split('.');
        const found: unknown = Reflect.get(Reflect.get(api, part) as object, method);
        expect(typeof found, `the call ${call} is missing`).toBe('function');
      }
    });

    testCatalogue(provider);
    testPlayback(provider);
    testUsers(provider);
    testFavorites(provider);

    test('fails as cancelled for a caller who no longer waits', async () => {
      const { api } = await make();
      const cancelled = AbortSignal.abort();
      expect(await api.catalogue.browse(cancelled)).toEqual({ ok: false, error: { kind: 'cancelled' } });
      expect(await api.users.me(cancelled)).toEqual({ ok: false, error: { kind: 'cancelled' } });
    });
  });
};
