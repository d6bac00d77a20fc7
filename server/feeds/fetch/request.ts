import { lookup as lookupAll, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { authorizationOf, shownAddress, splitCredentials } from '../credentials.ts';

/** Networks that are not the public internet (the special-purpose registries of IANA, and what uses these networks inside). */
const RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
];

/** The host is not on the public internet, and not in a network that the operator allows. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** Decides which network addresses feeds may lead to. */
export class PublicAddresses {
  private readonly reserved = listOf(RESERVED);
  private readonly own: BlockList;

  /** @param ownNetworks addresses, or networks such as `192.168.0.0/16`, that are allowed although they are not public */
  constructor(ownNetworks: readonly string[]) {
    this.own = listOf(ownNetworks);
  }

  allows(address: string): boolean {
    const version = isIP(address);
    if (version === 0) return false;
    const mapped = /^::ffff:(?<plain>\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.groups?.['plain'];
    if (mapped !== undefined) return this.allows(mapped);
    const family = version === 6 ? 'ipv6' : 'ipv4';
    // An address with 32 bits inside one with 128, written in hexadecimal digits.
    if (family === 'ipv6' && /^::ffff:/iu.test(address)) return false;
    return this.own.check(address, family) || !this.reserved.check(address, family);
  }

  /** @throws {PrivateAddressError} for a host that is written as an address. A connection to one looks up no name. */
  checkHost(url: URL): void {
    const host = url.hostname.replace(/^\[(.*)\]$/u, '$1');
    if (isIP(host) !== 0 && !this.allows(host)) throw refusal(host);
  }

  /** Resolves names for connections. So the address that is checked is the one that is connected to. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    lookupAll(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) {
        callback(error, '');
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => this.allows(address))) {
        callback(refusal(host), '');
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

const refusal = (host: string): PrivateAddressError =>
  new PrivateAddressError(
    `${host} is not on the public internet. FEED_NETWORKS allows networks of your own.`,
  );

/** @throws if a text is neither an address nor a network */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Why a document could not be fetched, for the operator. */
export class FetchError extends Error {
  override readonly name = 'FetchError';

  constructor(
    message: string,
    /** The host asks for this pause, in milliseconds. */
    readonly retryAfter: number | null = null,
    /** The HTTP status of the response; null if there was no response. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

const MOST_REDIRECTS = 8;
/** Milliseconds until the headers have arrived, and the longest silence in a body. */
const SILENCE_MS = 15_000;
const AGENT = 'Hark/1.0 (podcast fetcher)';
/** For hosts that refuse what they do not know (CAT-137). */
const KNOWN_AGENT = 'Mozilla/5.0 (compatible; Hark/1.0; podcast fetcher)';
const REFUSED = new Set([403, 406]);

export interface HostResponse {
  readonly message: IncomingMessage;
  /** Where the response came from, after redirects. */
  readonly url: string;
  /** Where the document is from now on: after the permanent redirects. */
  readonly permanentUrl: string;
}

/**
 * Requests an address of the public internet, and follows redirects. Every redirect is checked like the first address. A
 * name and a password in the first address are sent to its origin alone, and are in no address of the response.
 *
 * @throws {FetchError}
 */
export async function request(
  addresses: PublicAddresses,
  start: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<HostResponse> {
  const first = webUrl(start);
  const authorization = authorizationOf(first);
  let { url } = splitCredentials(first.href);
  let permanentUrl = url;
  let isPermanent = true;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const target = webUrl(url);
    const isHome = authorization !== null && target.origin === first.origin;
    const sent = isHome ? { ...headers, authorization } : headers;
    let message = await requestOnce(addresses, target, sent, signal, method);
    if (REFUSED.has(message.statusCode ?? 0)) {
      message.destroy();
      message = await requestOnce(addresses, target, { ...sent, 'user-agent': KNOWN_AGENT }, signal, method);
    }
    const status = message.statusCode ?? 0;
    const { location } = message.headers;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) {
      return { message, url, permanentUrl };
    }
    message.destroy();
    if (!URL.canParse(location, url)) throw new FetchError('The host redirects to no address.');
    ({ url } = splitCredentials(new URL(location, url).href));
    isPermanent &&= status === 301 || status === 308;
    if (isPermanent) permanentUrl = url;
  }
  throw new FetchError('The host redirects in circles.');
}

/** @throws {FetchError} */
export function webUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    throw new FetchError(`"${shownAddress(text)}" is not an address with http or https.`);
  }
  return url;
}

async function requestOnce(
  addresses: PublicAddresses,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  method: string,
): Promise<IncomingMessage> {
  try {
    addresses.checkHost(url);
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const sent = send(url, {
        method,
        headers: { 'user-agent': AGENT, ...headers },
        lookup: addresses.lookup,
        timeout: SILENCE_MS,
        // A connection of its own: a shared one could have been opened before the addresses were checked.
        agent: false,
        signal,
      });
      sent.once('timeout', () => sent.destroy(new FetchError('The host was silent for 15 seconds.')));
      sent.once('error', reject);
      sent.once('response', resolve);
      sent.end();
    });
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError(reasonOf(error));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host is unknown.',
  EAI_AGAIN: 'The name of the host cannot be looked up now.',
  ECONNREFUSED: 'The host refuses connections.',
  ECONNRESET: 'The host ended the connection.',
  ETIMEDOUT: 'The host does not answer.',
  ABORT_ERR: 'It took too long.',
};

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? error.message;
}
