import type { ContentId } from '../../domain/catalogue/content.ts';
import type { ContentCache } from '../../ports/content-cache.ts';

/** A cache of responses by name. They are valid until `expireAll`. */
export class MemoryContentCache implements ContentCache {
  /** The names of the stored responses, in order. */
  names: readonly string[] = [];
  /** How often everything was deleted. */
  clears = 0;
  /** How often the expired entries were deleted. */
  purges = 0;
  private expired: ReadonlySet<string> = new Set();

  /** Stores a response under a name, as the newest one. */
  store(name: string): void {
    this.expired = new Set([...this.expired].filter((other) => other !== name));
    this.names = [...this.names.filter((other) => other !== name), name];
  }

  /** Lets every stored response expire. */
  expireAll(): void {
    this.expired = new Set(this.names);
  }

  forgetContent(id: ContentId): void {
    this.names = this.names.filter((name) => name !== `/content/${id}`);
  }

  clear(): void {
    this.clears += 1;
    this.names = [];
  }

  purgeExpired(): void {
    this.purges += 1;
    this.names = this.names.filter((name) => !this.expired.has(name));
  }
}
