import type { ICognitoStorage } from 'amazon-cognito-identity-js';

/**
 * A temporary storage for the vendor's library during one exchange. The library reads and writes its tokens here. The
 * tokens are copied to the browser's storage only after the exchange, so that a late or unreadable response never
 * overwrites a valid session.
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
