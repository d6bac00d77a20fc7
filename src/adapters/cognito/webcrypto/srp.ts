// The secure remote password protocol (RFC 5054) in the variant of the user pool: 3072 bits, SHA-256, and a key that
// HKDF derives. Numbers are hashed as the shortest big-endian two's complement.

/** The prime of RFC 3526, group 15. */
export const PRIME = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74',
    '020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437',
    '4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05',
    '98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB',
    '9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718',
    '3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33',
    'A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864',
    'D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E2',
    '08E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);

const GENERATOR = 2n;
const utf8 = new TextEncoder();
// not translated: a value of the protocol
const INFO = utf8.encode('Caldera Derived Key');
const KEY_BITS = 128;
/** Bytes. As much as the vendor's library takes. */
const SECRET_LENGTH = 128;

type Bytes = Uint8Array<ArrayBuffer>;

const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../gu) ?? [], (digits) => Number.parseInt(digits, 16));

const toNumber = (bytes: Bytes): bigint =>
  BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);

/** The bytes that are hashed for a number that is not negative. A set top bit gets a zero byte before it. */
export const padded = (value: bigint): Bytes => {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return fromHex(/^[89a-f]/u.test(even) ? `00${even}` : even);
};

const joined = (...parts: readonly Bytes[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const toBase64 = (bytes: Bytes): string => btoa(String.fromCodePoint(...bytes));

const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);

const hash = async (...parts: readonly Bytes[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

/** A random number of so many bytes. */
const randomNumber = (length = SECRET_LENGTH): bigint =>
  toNumber(crypto.getRandomValues(new Uint8Array(length)));

const modulo = (value: bigint): bigint => ((value % PRIME) + PRIME) % PRIME;

const WINDOW = 4;

/** `base ** exponent mod PRIME`, four bits of the exponent at a time. Each group of bits costs the same multiplications. */
export const power = (base: bigint, exponent: bigint): bigint => {
  const powers = [1n];
  for (let at = 1; at < 2 ** WINDOW; at += 1) powers.push(modulo((powers[at - 1] ?? 1n) * base));
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    for (let bit = 0; bit < WINDOW; bit += 1) result = (result * result) % PRIME;
    result = (result * (powers[Number.parseInt(digit, 16)] ?? 1n)) % PRIME;
  }
  return result;
};

/** `x` of the protocol: the password with its salt. */
const passwordNumber = async (salt: bigint, realm: string, identity: string, password: string) =>
  toNumber(await hash(padded(salt), await hash(utf8.encode(`${realm}${identity}:${password}`))));

/** What the service sent for the proof of a password. */
export type ServerOffer = {
  /** `B` of the protocol. */
  readonly publicNumber: bigint;
  readonly salt: bigint;
  /** Base64. */
  readonly secretBlock: string;
};

/** One proof of a password: of a listener, or of a remembered device. */
export class PasswordProof {
  /** `A` of the protocol, hexadecimal. */
  readonly publicHex: string;

  /**
   * @param realm the name of the pool, or the group of the device
   * @param secret `a` of the protocol; a test gives its own
   */
  constructor(
    private readonly realm: string,
    private readonly secret: bigint = randomNumber(),
  ) {
    this.publicHex = power(GENERATOR, secret).toString(16);
  }

  /**
   * The signature that proves the password, base64.
   *
   * @throws {RangeError} for an offer that would make the key guessable
   */
  async signature(
    { publicNumber, salt, secretBlock }: ServerOffer,
    identity: string,
    password: string,
    timestamp: string,
  ): Promise<string> {
    const key = await this.sharedKey(
      publicNumber,
      await passwordNumber(salt, this.realm, identity, password),
    );
    const claim = joined(utf8.encode(this.realm + identity), fromBase64(secretBlock), utf8.encode(timestamp));
    const signing = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', signing, claim)));
  }

  private async sharedKey(publicNumber: bigint, x: bigint): Promise<ArrayBuffer> {
    if (publicNumber % PRIME === 0n) throw new RangeError('The service sent a number that proves nothing.');
    const ownNumber = BigInt(`0x${this.publicHex}`);
    const scrambler = await hash(padded(ownNumber), padded(publicNumber));
    const u = toNumber(scrambler);
    if (u === 0n) throw new RangeError('The numbers of this sign-in prove nothing.');
    const k = toNumber(await hash(padded(PRIME), padded(GENERATOR)));
    const base = modulo(publicNumber - k * power(GENERATOR, x));
    const shared = power(base, this.secret + u * x);
    const material = await crypto.subtle.importKey('raw', padded(shared), 'HKDF', false, ['deriveBits']);
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: padded(u), info: INFO };
    return crypto.subtle.deriveBits(derivation, material, KEY_BITS);
  }
}

/** What the service stores of a new device, and the password that this browser stores for it. All are base64. */
export const newDevicePassword = async (
  group: string,
  key: string,
): Promise<{ readonly password: string; readonly salt: string; readonly verifier: string }> => {
  const password = toBase64(crypto.getRandomValues(new Uint8Array(40)));
  const salt = randomNumber(16);
  const x = await passwordNumber(salt, group, key, password);
  return { password, salt: toBase64(padded(salt)), verifier: toBase64(padded(power(GENERATOR, x))) };
};
