import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { linesOf } from '../lines.ts';
import { type AdminContext, type AdminOutput, type AdminRequest, runCommand } from './commands.ts';

/**
 * Only one process can use the embedded database. So a running provider runs the commands itself. It listens on
 * loopback, and writes its port and a key into a file that only its own user can read.
 */

const address = v.object({ port: v.number(), key: v.string() });
const body = v.object({ args: v.array(v.string()), input: v.string() });
const event = v.union([
  v.object({ line: v.string() }),
  v.object({ progress: v.string() }),
  v.object({ exit: v.number() }),
]);

const fileIn = (folder: string): string => join(folder, 'admin.json');

export interface AdminChannel {
  close(): Promise<void>;
}

/**
 * Starts to accept commands.
 *
 * @param folder the folder of the database
 */
export async function openChannel(folder: string, context: AdminContext): Promise<AdminChannel> {
  const key = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    void answer(request, response, key, context).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const listening = server.address();
  const port = listening === null || typeof listening === 'string' ? 0 : listening.port;
  writeFileSync(fileIn(folder), JSON.stringify({ port, key }), { mode: 0o600 });
  chmodSync(fileIn(folder), 0o600);
  return {
    async close() {
      rmSync(fileIn(folder), { force: true });
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  context: AdminContext,
): Promise<void> {
  const given = Buffer.from(request.headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${key}`);
  // The page of another site cannot send this header: the browser asks first, and gets no permission.
  if (request.method !== 'POST' || given.length !== right.length || !timingSafeEqual(given, right)) {
    response.writeHead(403).end();
    return;
  }
  const command = v.parse(body, await json(request));
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const send = (value: unknown): void => {
    response.write(`${JSON.stringify(value)}\n`);
  };
  let exit = 1;
  try {
    exit = await runCommand(
      context,
      command,
      { line: (line) => send({ line }), progress: (progress) => send({ progress }) },
      leaving.signal,
    );
  } catch (error) {
    send({ line: error instanceof Error ? error.message : String(error) });
  }
  response.end(`${JSON.stringify({ exit })}\n`);
}

/**
 * Sends a command to the provider that uses the folder.
 *
 * @returns the exit code; null if no provider responds
 */
export async function sendCommand(
  folder: string,
  command: AdminRequest,
  out: AdminOutput,
  signal: AbortSignal,
): Promise<number | null> {
  const found = readAddress(folder);
  if (found === null) return null;
  const response = await new Promise<IncomingMessage | null>((resolve) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port: found.port,
      method: 'POST',
      headers: { authorization: `Bearer ${found.key}`, 'content-type': 'application/json' },
    });
    request.once('response', resolve);
    request.once('error', () => resolve(null));
    request.end(JSON.stringify(command));
    signal.addEventListener('abort', () => request.destroy());
  });
  if (response === null || response.statusCode !== 200) return null;
  try {
    for await (const line of linesOf(response)) {
      const said = v.parse(event, JSON.parse(line));
      if ('exit' in said) return said.exit;
      if ('line' in said) out.line(said.line);
      else out.progress(said.progress);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  out.line(signal.aborted ? 'Interrupted.' : 'The provider ended before the command was done.');
  return 1;
}

function readAddress(folder: string) {
  try {
    return v.parse(address, JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
}
