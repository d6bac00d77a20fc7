import type { KeyValueStore } from '../../../ports/key-value-store.ts';

/** The tokens of whoever is signed in, as they stand in the store; unverified. */
export type HeldTokens = {
  readonly username: string;
  readonly idToken: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
};

// A remembered device outlives the session that remembered it (section 4).
const DEVICE_KEYS = ['.deviceKey', '.randomPasswordKey', '.deviceGroupKey'];

// A key of our own beside the library's: it stays for as long as the session does.
const HOSTED = 'hostedLogin';

/** What the tabs tell each other about a session; it goes with the session, or at the next sign-in. */
type Note = 'renewalFailures' | 'endedBecause';

const isDeviceKey = (key: string): boolean => DEVICE_KEYS.some((ending) => key.endsWith(ending));

/**
 * The sign-in library's keys in the browser's store, under the names that the library itself gives them.
 * What the store refuses is held for as long as the page lives.
 */
export class TokenStore {
  private readonly unstored = new Map<string, string>();
  private readonly prefix: string;

  constructor(
    private readonly store: KeyValueStore,
    clientId: string,
    /** Gives up what can be had again, where storage is full: a session that is not kept is lost at a reload. */
    private readonly makeRoom: () => void = () => undefined,
  ) {
    this.prefix = `CognitoIdentityServiceProvider.${clientId}.`;
  }

  /** Null when nobody is signed in: no user, or no token of theirs. */
  read(): HeldTokens | null {
    const username = this.get(this.lastUserKey);
    if (username === null || username === '') return null;
    const accessToken = this.get(`${this.prefix}${username}.accessToken`);
    const refreshToken = this.get(`${this.prefix}${username}.refreshToken`);
    if (accessToken === null && refreshToken === null) return null;
    return { username, idToken: this.get(`${this.prefix}${username}.idToken`), accessToken, refreshToken };
  }

  /** Whether whoever is signed in came by the hosted login. */
  isHosted(): boolean {
    const held = this.read();
    return held !== null && this.get(`${this.prefix}${held.username}.${HOSTED}`) !== null;
  }

  note(name: Note): string | null {
    return this.get(this.prefix + name);
  }

  setNote(name: Note, value: string | null): void {
    if (value === null) this.delete(this.prefix + name);
    else this.set(this.prefix + name, value);
  }

  /** Everything that is held under the library's keys. */
  entries(): readonly (readonly [string, string])[] {
    return this.keys().flatMap((key) => {
      const value = this.get(key);
      return value === null ? [] : [[key, value] as const];
    });
  }

  /** The access token that a set of entries would sign in with. */
  accessTokenIn(entries: readonly (readonly [string, string])[]): string | null {
    const values = new Map(entries);
    const username = values.get(this.lastUserKey);
    return (username === undefined ? null : values.get(`${this.prefix}${username}.accessToken`)) ?? null;
  }

  /**
   * What the library would have left for tokens that it did not fetch. A device that is remembered for this
   * listener is no part of such a session, and renewals that named it would be refused.
   */
  entriesFor(
    username: string,
    tokens: {
      readonly accessToken: string;
      readonly refreshToken: string | null;
      readonly idToken: string | null;
    },
  ): readonly (readonly [string, string])[] {
    const own = `${this.prefix}${username}.`;
    const issued = Object.entries(tokens).flatMap(([name, token]) =>
      token === null ? [] : [[own + name, token] as const],
    );
    const others = this.devices().filter(([key]) => !key.startsWith(own));
    return [...others, ...issued, [own + HOSTED, 'true'], [this.lastUserKey, username]];
  }

  /** What is remembered of devices, whoever is signed in. */
  devices(): readonly (readonly [string, string])[] {
    return this.entries().filter(([key]) => isDeviceKey(key));
  }

  /** Makes the store hold exactly `entries`. Who is signed in is written last. */
  replace(entries: readonly (readonly [string, string])[]): void {
    const kept = new Set(entries.map(([key]) => key));
    for (const key of this.keys()) if (!kept.has(key)) this.delete(key);
    const last = entries.filter(([key]) => key === this.lastUserKey);
    for (const [key, value] of [...entries.filter(([key]) => key !== this.lastUserKey), ...last]) {
      this.set(key, value);
    }
  }

  /** Forgets the session; the device stays remembered. */
  clearSession(): void {
    for (const key of this.keys()) if (!isDeviceKey(key)) this.delete(key);
  }

  /** Forgets everything that the library ever left here. */
  clearAll(): void {
    for (const key of this.keys()) this.delete(key);
  }

  /** Forgets everything because the service ended the session; the other tabs find the reason until the next sign-in. */
  clearEnded(reason: string): void {
    // Before the tokens go, which is what the other tabs hear of.
    this.setNote('endedBecause', reason);
    for (const key of this.keys()) if (key !== `${this.prefix}endedBecause`) this.delete(key);
  }

  private get lastUserKey(): string {
    return `${this.prefix}LastAuthUser`;
  }

  private keys(): readonly string[] {
    const stored = this.store.keys().filter((key) => key.startsWith(this.prefix));
    return [...new Set([...stored, ...this.unstored.keys()])];
  }

  private get(key: string): string | null {
    return this.unstored.get(key) ?? this.store.get(key);
  }

  private set(key: string, value: string): void {
    if (this.store.set(key, value).ok) {
      this.unstored.delete(key);
      return;
    }
    this.makeRoom();
    if (this.store.set(key, value).ok) this.unstored.delete(key);
    else this.unstored.set(key, value);
  }

  private delete(key: string): void {
    this.unstored.delete(key);
    this.store.delete(key);
  }
}
