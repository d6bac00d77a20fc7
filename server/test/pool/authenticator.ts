import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What an authenticator and its browser do differently from a right one. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** False: the authenticator did not check who uses it. */
  readonly isVerified?: boolean;
  readonly isSynced?: boolean;
  readonly isBackedUp?: boolean;
  /** By how much the counter grows. */
  readonly step?: number;
  readonly userHandle?: string;
  readonly type?: string;
  /** The format of a statement about the authenticator, whose certificate nobody can read. */
  readonly statement?: string;
}

interface Made {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
  readonly isSynced: boolean;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const MAY_BACK_UP = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const hash = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url');

/** A platform authenticator in software, with the browser around it. It makes ES256 keys. */
export class Authenticator {
  private readonly made: Made[] = [];

  constructor(
    private readonly origin: string,
    /** 0: it does not count, as authenticators that sync. */
    private readonly counts = 0,
  ) {}

  /** The response of `navigator.credentials.create`, as JSON. */
  create(
    options: {
      readonly challenge: string;
      readonly rp: { readonly id?: string };
      readonly user: { readonly id: string };
    },
    deviation: Deviation = {},
  ) {
    const { isSynced = this.counts === 0 } = deviation;
    const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = base64url(randomBytes(32));
    const rpId = deviation.rpId ?? options.rp.id ?? '';
    const made: Made = { id, rpId, userHandle: options.user.id, key, counter: this.counts, isSynced };
    this.made.push(made);
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const rawId = Buffer.from(id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const authData = Buffer.concat([
      this.data(made, deviation, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      rawId,
      cose,
    ]);
    const { statement } = deviation;
    const attStmt = new Map<string, string | Uint8Array<ArrayBuffer>[]>(
      statement === undefined
        ? []
        : [
            ['ver', '2.0'],
            ['x5c', [new Uint8Array(64)]],
          ],
    );
    const attestationObject = isoCBOR.encode(
      new Map<string, string | typeof attStmt | Uint8Array<ArrayBuffer>>([
        ['fmt', statement ?? 'none'],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', options.challenge, deviation)),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
    };
  }

  /** The response of `navigator.credentials.get` by the newest passkey, as JSON. */
  get({ challenge }: { readonly challenge: string }, deviation: Deviation = {}) {
    const made = this.made.at(-1);
    if (made === undefined) throw new Error('This authenticator has no passkey.');
    made.counter += deviation.step ?? (this.counts === 0 ? 0 : 1);
    const authenticatorData = this.data(made, deviation, 0);
    const clientDataJSON = this.clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([authenticatorData, hash(clientDataJSON)]);
    return {
      id: made.id,
      rawId: made.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, made.key)),
        userHandle: deviation.userHandle ?? made.userHandle,
      },
      clientExtensionResults: {},
    };
  }

  private clientData(type: string, challenge: string, deviation: Deviation): string {
    return JSON.stringify({
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? this.origin,
      crossOrigin: false,
    });
  }

  private data(
    { rpId, counter, isSynced: wasSynced }: Made,
    { isVerified = true, isSynced = wasSynced, isBackedUp = isSynced, rpId: other = rpId }: Deviation,
    more: number,
  ): Buffer {
    const flags =
      USER_PRESENT |
      (isVerified ? USER_VERIFIED : 0) |
      (isSynced ? MAY_BACK_UP : 0) |
      (isBackedUp ? BACKED_UP : 0) |
      more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([hash(other), Buffer.from([flags]), count]);
  }
}
