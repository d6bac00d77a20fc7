import type { KeyValueStore } from '../../../ports/platform.ts';

/** The stored tokens of the signed-in listener. They are not verified. */
export type HeldTokens = {
  readonly username: string;
  readonly idToken: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
};

// A remembered device stays stored after its session has ended (SES-43).
const DEVICE_KEYS = ['.deviceKey', '.randomPasswordKey', '.deviceGroupKey'];

// The library does not use this key. It is deleted with the session.
const HOSTED = 'hostedLogin';

/** Notes that the tabs share about a session. They are deleted with the session, or at the next sign-in. */
type Note = 'renewalFailures' | 'endedBecause';

const isDeviceKey = (key: string): boolean => DEVICE_KEYS.some((ending) => key.endsWith(ending));

/** The start of the sign-in library's keys in the store. */
export const prefixOf = (clientId: string): string => `CognitoIdentityServiceProvider.${clientId}.`;

/**
 * Stores the sign-in library's entries in the browser, under the library's own keys. Entries that the store refuses
 * stay in memory until the page closes (SES-31).
 */
export class TokenStore {
  private readonly unstored = new Map<string, string>();
  private readonly prefix: string;

  constructor(
    private readonly store: KeyValueStore,
    clientId: string,
    /** Frees space in a full store by deleting data that can be requested again (SES-31). */
    private readonly makeRoom: () => void = () => undefined,
  ) {
    this.prefix = prefixOf(clientId);
  }

  /** Returns null if nobody is signed in: there is no user, or no token of this user (SES-32). */
  read(): HeldTokens | null {
    const username = this.get(this.lastUserKey);
    if (username === null || username === '') return null;
    const accessToken = this.get(`${this.prefix}${username}.accessToken`);
    const refreshToken = this.get(`${this.prefix}${username}.refreshToken`);
    if (accessToken === null && refreshToken === null) return null;
    return { username, idToken: this.get(`${this.prefix}${username}.idToken`), accessToken, refreshToken };
  }

  /** True if the signed-in listener used the hosted login. */
  isHosted(): boolean {
    const tokens = this.read();
    return tokens !== null && this.get(`${this.prefix}${tokens.username}.${HOSTED}`) !== null;
  }

  note(name: Note): string | null {
    return this.get(this.prefix + name);
  }

  setNote(name: Note, value: string | null): void {
    if (value === null) this.delete(this.prefix + name);
    else this.set(this.prefix + name, value);
  }

  /** Returns all entries under the library's keys. */
  entries(): readonly (readonly [string, string])[] {
    return this.keys().flatMap((key) => {
      const value = this.get(key);
      return value === null ? [] : [[key, value] as const];
    });
  }

  /** Returns the access token that `entries` contain, or null. */
  accessTokenIn(entries: readonly (readonly [string, string])[]): string | null {
    const values = new Map(entries);
    const username = values.get(this.lastUserKey);
    return (username === undefined ? null : values.get(`${this.prefix}${username}.accessToken`)) ?? null;
  }

  /**
   * Returns the entries that the library would have written for these tokens. Leaves out a remembered device of this
   * listener: the service would refuse a renewal that names a device of another session.
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

  /** Returns the entries of all remembered devices, of every listener. */
  devices(): readonly (readonly [string, string])[] {
    return this.entries().filter(([key]) => isDeviceKey(key));
  }

  /** Replaces all stored entries with `entries`. Writes the name of the signed-in user last. */
  replace(entries: readonly (readonly [string, string])[]): void {
    const stored = new Set(entries.map(([key]) => key));
    for (const key of this.keys()) if (!stored.has(key)) this.delete(key);
    const last = entries.filter(([key]) => key === this.lastUserKey);
    for (const [key, value] of [...entries.filter(([key]) => key !== this.lastUserKey), ...last]) {
      this.set(key, value);
    }
  }

  /**
   * Another tab has changed an entry, or all entries (null). The change is newer than what this page could not store.
   * A session of another listener replaces all of it.
   */
  changedElsewhere(key: string | null): void {
    if (key === null || key === this.lastUserKey) this.unstored.clear();
    else this.unstored.delete(key);
  }

  /** Deletes the session. The device stays remembered (SES-43). */
  clearSession(): void {
    for (const key of this.keys()) if (!isDeviceKey(key)) this.delete(key);
  }

  /** Deletes all entries of the library (ACC-38). */
  clearAll(): void {
    for (const key of this.keys()) this.delete(key);
  }

  /** Deletes everything but the reason for the end, which the other tabs show (SES-37). */
  clearEnded(reason: string): void {
    // Written first, because the other tabs react when the tokens are deleted.
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
