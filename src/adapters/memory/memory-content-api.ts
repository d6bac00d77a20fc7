import type { Clock, Cancellation } from '../../ports/platform.ts';
import type {
  ContentApi,
  Departure,
  PageKey,
  PlaybackApi,
  FavoritesApi,
  UserApi,
  ApiFailure,
  ApiResult,
  ListeningApi,
  ContentCache,
} from '../../ports/content-api.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { MemoryContent, type MemoryContentSeed, pageOf, MemoryFaults } from './memory-content.ts';
import { type ContentId, type AuthorId, ContentType } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/page-sizes.ts';
import type { PlaybackReport, RoyaltyReport } from '../../domain/progress/reports.ts';
import { ok, failed } from '../../domain/result.ts';
import { toSeconds } from '../../domain/time.ts';
import { AS_SENT } from '../../domain/catalogue/arrangement.ts';
import { userId, type ProfileChanges } from '../../domain/account/user.ts';
import type { ListeningNumbers } from '../../domain/listening/listening-numbers.ts';

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

/** Listening in numbers, in memory. A provider does not offer it until `response` is set. */
export class MemoryListening implements ListeningApi {
  /** What the provider counted, or why it does not say. */
  response: ListeningNumbers | ApiFailure = { kind: 'not-found' };

  async numbers(): Promise<ApiResult<ListeningNumbers>> {
    return 'kind' in this.response ? failed(this.response) : ok(this.response);
  }
}

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

  async update(changes: ProfileChanges) {
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
    return this.faults.respond('users.exportData', undefined, () => ok({ account: this.content.user }));
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

/** The playback calls over a provider in memory, which records the reports. */
export class MemoryPlayback implements PlaybackApi {
  /** Every report of a position that arrived, in order. */
  reports: readonly PlaybackReport[] = [];
  /** Every royalty report that arrived, in order. */
  royalties: readonly RoyaltyReport[] = [];

  constructor(
    private readonly content: MemoryContent,
    private readonly faults: MemoryFaults,
    private readonly clock: Clock,
  ) {}

  async tokenize(url: string, cancellation?: Cancellation) {
    return this.faults.respond('playback.tokenize', cancellation, () => {
      const resolved = new URL(url, 'https://media.invalid');
      resolved.searchParams.set('token', 'memory');
      return ok(resolved.href);
    });
  }

  async playbackRecord(id: ContentId, cancellation?: Cancellation) {
    return this.faults.respond('playback.playbackRecord', cancellation, () =>
      ok(this.content.records.get(id) ?? null),
    );
  }

  async activeContent(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('playback.activeContent', cancellation, () => {
      const newestFirst = [...this.content.records].toReversed().flatMap(([id, record]) => {
        const item = record.isActive ? this.content.find(id) : null;
        return item === null ? [] : [item];
      });
      return ok(pageOf(newestFirst, PAGE_SIZES.activeContent, page));
    });
  }

  async reportPlayback(reports: readonly PlaybackReport[], departure?: Departure) {
    const save = () => {
      this.reports = [...this.reports, ...reports];
      for (const report of reports) this.remember(report);
      return ok(undefined);
    };
    return this.faults.respond('playback.reportPlayback', undefined, save, departure);
  }

  async reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure) {
    const save = () => {
      this.royalties = [...this.royalties, ...reports];
      return ok(undefined);
    };
    return this.faults.respond('playback.reportRoyalty', undefined, save, departure);
  }

  private remember(report: PlaybackReport): void {
    const isChaptered = 'chapterIndex' in report;
    this.content.records.delete(report.id);
    this.content.records.set(report.id, {
      isActive: true,
      type: report.contentType,
      chapterIndex: isChaptered ? report.chapterIndex : null,
      position: toSeconds(isChaptered ? report.chapterPosition : report.lastPosition),
      speed: report.speed,
      updatedAt: this.clock.now(),
    });
  }
}

/** A provider in memory. It pages, searches, stores favourites and positions, and fails on demand. */
export class MemoryContentApi implements ContentApi {
  /** What the provider has: change it, and the next call responds with it. */
  readonly content: MemoryContent;
  /** The calls that were made, and the failures and delays of the next ones. */
  readonly faults: MemoryFaults;
  readonly catalogue: MemoryCatalogue;
  readonly playback: MemoryPlayback;
  readonly users: MemoryUsers;
  readonly favorites: MemoryFavorites;

  constructor(seed: MemoryContentSeed, clock: Clock) {
    this.content = new MemoryContent(seed);
    this.faults = new MemoryFaults(clock);
    this.catalogue = new MemoryCatalogue(this.content, this.faults);
    this.playback = new MemoryPlayback(this.content, this.faults, clock);
    this.users = new MemoryUsers(this.content, this.faults);
    this.favorites = new MemoryFavorites(this.content, this.faults);
  }
}
