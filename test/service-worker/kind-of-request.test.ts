// Proves APP-50.
import { describe, expect, test } from 'vitest';
import { kindOfRequest } from '../../src/service-worker/kind-of-request.ts';

const ORIGIN = 'https://listen.example';
const kind = (path: string, destination = '', more: { method?: string; isPartial?: boolean } = {}) =>
  kindOfRequest(
    { method: 'GET', isPartial: false, destination, url: new URL(path, ORIGIN).href, ...more },
    ORIGIN,
  );

describe('kindOfRequest', () => {
  test.each(['/', '/login?from=%2F', '/audios/x#tracks', '/apiary', '/mediate', '/studios'])(
    '%s is the page',
    (path) => {
      expect(kind(path, 'document')).toBe('page');
    },
  );

  test('a file of the build is an asset, by its folder', () => {
    expect(kind('/assets/index-abc.js', 'script')).toBe('asset');
    expect(kind('/assets/index-abc.css', 'style')).toBe('asset');
  });

  test.each([
    ['/api/v2/browse', ''],
    ['/media/covers/item-x.svg', 'image'],
    ['/media/audio/x.mp3', 'audio'],
    ['/media/pdf/x.pdf', 'document'],
    ['/pages/terms', 'document'],
    ['/pool', ''],
    ['/studio', 'document'],
    ['/studio/titles/1', 'document'],
    ['/pool/oauth2/authorize', 'document'],
    ['/__faults/log', ''],
    ['/message.html', 'iframe'],
    ['/icon.svg', 'image'],
    ['/service-worker.js', 'serviceworker'],
    ['https://vendor.example/data/', ''],
    ['https://vendor.example/assets/x.js', 'script'],
    ['https://api.example/api/v2/browse', ''],
  ])('%s (%s) is other', (path, destination) => {
    expect(kind(path, destination)).toBe('other');
  });

  test('a request that changes data or asks for a range is other', () => {
    expect(kind('/', 'document', { method: 'POST' })).toBe('other');
    expect(kind('/assets/a.js', 'script', { isPartial: true })).toBe('other');
  });
});
