import fc from 'fast-check';
import { expect, test } from 'vitest';
import { securityPolicy } from '../../../server/host/security-policy.ts';

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
