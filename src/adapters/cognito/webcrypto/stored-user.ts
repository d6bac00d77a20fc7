import { prefixOf } from '../session/token-store.ts';
import type { ScratchStorage } from '../scratch-storage.ts';

/** A remembered device, with the password that only this browser knows. */
export type StoredDevice = { readonly key: string; readonly group: string; readonly password: string };

export type Tokens = {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
};

/** The entries of one listener in the storage of an exchange, under the keys of the vendor's library. */
export class StoredUser {
  private readonly prefix: string;
  private readonly own: string;

  constructor(
    private readonly storage: ScratchStorage,
    clientId: string,
    readonly username: string,
  ) {
    this.prefix = prefixOf(clientId);
    this.own = `${this.prefix}${username}.`;
  }

  device(): StoredDevice | null {
    const key = this.storage.getItem(`${this.own}deviceKey`);
    const group = this.storage.getItem(`${this.own}deviceGroupKey`);
    const password = this.storage.getItem(`${this.own}randomPasswordKey`);
    return key === null || group === null || password === null ? null : { key, group, password };
  }

  rememberDevice({ key, group, password }: StoredDevice): void {
    this.storage.setItem(`${this.own}deviceKey`, key);
    this.storage.setItem(`${this.own}randomPasswordKey`, password);
    this.storage.setItem(`${this.own}deviceGroupKey`, group);
  }

  forgetDevice(): void {
    for (const name of ['deviceKey', 'randomPasswordKey', 'deviceGroupKey']) {
      this.storage.removeItem(this.own + name);
    }
  }

  tokens(): Partial<Tokens> {
    const accessToken = this.storage.getItem(`${this.own}accessToken`);
    const refreshToken = this.storage.getItem(`${this.own}refreshToken`);
    return { ...(accessToken !== null && { accessToken }), ...(refreshToken !== null && { refreshToken }) };
  }

  keep(tokens: Tokens): void {
    for (const [name, token] of Object.entries(tokens)) this.storage.setItem(this.own + name, token);
    this.storage.setItem(`${this.prefix}LastAuthUser`, this.username);
  }

  /** The listener whose entries the storage has; null if it has none. */
  static last(storage: ScratchStorage, clientId: string): StoredUser | null {
    const username = storage.getItem(`${prefixOf(clientId)}LastAuthUser`) ?? '';
    return username === '' ? null : new StoredUser(storage, clientId, username);
  }
}
