import { lookup as lookupAll, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not the public internet (RFC 6890 and what uses these networks inside). */
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
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
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
