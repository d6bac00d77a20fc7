import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { withServicesOf } from '../../scripts/vite/provider.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A provider that serves a page with the given document, in which `ORIGIN` stands for its own origin. */
async function providerOffering(document: string): Promise<string> {
  let origin = '';
  server = createServer((_, response) => {
    const inlined = document.replaceAll('ORIGIN', origin);
    response.end(`<script type="application/json" id="configuration">${inlined}</script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  return origin;
}

const PAGE = 'http://127.0.0.1:5173';

test("a provider's services fill what the document leaves absent, at the page's origin", async () => {
  const provider = await providerOffering('{"cognito":{"endpoint":"ORIGIN/pool"},"braze":{"apiKey":"k"}}');
  expect(await withServicesOf(provider, PAGE, { brand: 'Hark', cognito: { region: 'us-west-2' } })).toEqual({
    brand: 'Hark',
    cognito: { region: 'us-west-2', endpoint: `${PAGE}/pool` },
    braze: { apiKey: 'k' },
  });
});

test('what the document names stays', async () => {
  const provider = await providerOffering('{"cognito":{"endpoint":"ORIGIN/pool"}}');
  const document = { cognito: { endpoint: 'https://pool.example' } };
  expect(await withServicesOf(provider, PAGE, document)).toEqual(document);
});

test('a page without a document is an error that says so', async () => {
  server = createServer((_, response) => response.end('<p>hello</p>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(withServicesOf(`http://127.0.0.1:${port}`, PAGE, {})).rejects.toThrow(
    'no configuration document',
  );
});
