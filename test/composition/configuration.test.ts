import { describe, expect, test } from 'vitest';
import { decodeConfiguration } from '../../src/composition/configuration.ts';

const ORIGIN = 'https://app.example';

const LINKS = Object.fromEntries(
  ['help', 'privacy', 'terms', 'annual', 'monthly', 'mobileApp'].map((name) => [
    name,
    `https://example.com/${name}`,
  ]),
);

const DOCUMENT = {
  cognito: { userPoolId: 'us-west-2_Embedded01', clientId: 'client' },
  links: LINKS,
};

const decode = (document: unknown) => decodeConfiguration(JSON.stringify(document), ORIGIN);

describe('the configuration document', () => {
  test('needs little: the page is its own provider, in the default region', () => {
    expect(decode(DOCUMENT)).toMatchObject({
      ok: true,
      value: {
        apiUrl: ORIGIN,
        brand: 'Hark',
        cognito: { region: 'us-west-2', endpoint: null },
      },
    });
  });

  test('takes the API of another origin, whatever stands behind it', () => {
    const decoded = decode({ ...DOCUMENT, apiUrl: 'https://api.example:8443/' });
    expect(decoded).toMatchObject({ ok: true, value: { apiUrl: 'https://api.example:8443' } });
  });

  test.each([
    ['cognito', { links: LINKS }],
    ['cognito.userPoolId', { ...DOCUMENT, cognito: { clientId: 'client' } }],
    ['cognito.userPoolId', { ...DOCUMENT, cognito: { userPoolId: 'nonsense', clientId: 'client' } }],
    [
      'cognito.userPoolId',
      { ...DOCUMENT, cognito: { userPoolId: `us-west-2_${'a'.repeat(50)}`, clientId: 'client' } },
    ],
    ['cognito.clientId', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, clientId: ' ' } }],
    ['cognito.endpoint', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, endpoint: 'javascript:alert(1)' } }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 'ftp://files.example' }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 17 }],
    ['links.terms', { ...DOCUMENT, links: { ...LINKS, terms: 'data:text/html,x' } }],
    ['brand', { ...DOCUMENT, brand: [] }],
  ])('names %s when it is wrong', (field, document) => {
    const decoded = decode(document);
    expect(decoded).toMatchObject({ ok: false, error: { field } });
  });

  test.each(['', '{', 'null', '[]', '"text"'])('is refused when it is %j', (json) => {
    expect(decodeConfiguration(json, ORIGIN).ok).toBe(false);
  });
});
