import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { mp3, tone } from '../library/support/make-audio.ts';
import { type OwnLibrary, addressOf, ownLibrary } from '../library/support/own-library.ts';
import { type StudioClient, member } from './studio-client.ts';

let library: OwnLibrary;
let studio: StudioClient;
let id = '';

const put = (path: string, body: Buffer, type = 'application/pdf') =>
  studio.call('PUT', path, body, { 'content-type': type });
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);
const files = () => readdirSync(join(library.dataDir, 'pdf'));

beforeAll(async () => {
  library = await ownLibrary();
  library.write('Book/1.mp3', await mp3(tone(1, 210)));
  id = (await library.import()).added[0]?.id ?? '';
  studio = (await member(library.provider, 'pat@listener.test', 'publisher')).studio;
}, 60_000);

test('a PDF is stored, served by range to signed addresses, replaced, kept by imports, and removed', async () => {
  expect(await put(`/titles/${id}/pdf`, pdf('one'))).toMatchObject({
    status: 200,
    body: {
      edited: ['pdf_url'],
      item: { pdf_url: expect.stringContaining(`/media/pdf/${id}.pdf`) as string },
    },
  });
  const url = (await studio.detail(id)).item.pdf_url ?? '';
  expect((await fetch(library.provider.origin + url)).status).toBe(403);
  const address = await addressOf(library, url);
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(await response.text()).toBe('%PDF-1.7\none');
  const part = await fetch(address, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PDF']);
  const tag = response.headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);

  await put(`/titles/${id}/pdf`, pdf('two'));
  const next = (await studio.detail(id)).item.pdf_url ?? '';
  expect(next).not.toBe(url);
  expect(await (await fetch(await addressOf(library, next))).text()).toBe('%PDF-1.7\ntwo');
  expect(files()).toHaveLength(1);

  library.write('Book/desc.txt', 'New.');
  await library.import();
  expect((await studio.detail(id)).item).toMatchObject({ pdf_url: next, description: 'New.' });

  expect((await studio.call('DELETE', `/titles/${id}/pdf`)).body).toMatchObject({ item: { pdf_url: null } });
  expect((await fetch(address)).status).toBe(404);
  expect(files()).toEqual([]);
});

test('two editors do not replace each other’s PDF (STU-37)', async () => {
  const path = `/titles/${id}/pdf`;
  const { version } = await studio.detail(id);
  const seen = { 'if-match': `"${version}"` };
  const send = (text: string) =>
    studio.call('PUT', path, pdf(text), { 'content-type': 'application/pdf', ...seen });
  expect((await send('mine')).status).toBe(200);
  const refused = await send('theirs');
  expect(refused.status).toBe(412);
  expect(refused.body).toMatchObject({
    error: { message: expect.stringContaining('has changed this title') as string },
  });
  expect((await studio.call('DELETE', path, undefined, seen)).status).toBe(412);
  const { pdf_url } = (await studio.detail(id)).item;
  expect(await (await fetch(await addressOf(library, pdf_url ?? ''))).text()).toContain('mine');
  expect(files()).toHaveLength(1);
  await studio.call('DELETE', path);
});

test('a PDF that is removed and added at the same time is there, or is not named', async () => {
  const path = `/titles/${id}/pdf`;
  for (let round = 0; round < 10; round += 1) {
    await put(path, pdf('same'));
    await Promise.all([put(path, pdf('same')), studio.call('DELETE', path), put(path, pdf('same'))]);
    const { pdf_url } = (await studio.detail(id)).item;
    expect(files()).toHaveLength(pdf_url === null ? 0 : 1);
  }
  await studio.call('DELETE', path);
});

test('anything else is refused, and leaves nothing', async () => {
  expect(await put(`/titles/${id}/pdf`, Buffer.from('<html>'))).toMatchObject({
    status: 422,
    body: { error: { message: 'This file is not a PDF.' } },
  });
  expect((await put(`/titles/${id}/pdf`, Buffer.from('%P'))).status).toBe(422);
  expect((await put(`/titles/${id}/pdf`, pdf('x'), 'text/plain')).status).toBe(415);
  expect((await put('/titles/none/pdf', pdf('x'))).status).toBe(404);
  expect((await put('/titles/..%2f..%2fx/pdf', pdf('x'))).status).toBe(404);
  expect(files()).toEqual([]);
});

test('more than 50 MB are refused', async () => {
  const large = Buffer.alloc(50 * 1024 * 1024 + 1);
  large.write('%PDF-');
  // The provider may close the connection before it has everything.
  const response = await put(`/titles/${id}/pdf`, large).catch(() => null);
  expect(response?.status ?? 413).toBe(413);
  expect(files()).toEqual([]);
  expect((await studio.detail(id)).item.pdf_url).toBeNull();
});
