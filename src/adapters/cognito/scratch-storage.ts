import type { ICognitoStorage } from 'amazon-cognito-identity-js';

/**
 * What the vendor's library believes to be the browser's storage during one exchange. It reads and
 * writes its tokens here; whether any of it is kept is decided when the exchange is over, so that a
 * late or unreadable answer can never overwrite a good session.
 */
export class ScratchStorage implements ICognitoStorage {
  private readonly values: Map<string, string>;

  constructor(values: Iterable<readonly [string, string]> = []) {
    this.values = new Map(values);
  }

  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }

  removeItem(key: string): void {
    this.values.delete(key);
  }

  clear(): void {
    this.values.clear();
  }

  entries(): readonly (readonly [string, string])[] {
    return [...this.values];
  }
}
