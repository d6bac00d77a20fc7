import AuthenticationHelper from 'amazon-cognito-identity-js/lib/AuthenticationHelper.js';
import BigInteger from 'amazon-cognito-identity-js/lib/BigInteger.js';
import DateHelper from 'amazon-cognito-identity-js/lib/DateHelper.js';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { padded, PasswordProof, power, PRIME } from '../../../src/adapters/cognito/webcrypto/srp.ts';
import { timestampOf } from '../../../src/adapters/cognito/webcrypto/webcrypto-user.ts';

const theirs = (value: bigint): BigInteger => new Integer(value.toString(16), 16);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** The library is compiled to CommonJS, so its class stands below the default import. */
const classOf = <Class>(imported: Class): Class => {
  const inside: unknown = Reflect.get(Object(imported), 'default');
  return typeof inside === 'function' ? (inside as Class) : imported;
};

const Helper = classOf(AuthenticationHelper);
const Integer = classOf(BigInteger);
const Dates = classOf(DateHelper);

type Proof = {
  readonly realm: string;
  readonly secret: bigint;
  readonly publicNumber: bigint;
  readonly salt: bigint;
  readonly identity: string;
  readonly password: string;
  readonly secretBlock: Buffer;
};

/** The vendor's signature, made of its own key. */
const vendorSignature = ({ realm, secret, publicNumber, salt, identity, password, secretBlock }: Proof) => {
  const helper = new Helper(realm);
  helper.smallAValue = theirs(secret);
  helper.calculateA(helper.smallAValue, (_error, value) => {
    helper.largeAValue = value;
  });
  let key: Uint8Array = new Uint8Array();
  helper.getPasswordAuthenticationKey(
    identity,
    password,
    theirs(publicNumber),
    theirs(salt),
    (_error, derived) => {
      key = derived;
    },
  );
  const claim = Buffer.concat([Buffer.from(realm + identity), secretBlock, Buffer.from(TIMESTAMP)]);
  const signature = createHmac('sha256', key).update(claim).digest('base64');
  return { publicHex: helper.largeAValue.toString(16), signature };
};

const TIMESTAMP = 'Sun Nov 9 03:05:12 UTC 2026';

const ourSignature = async (given: Proof) => {
  const proof = new PasswordProof(given.realm, given.secret);
  const offer = {
    publicNumber: given.publicNumber,
    salt: given.salt,
    secretBlock: given.secretBlock.toString('base64'),
  };
  return {
    publicHex: proof.publicHex,
    signature: await proof.signature(offer, given.identity, given.password, TIMESTAMP),
  };
};

/** Numbers with every length of bytes: odd digits, zeros at the start, a set top bit. */
const numberBelow = (bits: bigint) => fc.bigInt({ min: 1n, max: (1n << bits) - 1n });

describe('the password proof on WebCrypto', () => {
  test('is the one of the vendor’s library, for drawn numbers (SES-145)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          realm: fc.stringMatching(/^[\w-]{1,12}$/),
          secret: numberBelow(256n),
          publicNumber: fc.oneof(fc.bigInt({ min: 1n, max: PRIME - 1n }), numberBelow(3000n)),
          salt: fc.oneof(numberBelow(128n), numberBelow(120n), fc.constant(0x80n), fc.constant(0n)),
          identity: fc.uuid(),
          password: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
          secretBlock: fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
        }),
        async (given) => {
          expect(await ourSignature(given)).toEqual(vendorSignature(given));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  test.each([0n, 1n, 0x7fn, 0x80n, 0xffn, 0x100n, 0xabcn, 0x8000n, PRIME, PRIME - 1n])(
    'hashes the same bytes for %i as the library',
    (value) => {
      const helper = new Helper('pool');
      expect(hexOf(padded(value))).toBe(helper.padHex(new Integer(value.toString(16), 16)).toLowerCase());
    },
  );

  test('computes powers as repeated multiplication does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: PRIME - 1n }), fc.nat(300), (base, exponent) => {
        let expected = 1n;
        for (let at = 0; at < exponent; at += 1) expected = (expected * base) % PRIME;
        expect(power(base, BigInt(exponent))).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  test.each([0n, PRIME, PRIME * 2n])(
    'refuses a public number that is a multiple of the prime',
    async (number) => {
      const offer = { publicNumber: number, salt: 1n, secretBlock: '' };
      await expect(new PasswordProof('pool', 7n).signature(offer, 'sub', 'x', TIMESTAMP)).rejects.toThrow(
        'proves nothing',
      );
    },
  );

  test('refuses numbers whose hash is zero', async () => {
    const zero = async () => new ArrayBuffer(32);
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(zero);
    const offer = { publicNumber: 5n, salt: 1n, secretBlock: '' };
    await expect(new PasswordProof('pool', 7n).signature(offer, 'sub', 'x', TIMESTAMP)).rejects.toThrow(
      'prove nothing',
    );
  });

  test('writes the time as the library does, in English and UTC', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (at) => {
          vi.setSystemTime(at);
          expect(timestampOf(new Date())).toBe(new Dates().getNowString());
        },
      ),
    );
    vi.useRealTimers();
  });
});
