import { AS_SENT } from '../../domain/catalogue/arrangement.ts';
import { userId } from '../../domain/account/user.ts';
import { type AuthorId, type ContentId, ContentType } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { failed, ok } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/signal.ts';
import type { FavoritesApi, PageKey, UserApi } from '../../ports/content-api.ts';
import { type MemoryContent, pageOf } from './memory-content.ts';
import type { MemoryFaults } from './memory-faults.ts';

type LoginAttempt = { readonly email: string; readonly success: boolean };

/** The user calls over a provider in memory, which records sign-ins and password resets. */
export class MemoryUsers implements UserApi {
  private codes = 0;
  /** Every reported sign-in, in order. */
  loginAttempts: readonly LoginAttempt[] = [];
  /** The addresses for which a code was asked, in order. */
  passwordResets: readonly string[] = [];

  constructor(
    private readonly content: MemoryContent,
    private readonly faults: MemoryFaults,
  ) {}

  async me(cancellation?: Cancellation) {
    return this.faults.respond('users.me', cancellation, () => ok(this.content.user));
  }

  async update(changes: { readonly name?: string; readonly email?: string }) {
    return this.faults.respond('users.update', undefined, () => {
      this.content.user = { ...this.content.user, ...changes };
      return ok(undefined);
    });
  }

  async passwordChanged() {
    return this.faults.respond('users.passwordChanged', undefined, () => ok(undefined));
  }

  async requestPasswordReset(email: string) {
    return this.faults.respond('users.requestPasswordReset', undefined, () => {
      this.passwordResets = [...this.passwordResets, email];
      return ok(undefined);
    });
  }

  async createAccount({ email, name }: { readonly email: string; readonly name: string }) {
    return this.faults.respond('users.createAccount', undefined, () => {
      this.content.user = { ...this.content.user, id: userId(email), email, name };
      return ok(undefined);
    });
  }

  async recordLoginAttempt(attempt: LoginAttempt) {
    return this.faults.respond('users.recordLoginAttempt', undefined, () => {
      this.loginAttempts = [...this.loginAttempts, attempt];
      return ok(undefined);
    });
  }

  async purchased(page: PageKey | null, arrangement = AS_SENT, cancellation?: Cancellation) {
    return this.faults.respond('users.purchased', cancellation, () => {
      const bought = this.content.items((item) => item.isPurchased);
      return ok(this.content.arrangedPage(bought, PAGE_SIZES.purchases, page, arrangement));
    });
  }

  async exportData() {
    return this.faults.respond('users.exportData', undefined, () =>
      ok(JSON.stringify({ account: this.content.user }, null, 2)),
    );
  }

  async billingCode() {
    return this.faults.respond('users.billingCode', undefined, () => {
      this.codes += 1;
      return ok(`billing-code-${this.codes}`);
    });
  }
}

const PODCAST_TYPES: ReadonlySet<ContentType> = new Set([ContentType.PODCAST, ContentType.PODCAST_EPISODE]);

const saveIn = <Id>(favorites: Set<Id>, id: Id, isFavorite: boolean): void => {
  if (isFavorite) favorites.add(id);
  else favorites.delete(id);
};

/** The favourites calls over a provider in memory. */
export class MemoryFavorites implements FavoritesApi {
  constructor(
    private readonly content: MemoryContent,
    private readonly faults: MemoryFaults,
  ) {}

  async saveContent(id: ContentId, isFavorite: boolean) {
    return this.faults.respond('favorites.saveContent', undefined, () => {
      if (this.content.find(id) === null) return failed({ kind: 'not-found' });
      saveIn(this.content.favorites, id, isFavorite);
      return ok(undefined);
    });
  }

  async contents(
    { podcasts }: { readonly podcasts: boolean },
    page: PageKey | null,
    arrangement = AS_SENT,
    cancellation?: Cancellation,
  ) {
    return this.faults.respond('favorites.contents', cancellation, () => {
      const mine = [...this.content.favorites].flatMap((id) => {
        const item = this.content.find(id);
        return item === null || PODCAST_TYPES.has(item.type) !== podcasts ? [] : [item];
      });
      return ok(this.content.arrangedPage(mine, PAGE_SIZES.favorites, page, arrangement));
    });
  }

  async saveAuthor(id: AuthorId, isFavorite: boolean) {
    return this.faults.respond('favorites.saveAuthor', undefined, () => {
      if (!this.content.authors.some((author) => author.id === id)) return failed({ kind: 'not-found' });
      saveIn(this.content.favoriteAuthors, id, isFavorite);
      return ok(undefined);
    });
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('favorites.authors', cancellation, () => {
      const mine = this.content.authors.filter(({ id }) => this.content.favoriteAuthors.has(id));
      return ok(pageOf(mine, PAGE_SIZES.favorites, page));
    });
  }
}
