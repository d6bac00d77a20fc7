import { describe, expect, test } from 'vitest';
import {
  readConfiguration,
  withOwnServices,
  writeConfiguration,
} from '../../../server/host/configuration.ts';

const page = (json: string): string =>
  `<!doctype html><head><script type="application/json" id="configuration">${json}</script></head><body></body>`;

const LINKS = { help: 'http://127.0.0.1:1/pages/help', terms: 'http://127.0.0.1:1/pages/terms' };
const OWN = { userPoolId: 'us-west-2_Embedded01', poolEndpoint: 'http://127.0.0.1:1/pool', links: LINKS };

describe('the configuration document of a page', () => {
  test('is read, and written back in the same place', () => {
    const html = page('{"brand":"A"}');
    expect(readConfiguration(html)).toEqual({ brand: 'A' });
    const written = writeConfiguration(html, { brand: '$& B' });
    expect(readConfiguration(written)).toEqual({ brand: '$& B' });
    expect(written.replaceAll(/\s/g, '')).toBe(page('{"brand":"$&B"}').replaceAll(/\s/g, ''));
  });

  test.each(['', '{', '[]', '"text"', 'null'])('that holds %j is left to the page to complain of', (json) => {
    expect(readConfiguration(page(json))).toBeNull();
  });

  test('cannot end its own element', () => {
    const hostile = { brand: '</script><script>alert(1)</script><!--' };
    const written = writeConfiguration(page('{}'), hostile);
    expect(written.match(/<\/script>/g)).toHaveLength(1);
    expect(readConfiguration(written)).toEqual(hostile);
  });
});

describe('what the document leaves open', () => {
  test('is filled in with the collectors, each by itself, unless the document says that it is off', () => {
    const amplitude = { apiKey: 'a', serverUrl: 'http://127.0.0.1:1/collect' };
    const braze = { apiKey: 'b', baseUrl: 'http://127.0.0.1:1/collect' };
    const own = { ...OWN, amplitude, braze };
    expect(withOwnServices({}, own)).toMatchObject({ amplitude, braze });
    const named = { amplitude: { apiKey: 'theirs' }, braze: null };
    expect(withOwnServices(named, own)).toMatchObject(named);
  });

  test('is filled in with the provider’s own pool', () => {
    expect(withOwnServices({}, OWN)).toEqual({ links: LINKS, cognito: { endpoint: OWN.poolEndpoint } });
    const named = { brand: 'A', cognito: { region: 'us-west-2', userPoolId: OWN.userPoolId } };
    expect(withOwnServices(named, OWN)).toEqual({
      brand: 'A',
      links: LINKS,
      cognito: { ...named.cognito, endpoint: OWN.poolEndpoint },
    });
  });

  test('is filled in with the provider’s own pages, each by itself, unless the document says that there is none', () => {
    const named = { links: { help: 'https://help.example', terms: null } };
    expect(withOwnServices(named, OWN)).toMatchObject(named);
    expect(withOwnServices({ links: { help: null } }, OWN)).toMatchObject({
      links: { ...LINKS, help: null },
    });
    expect(withOwnServices({ apiUrl: 'http://127.0.0.1:1' }, OWN)).toMatchObject({ links: LINKS });
    expect(withOwnServices({ links: 'none' }, OWN)).toMatchObject({ links: 'none' });
  });

  test.each([{ apiUrl: 'https://api.example' }, { cognito: { userPoolId: 'eu-central-1_Theirs' } }])(
    'has no pages of the provider in the document of another one: %j',
    (document) => {
      expect(withOwnServices(document, OWN)).not.toHaveProperty('links');
    },
  );

  test('is filled in with the hosted login where the provider offers it, beside its own pool only', () => {
    const own = { ...OWN, hostedLogin: 'http://127.0.0.1:1/pool/hosted' };
    expect(withOwnServices({}, own)).toMatchObject({ hostedLogin: { url: own.hostedLogin } });
    const named = { hostedLogin: { url: 'https://login.example' } };
    expect(withOwnServices(named, own)).toMatchObject(named);
    expect(withOwnServices({ cognito: { userPoolId: 'eu-central-1_Theirs' } }, own)).not.toHaveProperty(
      'hostedLogin',
    );
  });

  test('is left open where the document names another pool, and never overwrites what is there', () => {
    const foreign = { cognito: { userPoolId: 'eu-central-1_Theirs' } };
    expect(withOwnServices(foreign, OWN)).toEqual(foreign);
    const named = { cognito: { userPoolId: OWN.userPoolId, endpoint: 'https://pool.example' } };
    expect(withOwnServices(named, OWN)).toEqual({ ...named, links: LINKS });
  });
});
