import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodies, mayBeSlow } from '../../../server/http/slow-bodies.ts';

const server = Fastify();
limitBodies(server, { whole: 300, silent: 300 });
server.addContentTypeParser('text/slow', (_request, payload, done) => {
  payload.on('data', () => undefined).on('end', () => done(null));
});
server.post('/usual', async () => 'ok');
server.post('/large', { config: mayBeSlow }, async () => 'ok');

let origin = '';

beforeAll(async () => {
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Sends a body of ten bytes, one byte at each pause. @returns what came back until the connection ended */
function send(path: string, pause: number, bytes = 10): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let answer = '';
    let sent = 0;
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/slow\r\ncontent-length: 10\r\n\r\n`,
    );
    const timer = setInterval(() => {
      if (sent < bytes) socket.write('x');
      sent += 1;
    }, pause);
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

test('a body that takes too long ends its connection', async () => {
  expect(await send('/usual', 100)).toBe('');
  expect(await send('/usual', 5)).toContain('200 OK');
});

test('a large file may take longer, but not be silent', async () => {
  expect(await send('/large', 60)).toContain('200 OK');
  expect(await send('/large', 60, 5)).toBe('');
});
