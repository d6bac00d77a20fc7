import type { ContentId } from '../../domain/catalogue/content.ts';
import type { ContentCache } from '../../ports/content-cache.ts';

/** A cache of answers by name, which count as fresh until they are expired by hand. */
export class MemoryContentCache implements ContentCache {
  /** Names of the answers that are held, in the order in which they came. */
  held: readonly string[] = [];
  clears = 0;
  purges = 0;
  private expired: ReadonlySet<string> = new Set();

  keep(name: string): void {
    this.expired = new Set([...this.expired].filter((other) => other !== name));
    this.held = [...this.held.filter((other) => other !== name), name];
  }

  /** What is held now has been held for too long. */
  expireAll(): void {
    this.expired = new Set(this.held);
  }

  forgetContent(id: ContentId): void {
    this.held = this.held.filter((name) => name !== `/content/${id}`);
  }

  clear(): void {
    this.clears += 1;
    this.held = [];
  }

  purgeExpired(): void {
    this.purges += 1;
    this.held = this.held.filter((name) => !this.expired.has(name));
  }
}
