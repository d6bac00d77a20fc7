import { parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();

interface Made {
  readonly id: string;
  readonly url: string;
}

async function make(email: string, body: object): Promise<Made> {
  const client = await signedIn(provider().origin, email);
  const response = await client.post('/user/feeds', { name: 'car', ...body });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as Made;
}

const APP = { 'user-agent': 'Pod App/1.0' };
const ask = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { headers: { ...APP, ...headers } });

async function read(url: string) {
  const response = await ask(url);
  expect(response.status).toBe(200);
  return parseRssFeed(await response.text());
}

describe('x', () => {
  test('y', async () => {
    const { rows } = await (await import('kysely')).sql<{ id: string; content_type: number }>`
      select distinct on (content_type) id, content_type from items where parent_id is null and valid_from is null and valid_till is null order by content_type, id`.execute(provider().db);
    for (const { id, content_type } of rows) {
      const made = await make('annual@listener.test', { kind: 'item', id });
      const response = await ask(made.url);
      const xml = await response.text();
      console.log(content_type, [...response.headers].map((h) => h.join(': ')).join('\n'));
      console.log(xml.slice(0, 3500));
      const [, sound = ''] = /enclosure url="([^"]+)"/.exec(xml) ?? [];
      const got = await ask(sound, { range: 'bytes=0-99' });
      console.log(sound, got.status, [...got.headers].map((h) => h.join(': ')).join('\n'));
      await got.arrayBuffer();
    }
    for (const kind of ['saved', 'all']) {
      const made = await make('annual@listener.test', { kind });
      console.time(kind);
      const xml = await (await ask(made.url)).text();
      console.timeEnd(kind);
      console.log(kind, xml.length, (xml.match(/<item>/g) ?? []).length, /rel="next"/.test(xml));
      const free = await make('free@listener.test', { kind });
      const xml2 = await (await ask(free.url)).text();
      console.log(kind, xml2.length, (xml2.match(/<item>/g) ?? []).length, /rel="next"/.test(xml2));
    }
  });
});
