import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf, serveMedia, type ServedMedia } from './served-media.ts';

let media: ServedMedia;

beforeAll(async () => {
  media = await serveMedia();
});

afterAll(async () => {
  await media.close();
});

describe('companion notes', () => {
  test('are a real PDF of two pages, the same every time', async () => {
    const response = await media.get('/media/pdf/tone-s5.pdf');
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
    expect(bytes.length).toBeLessThan(20_000);
    expect((await bytesOf(await media.get('/media/pdf/tone-s5.pdf'))).equals(bytes)).toBe(true);
  });

  test('may be cached only by their listener, while their address is valid', async () => {
    const { headers } = await media.get('/media/pdf/tone-s5.pdf');
    expect(headers.get('cache-control')).toBe('private, max-age=300');
  });

  test('need a signed address', async () => {
    expect((await media.get('/media/pdf/tone-s5.pdf?token=old')).status).toBe(403);
    expect((await media.get('/media/pdf/unknown.pdf')).status).toBe(404);
  });
});
