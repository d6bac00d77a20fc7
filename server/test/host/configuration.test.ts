import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfiguration, withOwnServices, writeConfiguration } from '../../host/configuration.ts';
import { securityPolicy } from '../../host/security-policy.ts';

const page = (json: string): string =>
  `<!doctype html><head><script type="application/json" id="configuration">${json}</script></head><body></body>`;

const LINKS = { help: 'http://127.0.0.1:1/pages/help', terms: 'http://127.0.0.1:1/pages/terms' };
const OWN = { userPoolId: 'us-west-2_Embedded01', poolEndpoint: 'http://127.0.0.1:1/pool', links: LINKS };

describe('the configuration document of a page', () => {
  test('is read, and written back at the same position', () => {
    const html = page('{"brand":"A"}');
    expect(readConfiguration(html)).toEqual({ brand: 'A' });
    const written = writeConfiguration(html, { brand: '$& B' });
    expect(readConfiguration(written)).toEqual({ brand: '$& B' });
    expect(written.replaceAll(/\s/g, '')).toBe(page('{"brand":"$&B"}').replaceAll(/\s/g, ''));
  });

  test.each(['', '{', '[]', '"text"', 'null'])(
    'with the content %j is left to the page, which reports it',
    (json) => {
      expect(readConfiguration(page(json))).toBeNull();
    },
  );

  test('cannot end its own element', () => {
    const hostile = { brand: '</script><script>alert(1)</script><!--' };
    const written = writeConfiguration(page('{}'), hostile);
    expect(written.match(/<\/script>/g)).toHaveLength(1);
    expect(readConfiguration(written)).toEqual(hostile);
  });
});

describe('a missing field of the document', () => {
  test('gets each collector, unless the document turns it off (APP-33)', () => {
    const amplitude = { apiKey: 'a', serverUrl: 'http://127.0.0.1:1/collect' };
    const braze = { apiKey: 'b', baseUrl: 'http://127.0.0.1:1/collect' };
    const own = { ...OWN, amplitude, braze };
    expect(withOwnServices({}, own)).toMatchObject({ amplitude, braze });
    const named = { amplitude: { apiKey: 'theirs' }, braze: null };
    expect(withOwnServices(named, own)).toMatchObject(named);
  });

  test('gets the provider’s offer, unless the document names one or another provider (ENT-79)', () => {
    const own = { ...OWN, offer: { benefits: [] } };
    expect(withOwnServices({}, own)).toMatchObject({ offer: { benefits: [] } });
    const named = { offer: { benefits: ['21 audiobooks'] } };
    expect(withOwnServices(named, own)).toMatchObject(named);
    expect(withOwnServices({ apiUrl: 'https://other.invalid' }, own)).not.toHaveProperty('offer');
  });

  test('gets the provider’s pool (APP-33)', () => {
    expect(withOwnServices({}, OWN)).toEqual({ links: LINKS, cognito: { endpoint: OWN.poolEndpoint } });
    const named = { brand: 'A', cognito: { region: 'us-west-2', userPoolId: OWN.userPoolId } };
    expect(withOwnServices(named, OWN)).toEqual({
      brand: 'A',
      links: LINKS,
      cognito: { ...named.cognito, endpoint: OWN.poolEndpoint },
    });
  });

  test('gets each page of the provider, unless the document says that there is none (APP-33)', () => {
    const named = { links: { help: 'https://help.example', terms: null } };
    expect(withOwnServices(named, OWN)).toMatchObject(named);
    expect(withOwnServices({ links: { help: null } }, OWN)).toMatchObject({
      links: { ...LINKS, help: null },
    });
    expect(withOwnServices({ apiUrl: 'http://127.0.0.1:1' }, OWN)).toMatchObject({ links: LINKS });
    expect(withOwnServices({ links: 'none' }, OWN)).toMatchObject({ links: 'none' });
  });

  test.each([{ apiUrl: 'https://api.example' }, { cognito: { userPoolId: 'eu-central-1_Theirs' } }])(
    'has no pages of the provider in the document of another one: %j (APP-33)',
    (document) => {
      expect(withOwnServices(document, OWN)).not.toHaveProperty('links');
    },
  );

  test('gets the hosted login if the provider offers it, and only with its own pool', () => {
    const hostedLogin = { url: 'http://127.0.0.1:1/pool/hosted', passkeys: 'only' } as const;
    const own = { ...OWN, hostedLogin };
    expect(withOwnServices({}, own)).toMatchObject({ hostedLogin });
    const named = { hostedLogin: { url: 'https://login.example' } };
    expect(withOwnServices(named, own)).toMatchObject(named);
    expect(withOwnServices({ cognito: { userPoolId: 'eu-central-1_Theirs' } }, own)).not.toHaveProperty(
      'hostedLogin',
    );
  });

  test('gets the providers at which people can sign in (SES-153)', () => {
    const hostedLogin = {
      url: 'http://127.0.0.1:1/pool/hosted',
      providers: ['Example School'],
      button: 'off',
    } as const;
    expect(withOwnServices({}, { ...OWN, hostedLogin })).toMatchObject({ hostedLogin });
  });

  test('stays missing if the document names another pool, and existing fields stay (APP-33)', () => {
    const foreign = { cognito: { userPoolId: 'eu-central-1_Theirs' } };
    expect(withOwnServices(foreign, OWN)).toEqual(foreign);
    const named = { cognito: { userPoolId: OWN.userPoolId, endpoint: 'https://pool.example' } };
    expect(withOwnServices(named, OWN)).toEqual({ ...named, links: LINKS });
  });
});

const sources = (directive: string, document: unknown, html = ''): readonly string[] =>
  securityPolicy(html, document)
    .split('; ')
    .map((each) => each.split(' '))
    .find(([name]) => name === directive)
    ?.slice(1) ?? [];

test('media come from the named origins, else from the API', () => {
  const apiUrl = 'https://api.example/v';
  expect(sources('img-src', { apiUrl })).toEqual(["'self'", 'data:', 'blob:', 'https://api.example']);
  for (const mediaOrigins of [
    'https://a.example https://b.example',
    ['https://a.example', 'https://b.example'],
  ]) {
    expect(sources('media-src', { apiUrl, mediaOrigins })).toEqual([
      "'self'",
      'blob:',
      'https://a.example',
      'https://b.example',
    ]);
  }
});

test('requests go to the API, the pool and the named vendors', () => {
  expect(sources('connect-src', { cognito: { region: 'us-west-2' } })).toEqual([
    "'self'",
    'https://cognito-idp.us-west-2.amazonaws.com',
  ]);
  expect(
    sources('connect-src', {
      apiUrl: 'https://api.example',
      cognito: { region: 'us-west-2', endpoint: 'https://pool.example/x' },
      hostedLogin: { url: 'https://login.example' },
      braze: { apiKey: 'k', baseUrl: 'messages.example' },
      amplitude: { apiKey: 'k', zone: 'EU' },
      feeds: ['https://feeds.example/a.xml'],
    }),
  ).toEqual([
    "'self'",
    'https://api.example',
    'https://pool.example',
    'https://login.example',
    'https://messages.example',
    'https://api.eu.amplitude.com',
    'https://feeds.example',
  ]);
});

test('inline code runs by its hash; a data block, or a script of its own file, needs none', () => {
  const html =
    '<script type="application/json">{}</script><script src="/a.js"></script><script type="module">a</script>' +
    '<style>b</style>';
  expect(sources('script-src', {}, html)).toEqual([
    "'self'",
    "'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='",
  ]);
  expect(sources('style-src', {}, html)).toEqual([
    "'self'",
    "'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='",
  ]);
});

test('no value of a document adds a directive, or allows every origin', () => {
  const strict = securityPolicy('', {});
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'https://a.example; script-src *',
      'https://*',
      '*',
      "'unsafe-inline'",
      'data:',
      'blob:',
      'javascript:1',
    ),
    fc.constantFrom('https://a.example\n', 'https://a;b', 'https://a,b', 'http://[', 'ftp://a.example'),
    fc.anything(),
  );
  fc.assert(
    fc.property(hostile, (value) => {
      const policy = securityPolicy('', {
        apiUrl: value,
        mediaOrigins: value,
        feeds: value,
        hostedLogin: { url: value },
        cognito: { endpoint: value },
      });
      expect(policy.split(';')).toHaveLength(strict.split(';').length);
      expect(policy).not.toContain('*');
      expect(policy).not.toContain('unsafe');
      expect(policy.match(/data:/g)).toHaveLength(1);
    }),
  );
});
