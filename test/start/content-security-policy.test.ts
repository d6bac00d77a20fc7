import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../src/start/content-security-policy.ts';

/** The sources of one directive. */
function sources(directive: string, configuration: unknown): readonly string[] {
  const found = contentSecurityPolicy(configuration)
    .split('; ')
    .map((each) => each.split(' '))
    .find(([name]) => name === directive);
  if (!found) throw new Error(`no ${directive}`);
  return found.slice(1);
}

describe('the policy derived from the configuration document', () => {
  test('allows a frame of this origin for in-app messages if there is a messaging service', () => {
    const braze = { apiKey: 'k', baseUrl: 'sdk.example' };
    expect(contentSecurityPolicy({ braze })).toContain("; frame-src 'self';");
  });

  test('allows only the page itself for an empty document (APP-34)', () => {
    expect(contentSecurityPolicy({})).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " +
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
        "form-action 'self'; require-trusted-types-for 'script'; trusted-types workers",
    );
  });

  test("allows covers and media from the API's origin, unless media origins are configured (APP-34)", () => {
    const apiUrl = 'https://api.example.org/some/path';
    expect(sources('img-src', { apiUrl })).toEqual(["'self'", 'https://api.example.org', 'data:', 'blob:']);
    expect(
      sources('media-src', { apiUrl, mediaOrigins: ['https://a.example', 'https://b.example'] }),
    ).toEqual(["'self'", 'https://a.example', 'https://b.example', 'blob:']);
  });

  test('also reads media origins as space-separated text', () => {
    expect(sources('img-src', { mediaOrigins: 'https://a.example  https://b.example' })).toEqual(
      sources('img-src', { mediaOrigins: ['https://a.example', 'https://b.example'] }),
    );
  });

  test("connects to the pool's endpoint, else to the regional one", () => {
    const regional = { cognito: { region: 'us-west-2' } };
    expect(sources('connect-src', regional)).toContain('https://cognito-idp.us-west-2.amazonaws.com');
    const own = { cognito: { region: 'us-west-2', endpoint: 'http://127.0.0.1:4000/pool' } };
    expect(sources('connect-src', own)).toEqual(["'self'", 'http://127.0.0.1:4000']);
  });

  test('connects to each vendor that the document names (APP-34)', () => {
    const configuration = {
      apiUrl: 'https://api.example',
      hostedLogin: { url: 'https://login.example' },
      braze: { apiKey: 'k', baseUrl: 'sdk.messages.example' },
      amplitude: { apiKey: 'k', serverUrl: 'https://events.example/2/httpapi' },
    };
    expect(sources('connect-src', configuration)).toEqual([
      "'self'",
      'https://api.example',
      'https://login.example',
      'https://sdk.messages.example',
      'https://events.example',
    ]);
  });

  test("falls back to the zone's own server, and only with a key", () => {
    expect(sources('connect-src', { amplitude: { apiKey: 'k', zone: 'EU' } })).toContain(
      'https://api.eu.amplitude.com',
    );
    expect(sources('connect-src', { amplitude: { apiKey: 'k' } })).toContain('https://api2.amplitude.com');
    expect(sources('connect-src', { amplitude: { zone: 'EU' } })).toEqual(["'self'"]);
  });

  test.each([
    'https://a;sandbox',
    'https://*',
    'https://*.example',
    'javascript:alert(1)',
    'data:text/html,x',
    "https://a'b",
    'https://a,b',
    'no url',
    '//a.example',
    '',
  ])('allows nothing for %j (APP-36)', (apiUrl) => {
    expect(contentSecurityPolicy({ apiUrl })).toBe(contentSecurityPolicy({}));
  });

  test('has the same directives for every document', () => {
    const names = contentSecurityPolicy({})
      .split('; ')
      .map((each) => each.split(' ')[0]);
    const field = fc.oneof(fc.webUrl(), fc.string(), fc.jsonValue(), fc.array(fc.string()));
    fc.assert(
      fc.property(
        fc.record({
          apiUrl: field,
          mediaOrigins: field,
          cognito: fc.record({ endpoint: field }),
        }),
        (configuration) => {
          const directives = contentSecurityPolicy(configuration).split(';');
          expect(directives.map((each) => each.trim().split(' ')[0])).toEqual(names);
          for (const source of directives.flatMap((each) => each.trim().split(' ').slice(1))) {
            expect(source).toMatch(
              /^('self'|'none'|'script'|workers|data:|blob:|https?:\/\/[a-z0-9.:[\]-]+)$/,
            );
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
