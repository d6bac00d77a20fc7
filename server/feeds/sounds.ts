import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../media/request.ts';
import { withCredentials } from './credentials.ts';
import { FetchError, type PublicAddresses, request as requestUpstream } from './fetch/request.ts';
import { changePin, findPin, type Pin, pinOf, savePin, type SoundFile } from './pins.ts';
import type { FeedsDatabase } from './tables.ts';

/** The file that a response is, or is a part of. */
function fileOf({ statusCode, headers }: IncomingMessage, url: string): SoundFile {
  const length =
    statusCode === 200
      ? headers['content-length']
      : /\/(?<length>\d+)$/u.exec(headers['content-range'] ?? '')?.groups?.['length'];
  return {
    url,
    length: length === undefined ? null : Number(length),
    etag: headers.etag ?? null,
    last_modified: dateIn(headers),
  };
}

/** Milliseconds. */
const THIS_MOMENT = 60_000;

/** The date of a file. A host that names the moment of its response says nothing about the file. */
function dateIn({ date = '', 'last-modified': modified }: IncomingMessage['headers']): string | null {
  const isNow = Math.abs(Date.parse(date) - Date.parse(modified ?? '')) < THIS_MOMENT;
  return isNow ? null : (modified ?? null);
}

/** True if nothing says that they are two files, and their address or their tag says that they are one. */
const isSameFile = (one: SoundFile, other: SoundFile): boolean =>
  agree(one.length, other.length) &&
  agree(one.etag, other.etag) &&
  agree(one.last_modified, other.last_modified) &&
  (one.url === other.url || (one.etag !== null && one.etag === other.etag));

const agree = (one: string | number | null, other: string | number | null): boolean =>
  one === null || other === null || one === other;

/** The tag of the host if it is a strong one, else one that is made of all that is known. */
const tagOf = ({ url, length, etag, last_modified }: SoundFile): string =>
  etag?.startsWith('"') === true
    ? etag
    : `"${createHash('sha256')
        .update(JSON.stringify([url, length, etag, last_modified]))
        .digest('base64url')}"`;

/** What a player needs to know of the sound. Nothing else of the host is passed on. */
const PASSED = ['content-length', 'content-range', 'last-modified'] as const;
const GOOD = new Set([200, 206, 416]);

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

/** The sound of an episode, and the address of the provider at which a listener requests it. */
export interface RequestedSound {
  readonly url: string;
  readonly credentials: string | null;
  readonly key: string;
  /** When the address of the provider expires, in epoch milliseconds. */
  readonly expires: number;
  readonly guard: (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

/** How often a request is made again, because another one has chosen the file meanwhile. */
const MOST_TRIES = 4;

/**
 * Sends the sound of an episode from its host, whole or by range. The listener's browser never meets the host.
 *
 * A host may send another file at each request, with other advertisements. So all responses at one address of the provider are
 * parts of one file, or there is none (CAT-182).
 */
export async function passSound(
  addresses: PublicAddresses,
  db: FeedsDatabase,
  sound: RequestedSound,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const passing = new Passing(addresses, db, sound, request, reply);
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const sent = await passing.attempt();
      if (sent !== null) return await sent[0];
    }
    return await refuse(reply, 502);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return refuse(reply, error.status === 404 || error.status === 410 ? 404 : 502);
  }
}

/** A reply that was sent, in a list because a reply is a promise. Null: another attempt is needed. */
type Sent = readonly [FastifyReply] | null;

class Passing {
  /** No part of the file is requested. */
  private isWhole = false;
  private readonly leaving = new AbortController();

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly db: FeedsDatabase,
    private readonly sound: RequestedSound,
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {
    reply.raw.once('close', () => this.leaving.abort());
  }

  async attempt(): Promise<Sent> {
    const { db, request, reply } = this;
    const { key, expires } = this.sound;
    const pin = await findPin(db, key);
    if (pin === null) return this.choose(null, null);
    if (expires < pin.expires) return [refuse(reply, 409)];
    if (request.headers.range === undefined && holdsTag(request, tagOf(pin))) {
      return [reply.code(304).header('etag', tagOf(pin)).send()];
    }
    const response = await this.ask(pin.url, pin).catch(noResponse);
    if (response !== null && isSameFile(pin, response.file)) {
      const { until } = pinOf(pin, expires, pin.is_whole);
      if (until > pin.until) await changePin(db, key, pin, { until });
      return this.send(response, pin);
    }
    response?.message.destroy();
    return this.choose(pin, response?.file ?? null);
  }

  /**
   * Asks at the address of the feed, and chooses the file that is there now.
   *
   * @param pin the file that was chosen before
   * @param found what is now at the address of this file
   */
  private async choose(pin: Pin | null, found: SoundFile | null): Promise<Sent> {
    const { db } = this;
    const { key, expires } = this.sound;
    const response = await this.ask(this.sound.url, pin);
    const { file, message, isPart } = response;
    if (pin !== null && isSameFile(pin, file)) {
      await changePin(db, key, pin, { url: file.url });
      return this.send(response, pin);
    }
    const is_whole = pin?.is_whole === true || (found !== null && !isSameFile(found, file));
    if (pin?.expires === expires) {
      message.destroy();
      await changePin(db, key, pin, { is_whole });
      return [refuse(this.reply, 409)];
    }
    const chosen = pinOf(file, expires, is_whole);
    this.isWhole ||= isPart && (is_whole || !meets(file, this.request.headers['if-range']));
    // A response that is no part of the file says nothing about it.
    const isChosen =
      !(isPart && this.isWhole) && (message.statusCode === 416 || (await savePin(db, key, chosen)));
    if (isChosen) return this.send(response, chosen);
    message.destroy();
    return null;
  }

  private async ask(url: string, pin: Pin | null): Promise<SoundResponse> {
    const { range, 'if-range': condition } = this.request.headers;
    const isWhole = this.isWhole || (pin !== null && (pin.is_whole || !meets(pin, condition)));
    const isPart = range !== undefined && !isWhole;
    const response = await requestUpstream(
      this.addresses,
      withCredentials(url, this.sound.credentials),
      isPart ? { range } : {},
      this.leaving.signal,
      this.request.method === 'HEAD' ? 'HEAD' : 'GET',
    );
    return { message: soundIn(response.message), file: fileOf(response.message, response.url), isPart };
  }

  private send({ message, isPart }: SoundResponse, pin: Pin): Sent {
    const { request, reply } = this;
    // A listener may pause for longer than a host may be silent.
    message.socket.setTimeout(0);
    for (const name of PASSED) {
      const value = message.headers[name];
      if (value !== undefined) void reply.header(name, value);
    }
    const { statusCode: status = 200, headers } = message;
    const given = headers['content-type'] ?? '';
    const hasNoParts = pin.is_whole || (isPart && status === 200);
    void reply
      .code(status)
      .type(/^audio\//iu.test(given) ? given : typeByEnding(request.url))
      .header('etag', tagOf(pin))
      .header('accept-ranges', hasNoParts ? 'none' : (headers['accept-ranges'] ?? 'bytes'));
    if (request.method !== 'HEAD') {
      return [reply.send(Readable.from(this.sound.guard(message), { objectMode: false }))];
    }
    message.destroy();
    return [reply.send()];
  }
}

interface SoundResponse {
  readonly message: IncomingMessage;
  readonly file: SoundFile;
  /** Only a part was requested. */
  readonly isPart: boolean;
}

/** @throws {FetchError} if the host sends no sound. A host that has lost a file often sends a page. */
function soundIn(message: IncomingMessage): IncomingMessage {
  const status = message.statusCode ?? 0;
  const isPage = status < 300 && /^(?:text|image)\//iu.test(message.headers['content-type'] ?? '');
  if (GOOD.has(status) && !isPage) return message;
  message.destroy();
  throw new FetchError('The host sends no sound.', null, status);
}

function noResponse(error: unknown): null {
  if (error instanceof FetchError) return null;
  throw error;
}

/** True if a listener wants a part of this file, or of any. */
const meets = (file: SoundFile, condition: unknown): boolean =>
  condition === undefined || condition === tagOf(file) || condition === file.last_modified;

export const typeByEnding = (url: string): string =>
  TYPES[/\.(?<ending>\w+)(?:\?|$)/u.exec(url)?.groups?.['ending'] ?? ''] ?? 'audio/mpeg';

const REFUSALS = {
  404: 'The host of this episode does not send it now.',
  409: 'The host of this episode sends another file now. Ask for a new address.',
  502: 'The host of this episode does not send it now.',
} as const;

const refuse = (reply: FastifyReply, status: keyof typeof REFUSALS): FastifyReply =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(REFUSALS[status]);
