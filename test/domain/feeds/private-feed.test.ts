import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appLinks } from '../../../src/domain/feeds/private-feed.ts';
import { law } from 'audio-streaming-laws/laws';

describe('the links of an address to other apps', () => {
  test('are those that the apps publish', () => {
    const links = appLinks('https://hark.example/feeds/s3cret?a=1');
    expect(Object.fromEntries(links.map(({ app, address }) => [app, address]))).toEqual({
      'Apple Podcasts': 'podcast://hark.example/feeds/s3cret?a=1',
      Overcast: 'overcast://x-callback-url/add?url=https%3A%2F%2Fhark.example%2Ffeeds%2Fs3cret%3Fa%3D1',
      'Pocket Casts': 'pktc://subscribe/hark.example/feeds/s3cret?a=1',
      AntennaPod: 'antennapod-subscribe://hark.example/feeds/s3cret?a=1',
      Castro: 'castros://subscribe/hark.example/feeds/s3cret?a=1',
      'Another app': 'pcast://hark.example/feeds/s3cret?a=1',
    });
  });

  law('none is a web page, so no other host gets the secret (FEED-63)', [fc.webUrl()], (url) => {
    for (const { address } of appLinks(url)) expect(new URL(address).protocol).not.toMatch(/^https?:$/u);
  });
});
