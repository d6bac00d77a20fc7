import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressResponses } from '../../http/compression.ts';

let server: FastifyInstance;
const ENCODINGS = ['br', 'gzip', 'identity'];

beforeAll(() => {
  server = Fastify();
  compressResponses(server);
  for (const [path, text] of [
    ['/long', 'words '.repeat(1000)],
    ['/short', 'words'],
  ] as const) {
    server.get(path, (request, reply) => {
      reply.header('etag', '"version"');
      return request.headers['if-none-match'] === '"version"' ? reply.code(304).send() : reply.send(text);
    });
  }
});

afterAll(() => server.close());

const ask = async (url: string, encoding: string, held?: string) => {
  const { statusCode, headers } = await server.inject({
    url,
    headers: { 'accept-encoding': encoding, ...(held !== undefined && { 'if-none-match': held }) },
  });
  return { status: statusCode, tag: String(headers['etag']) };
};

test('each encoding of a response has an ETag of its own, and each is recognised', async () => {
  const tags = await Promise.all(ENCODINGS.map(async (encoding) => (await ask('/long', encoding)).tag));
  expect(new Set(tags).size).toBe(3);
  for (const [at, tag] of tags.entries()) {
    expect(await ask('/long', ENCODINGS[at] ?? '', tag)).toEqual({ status: 304, tag });
  }
  // Whoever holds it in one encoding and accepts another one gets the other one.
  expect(await ask('/long', 'gzip', tags[0])).toEqual({ status: 200, tag: tags[1] });
});

test('a response that is too short to be compressed has one ETag', async () => {
  for (const encoding of ENCODINGS) {
    expect(await ask('/short', encoding)).toEqual({ status: 200, tag: '"version"' });
    expect(await ask('/short', encoding, '"version"')).toEqual({ status: 304, tag: '"version"' });
  }
});
