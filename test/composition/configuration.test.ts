import { describe, expect, test } from 'vitest';
import { SUBSCRIBE_OFFER } from '../../src/domain/entitlement/play-decision.ts';
import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';

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
  test('takes the purchase link, or none (APP-32)', () => {
    const purchaseOf = (links: object) => {
      const decoded = decode({ ...DOCUMENT, links: { ...LINKS, ...links } });
      return decoded.ok ? decoded.value.links.purchase : decoded.error;
    };
    const purchase = 'https://shop.example/item?id={content_id}';
    expect(purchaseOf({ purchase })).toBe(purchase);
    expect(purchaseOf({})).toBeNull();
    expect(purchaseOf({ purchase: null })).toBeNull();
  });

  test('takes an offer, and else says the specified words and prices (ENT-79)', () => {
    const cognito = { userPoolId: 'us-west-2_Embedded01', clientId: 'client' };
    const offerOf = (offer?: unknown) => {
      const decoded = decodeConfiguration(JSON.stringify({ cognito, offer }), 'https://hark.invalid');
      return decoded.ok ? decoded.value.offer : decoded.error.field;
    };
    expect(offerOf()).toEqual(SUBSCRIBE_OFFER);
    expect(offerOf({ benefits: [] })).toEqual({ ...SUBSCRIBE_OFFER, benefits: [] });
    const plans = [{ name: 'Monthly', price: 3 }];
    expect(offerOf({ benefits: ['21 audiobooks'], plans })).toMatchObject({
      benefits: ['21 audiobooks'],
      plans: [{ name: 'Monthly', price: 3, pricePerMonth: null, saving: null, isPreselected: false }],
    });
    expect(offerOf({ plans: [{ name: 'Weekly', price: 1 }] })).toBe('offer.plans.0.name');
    expect(offerOf({ plans: [{ name: 'Annual', price: '69' }] })).toBe('offer.plans.0.price');
  });

  test('needs only the user pool: the API is the page’s own origin, in the default region (APP-23)', () => {
    expect(decode(DOCUMENT)).toMatchObject({
      ok: true,
      value: {
        apiUrl: ORIGIN,
        brand: 'Hark',
        cognito: { region: 'us-west-2', endpoint: null },
      },
    });
  });

  test('takes an API address of another origin and keeps its path (APP-24)', () => {
    const from = (apiUrl: string) => decode({ ...DOCUMENT, apiUrl });
    expect(from('https://api.example:8443/')).toMatchObject({
      ok: true,
      value: { apiUrl: 'https://api.example:8443', mediaOrigins: ['https://api.example:8443'] },
    });
    expect(from('https://api.example/some/path//')).toMatchObject({
      ok: true,
      value: { apiUrl: 'https://api.example/some/path', mediaOrigins: ['https://api.example'] },
    });
  });

  test.each([
    ['eu-west-1_Abc', undefined, 'eu-west-1'],
    ['eu-west-1_Abc', 'eu-west-1', 'eu-west-1'],
    ['eu-west-1_Abc', 'EU-WEST-1', 'EU-WEST-1'],
    ['a_b_c', undefined, 'us-west-2'],
    ['a_b_c', 'eu-west-1', 'eu-west-1'],
  ])('asks the pool %s with the region %s in %s (APP-26)', (userPoolId, named, region) => {
    expect(decode({ ...DOCUMENT, cognito: { clientId: 'client', userPoolId, region: named } })).toMatchObject(
      {
        ok: true,
        value: { cognito: { region } },
      },
    );
  });

  test('refuses a region that contradicts the pool id and names the field (APP-26)', () => {
    const cognito = { ...DOCUMENT.cognito, userPoolId: 'eu-west-1_Abc', region: 'us-west-2' };
    expect(decode({ ...DOCUMENT, cognito })).toEqual({
      ok: false,
      error: { field: 'cognito.region', message: 'The region must be that of the user pool id, eu-west-1' },
    });
  });

  test('gives null for every link that is absent (APP-31)', () => {
    const { links: _, ...rest } = DOCUMENT;
    const none = Object.fromEntries(Object.keys(LINKS).map((name) => [name, null]));
    expect(decode(rest)).toMatchObject({ ok: true, value: { links: none } });
    expect(decode({ ...rest, links: { mobileApp: null, help: 'https://help.example' } })).toMatchObject({
      ok: true,
      value: { links: { ...none, help: 'https://help.example' } },
    });
  });

  test('leaves every service off that is absent (APP-29)', () => {
    const off = { braze: null, amplitude: null, hostedLogin: null, mediaOrigins: [ORIGIN] };
    const defaults = { signUpConfirmation: 'code', sessionStore: 'local', storage: 'local' };
    expect(decode(DOCUMENT)).toMatchObject({ ok: true, value: { ...off, ...defaults } });
    const halves = {
      braze: { apiKey: 'key', htmlScripts: 'on' },
      amplitude: { zone: 'EU' },
      hostedLogin: null,
    };
    expect(decode({ ...DOCUMENT, ...halves })).toMatchObject({ ok: true, value: off });
  });

  test('turns on every service that is present (APP-30)', () => {
    const services = {
      braze: { apiKey: 'key', baseUrl: 'messages.example/x', htmlScripts: 'on' },
      amplitude: { apiKey: 'key', zone: 'EU', batch: 'on' },
      hostedLogin: { url: 'https://login.example' },
      mediaOrigins: ['https://covers.example/path', 'https://sound.example'],
      sessionStore: 'cookie',
      storage: 'indexeddb',
      signUpConfirmation: 'link',
    };
    expect(decode({ ...DOCUMENT, ...services })).toMatchObject({
      ok: true,
      value: {
        ...services,
        braze: { apiKey: 'key', baseUrl: 'https://messages.example/x', htmlScripts: true },
        amplitude: { apiKey: 'key', zone: 'EU', batch: true, serverUrl: null },
        mediaOrigins: ['https://covers.example', 'https://sound.example'],
      },
    });
  });

  test('uses the defaults of a service that has only its required fields (APP-29)', () => {
    const named = {
      braze: { apiKey: 'key', baseUrl: 'https://messages.example' },
      amplitude: { apiKey: 'key' },
    };
    expect(decode({ ...DOCUMENT, ...named })).toMatchObject({
      ok: true,
      value: {
        braze: { ...named.braze, htmlScripts: false },
        amplitude: { apiKey: 'key', serverUrl: null, zone: 'US', batch: false },
      },
    });
  });

  test('takes a pool id of up to 55 characters (APP-27)', () => {
    const pool = (userPoolId: string) =>
      decode({ ...DOCUMENT, cognito: { ...DOCUMENT.cognito, userPoolId } });
    expect(pool(`us-west-2_${'a'.repeat(45)}`).ok).toBe(true);
    expect(pool(`us-west-2_${'a'.repeat(46)}`)).toMatchObject({
      ok: false,
      error: { field: 'cognito.userPoolId', message: 'The user pool id must be at most 55 characters long' },
    });
  });

  test('reads addresses from a list, or from a text with spaces (APP-25)', () => {
    const mediaOrigins = ' https://covers.example/path  https://sound.example ';
    expect(decode({ ...DOCUMENT, mediaOrigins })).toMatchObject({
      ok: true,
      value: { mediaOrigins: ['https://covers.example', 'https://sound.example'] },
    });
  });

  test.each([
    ['cognito.region', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, region: 'us west;*' } }],
    ['mediaOrigins', { ...DOCUMENT, mediaOrigins: 7 }],
    ['braze.apiKey', { ...DOCUMENT, braze: { apiKey: ' ', baseUrl: 'https://messages.example' } }],
    ['braze.baseUrl', { ...DOCUMENT, braze: { apiKey: 'key', baseUrl: '' } }],
    ['braze.baseUrl', { ...DOCUMENT, braze: { apiKey: 'key', baseUrl: 'ftp://messages.example' } }],
    ['amplitude.apiKey', { ...DOCUMENT, amplitude: { apiKey: 1 } }],
    ['amplitude.zone', { ...DOCUMENT, amplitude: { apiKey: 'key', zone: 'Mars' } }],
    ['amplitude.batch', { ...DOCUMENT, amplitude: { apiKey: 'key', batch: true } }],
    ['hostedLogin.url', { ...DOCUMENT, hostedLogin: { url: 'javascript:alert(1)' } }],
    [
      'hostedLogin.providers',
      { ...DOCUMENT, hostedLogin: { url: 'https://login.example', providers: 'School' } },
    ],
    [
      'hostedLogin.providers.0',
      { ...DOCUMENT, hostedLogin: { url: 'https://login.example', providers: [' '] } },
    ],
    ['hostedLogin.button', { ...DOCUMENT, hostedLogin: { url: 'https://login.example', button: 'no' } }],
    ['hostedLogin', { ...DOCUMENT, hostedLogin: 'https://login.example' }],
    ['mediaOrigins.1', { ...DOCUMENT, mediaOrigins: ['https://covers.example', 'file:///etc'] }],
    ['sessionStore', { ...DOCUMENT, sessionStore: 'memory' }],
    ['storage', { ...DOCUMENT, storage: 5 }],
    ['signUpConfirmation', { ...DOCUMENT, signUpConfirmation: 'pigeon' }],
    ['cognito', { links: LINKS }],
    ['cognito.userPoolId', { ...DOCUMENT, cognito: { clientId: 'client' } }],
    ['cognito.userPoolId', { ...DOCUMENT, cognito: { userPoolId: 'nonsense', clientId: 'client' } }],
    ['cognito.userPoolId', { ...DOCUMENT, cognito: { userPoolId: 'us-west-2_a-b', clientId: 'client' } }],
    ['cognito.userPoolId', { ...DOCUMENT, cognito: { userPoolId: '_Embedded01', clientId: 'client' } }],
    ['cognito.clientId', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, clientId: ' ' } }],
    ['cognito.endpoint', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, endpoint: 'javascript:alert(1)' } }],
    ['cognito.authFlow', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, authFlow: 'password' } }],
    ['cognito.client', { ...DOCUMENT, cognito: { ...DOCUMENT.cognito, client: 'amplify' } }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 'ftp://files.example' }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 17 }],
    ['links.purchase', { ...DOCUMENT, links: { ...LINKS, purchase: 'https://shop.example/' } }],
    ['links.purchase', { ...DOCUMENT, links: { ...LINKS, purchase: 'javascript:buy({content_id})' } }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 'https://api.example/path?key=1' }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 'https://api.example/#path' }],
    ['apiUrl', { ...DOCUMENT, apiUrl: 'https://name:word@api.example' }],
    ['links.terms', { ...DOCUMENT, links: { ...LINKS, terms: 'data:text/html,x' } }],
    ['links', { ...DOCUMENT, links: 'https://example.com' }],
    ['brand', { ...DOCUMENT, brand: [] }],
  ])('names %s when it is wrong (APP-21)', (field, document) => {
    const decoded = decode(document);
    expect(decoded).toMatchObject({ ok: false, error: { field } });
  });

  test.each(['', '{', 'null', '[]', '"text"'])('is refused when it is %j (APP-21)', (json) => {
    expect(decodeConfiguration(json, ORIGIN).ok).toBe(false);
  });
});
