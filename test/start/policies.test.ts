import fc from 'fast-check';
import { expect, test } from 'vitest';
import { securityPolicy } from 'audio-streaming-provider/host/security-policy';
import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';
import { contentSecurityPolicy } from '../../src/start/content-security-policy.ts';

const address = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    'https://one.example/path',
    'http://127.0.0.1:4000',
    'messages.example',
    'h2+x://messages.example',
    'javascript:alert(1)',
    'https://a;b.example',
    'https://*',
    '',
    ' ',
  ),
);
/** The value of a field: an address, several, or anything else. */
const value = fc.oneof(
  { weight: 3, arbitrary: address },
  fc.array(address, { maxLength: 3 }).map((all) => all.join(' ')),
  fc.array(fc.oneof(address, fc.constant(null), fc.integer()), { maxLength: 3 }),
  fc.constantFrom(null, 7, true, {}, 'EU', 'us-west-2', ' eu-west-1 ', 'eu-west-1_Abc', 'us_west_2_Abc'),
);
const group = (fields: readonly string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] }),
    },
    value,
  );
const document = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        apiUrl: value,
        mediaOrigins: value,
        cognito: group(['region', 'userPoolId', 'endpoint']),
        hostedLogin: group(['url']),
        braze: group(['apiKey', 'baseUrl']),
        amplitude: group(['apiKey', 'serverUrl', 'zone']),
      },
      { requiredKeys: [] },
    ),
  },
  value,
);

/** The directives with their sources, sorted, without those that only one of the two can have. */
const opened = (policy: string): readonly string[] =>
  policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .map((directive) => directive.split(' ').toSorted().join(' '))
    .toSorted();

test('the page and the embedded host derive the same policy from every document (APP-35)', () => {
  fc.assert(
    fc.property(document, (configuration) => {
      expect(opened(contentSecurityPolicy(configuration))).toEqual(
        opened(securityPolicy('<html></html>', configuration)),
      );
    }),
    { numRuns: 2_000 },
  );
});

const cognito = fc.record(
  {
    region: fc.constantFrom('us-west-2', 'eu-west-1', ' EU-west-1 '),
    userPoolId: fc.constantFrom('us-west-2_Abc', 'eu-west-1_Abc', ' eu-west-1_Abc ', 'local_1', 'a_b_c'),
    endpoint: fc.constantFrom(null, 'https://pool.example/a/path', 'http://127.0.0.1:4000/pool'),
    clientId: fc.constant('client'),
  },
  { requiredKeys: ['userPoolId', 'clientId'] },
);
const readable = fc.record(
  {
    cognito,
    apiUrl: fc.constantFrom('https://api.example', 'https://api.example:8443/a/path/'),
    mediaOrigins: fc.constantFrom('https://one.example https://two.example/path', ['https://one.example']),
  },
  { requiredKeys: ['cognito'] },
);

const sources = (policy: string, directive: string): readonly string[] =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
    ?.split(' ') ?? [];

test('both allow every address that the page uses for its pool, API and media', () => {
  fc.assert(
    fc.property(readable, (document) => {
      const page = 'https://app.example';
      const decoded = decodeConfiguration(JSON.stringify(document), page);
      fc.pre(decoded.ok);
      const { region, endpoint } = decoded.value.cognito;
      const addresses = [endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, decoded.value.apiUrl];
      const own = (origin: string): string => (origin === page ? "'self'" : origin);
      for (const policy of [contentSecurityPolicy(document), securityPolicy('<html></html>', document)]) {
        expect(sources(policy, 'connect-src')).toEqual(
          expect.arrayContaining(addresses.map((address) => own(new URL(address).origin))),
        );
        expect(sources(policy, 'img-src')).toEqual(
          expect.arrayContaining(decoded.value.mediaOrigins.map(own)),
        );
      }
    }),
    { numRuns: 500 },
  );
});
