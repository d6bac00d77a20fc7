import type { ContentCache } from '../../ports/content-cache.ts';

/** A cache of nothing, which counts what it was asked to forget. */
export class MemoryContentCache implements ContentCache {
  clears = 0;
  purges = 0;

  clear(): void {
    this.clears += 1;
  }

  purgeExpired(): void {
    this.purges += 1;
  }
}
