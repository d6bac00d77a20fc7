import fc from 'fast-check';
import { expect, test } from 'vitest';
import { securityPolicy } from '../../server/host/security-policy.ts';
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
/** What may stand in a field: an address, several, or anything else. */
const value = fc.oneof(
  { weight: 3, arbitrary: address },
  fc.array(address, { maxLength: 3 }).map((all) => all.join(' ')),
  fc.array(fc.oneof(address, fc.constant(null), fc.integer()), { maxLength: 3 }),
  fc.constantFrom(null, 7, true, {}, 'EU', 'us-west-2'),
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
        feeds: value,
        cognito: group(['region', 'endpoint']),
        hostedLogin: group(['url']),
        braze: group(['apiKey', 'baseUrl']),
        amplitude: group(['apiKey', 'serverUrl', 'zone']),
      },
      { requiredKeys: [] },
    ),
  },
  value,
);

/** The directives and what each opens, in no order; without what only one of the two can hold. */
const opened = (policy: string): readonly string[] =>
  policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .map((directive) => directive.split(' ').toSorted().join(' '))
    .toSorted();

test('the page and the embedded host derive the same policy from every document', () => {
  fc.assert(
    fc.property(document, (configuration) => {
      expect(opened(contentSecurityPolicy(configuration))).toEqual(
        opened(securityPolicy('<html></html>', configuration)),
      );
    }),
    { numRuns: 2_000 },
  );
});
