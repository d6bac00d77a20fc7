import type { Started } from '../../src/composition/start.ts';
import { type Account, ask, Books, type Point, SAME_MOMENT } from './books.ts';
import { BrowserLocks, Channels } from './model/between-tabs.ts';
import { BEGINNING, soundAt, TITLES, trackAt } from './model/catalogue.ts';
import { BrowserFiles } from './model/files.ts';
import { type Call, Network } from './model/network.ts';
import { type Client, entryOf, Page } from './model/page.ts';
import { Pool } from './model/pool.ts';
import { type SentResponse, contentsIn, Member, Provider, royaltiesIn } from './model/provider.ts';
import { BrowserStorage, TabStorage } from './model/storage.ts';
import { settled, Timeline } from './model/timeline.ts';
import type { SimulatedAudio } from './model/audio.ts';
import { Random } from './random.ts';
import type { Rule, State } from './rules.ts';

/** A breach of a rule. */
export type Problem = { readonly rule: Rule; readonly words: string; readonly at: number };

type Services = Started['services'];

const CLIENT_ID = 'sim';
const TOKENS = `CognitoIdentityServiceProvider.${CLIENT_ID}.`;
const LAST_USER = `${TOKENS}LastAuthUser`;

/** Milliseconds. Two tabs may sound together for this long, until the message of the newer tab has arrived. */
const OVERLAP = 2_000;

const FASTEST = 2.5;

/** Milliseconds. A slower response does not correct the clock of its page (APP-56). */
const QUICK = 5_000;

/** Milliseconds. A correction that is kept may differ from the error of the clock by this much (APP-56, APP-68). */
const WORST_CORRECTION = 12_000;

/** Statuses that mean that the listener does not exist. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** A steady sound moves the player about this often, in milliseconds (PLAY-116). */
const MOVED_EVERY = 1000;

/** A page that plays saves its position at least this often, in milliseconds (PROG-9). */
const SAVED_EVERY = 1000;

/** Milliseconds. A sound may start this long after its tab has told the other tabs. */
const APART = 120_000;

/** The most characters that a browser may store, without cached responses. */
const MOST_STORED = 400_000;

export type WorldOptions = {
  readonly seed: number;
  readonly client: Client;
  /** By how much the clock of each device is wrong, in milliseconds. */
  readonly clockErrors: readonly number[];
  readonly listeners: number;
  /** The client of the user pool. `vendor` by default. */
  readonly signIn?: 'vendor' | 'webcrypto' | undefined;
};

/** Devices, listeners, a provider and a user pool in one virtual time. */
export class World {
  /** A description of everything that happens; null if nobody needs it. */
  static trace: string[] | null = null;
  readonly timeline = new Timeline(BEGINNING);
  readonly random: Random;
  readonly books = new Books();
  readonly pool: Pool;
  readonly provider: Provider;
  readonly devices: readonly Device[];
  readonly client: Client;
  readonly counts = new Map<string, number>();
  readonly problems: Problem[] = [];
  /** Calls with royalties that the next rest has to compare. */
  royaltyCalls: Call[] = [];
  build = 1;
  readonly seed: number;
  private readonly signIn: 'vendor' | 'webcrypto';

  constructor({ seed, client, clockErrors, listeners, signIn = 'vendor' }: WorldOptions) {
    this.seed = seed;
    this.signIn = signIn;
    this.random = new Random(seed);
    this.client = client;
    this.pool = new Pool(
      new Random(seed + 1),
      (email) => [...this.provider.members.values()].find((member) => member.email === email)?.id ?? null,
    );
    this.provider = new Provider(this.pool);
    for (let number = 1; number <= listeners; number += 1) {
      const id = `listener-${String(number)}`;
      this.provider.members.set(id, new Member(id, `${id}@listener.test`));
    }
    this.devices = clockErrors.map((error, at) => new Device(this, `device ${String(at + 1)}`, error));
  }

  get configuration(): string {
    return JSON.stringify({
      apiUrl: 'https://api.sim',
      cognito: {
        userPoolId: 'us-west-2_simulated',
        clientId: CLIENT_ID,
        endpoint: 'https://pool.sim/',
        client: this.signIn,
      },
      links: { purchase: 'https://shop.sim/{content_id}' },
    });
  }

  /** The page of the newest deployment. */
  document(): string {
    return `<script id="app" type="module" src="${entryOf(this.build)}"></script>`;
  }

  async pass(milliseconds: number): Promise<void> {
    await this.timeline.runUntil(this.timeline.now + milliseconds);
  }

  count(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  reaches(state: State): void {
    this.count(`state: ${state}`);
  }

  most(name: string, value: number): void {
    if (value > (this.counts.get(name) ?? 0)) this.counts.set(name, value);
  }

  note(words: () => string): void {
    if (World.trace !== null && World.trace.length < 100_000)
      World.trace.push(`${new Date(this.timeline.now).toISOString().slice(5, 23)} ${words()}`);
  }

  breaks(rule: Rule, words: string): void {
    this.problems.push({ rule, words, at: this.timeline.now });
  }

  complained(page: Page, words: string): void {
    this.breaks('PROG-68 no console.error', `${page.tab.name}: ${words}`);
  }

  called(call: Call): void {
    this.count(`call ${call.kind}`);
    this.note(
      () =>
        `${call.page.tab.name} calls ${call.kind} ${call.user ?? ''} ${call.fault ?? ''} ${call.body.slice(0, 200)}`,
    );
    if (call.fault !== null) this.count(`fault ${call.fault} on ${call.kind}`);
    call.page.device.called();
    if (call.kind === 'royalty') this.royaltyCalls.push(call);
  }

  responded(call: Call, response: SentResponse): void {
    this.note(() => `${call.page.tab.name} gets ${call.kind} ${String(response.status)}`);
    this.count(`response ${String(response.status)}`);
    if (call.responded?.isWebPage === false && call.fault !== 'half') this.wasRead(call, response);
    if (call.kind === 'user') noteListener(call, response);
    const isFinal =
      response.status >= 400 && response.status < 500 && response.status !== 401 && response.status !== 429;
    if (call.kind === 'position' && isFinal && call.user !== null) {
      for (const content of contentsIn(call.body))
        this.books.account(call.user, content).pointLostAt = this.timeline.now;
    }
  }

  /** Notes what a page learns from a complete response of the provider or of its user pool. */
  private wasRead(call: Call, { status, body }: SentResponse): void {
    const { page, kind, at } = call;
    // The page does not use the time of a slow response. If the clock was set during the call, the call may seem slow.
    const isQuick = this.timeline.now - at <= QUICK && page.device.clockSetAt < at;
    if (kind !== 'pool' && status <= 500 && isQuick) {
      page.correctedError = page.device.clockError;
      page.device.corrected(page);
    }
    if (kind === 'pool' && /NotAuthorized|UserNotFound/u.test(body)) page.device.refused(call);
    if (kind === 'user' && status === 200)
      page.tab.knownPlan = /"is_expired":false/u.test(body) ? 'subscribed' : 'free';
  }

  /** Call this when the provider has stored a report. */
  arrived({ kind, user, body, fault, at, page: { device } }: Call): void {
    if (user === null) return;
    const contents = kind === 'position' ? contentsIn(body) : royaltiesIn(body).map(({ content }) => content);
    for (const content of contents) {
      const account = this.books.account(user, content);
      const { points, arrivals, openedOn } = account;
      if (!points.has(device.name) && !openedOn.has(device.name))
        this.breaks(
          "PROG-35 no listener's word under another's session",
          `${device.name} reports ${content} for ${user}, who never opened it there`,
        );
      if (kind === 'position' && fault === 'late' && arrivals.some((arrival) => arrival.at > at)) {
        // A report contains no time, so the provider takes the late report for the newest one.
        account.pointLostAt = this.timeline.now;
        this.reaches('older position arrived late');
      }
      if (kind === 'position') arrivals.push({ at: this.timeline.now, device: device.name });
    }
  }

  /** Call this when the provider has stored a favourite. A save that arrives minutes late may undo a newer save. */
  savedFavorite({ user, fault, body }: Call): void {
    const content = /"content_id":"(?<id>[^"]+)"/u.exec(body)?.groups?.['id'];
    if (user !== null && fault === 'late' && content !== undefined)
      this.books.account(user, content).favorite = null;
  }

  /**
   * Notes a sound.
   *
   * @param amount milliseconds of the content
   */
  heard(audio: SimulatedAudio, page: Page, amount: number): void {
    const { content } = soundAt(audio.src);
    const account = this.books.account(page.tab.person, content);
    account.heard += amount;
    if (audio.isNobodys) this.books.excuse(page.tab.person, content, amount, 'listener refused');
    if (audio.isFile) {
      account.heardFromFiles += amount;
      this.count('milliseconds heard from files', amount);
    }
    this.count('milliseconds heard', amount);
    page.fastest = Math.max(page.fastest, audio.playbackRate);
    const key = `${page.tab.person} ${content}`;
    page.heardOf.set(key, (page.heardOf.get(key) ?? 0) + amount);
    this.pointReached(audio, page);
    if (audio.isNobodys) account.pointLostAt = this.timeline.now;
  }

  /**
   * Call this when the machine or the page stops during a sound. The time since the player last moved is not counted
   * (PROG-6), even if the sound has told its position since then.
   */
  silenced(audio: SimulatedAudio, page: Page): void {
    const { content } = soundAt(audio.src);
    const most = Math.max(page.tick, MOVED_EVERY) * audio.playbackRate;
    this.books.excuse(page.tab.person, content, most, 'machine slept');
  }

  sought(audio: SimulatedAudio, page: Page): void {
    const account = this.books.account(page.tab.person, soundAt(audio.src).content);
    account.seeks += 1;
    if (audio.hasSounded) this.pointReached(audio, page);
  }

  pointReached(audio: SimulatedAudio, page: Page): void {
    const { content, chapter } = soundAt(audio.src);
    const account = this.books.account(page.tab.person, content);
    account.pointSlack = 0;
    if (page.device.storage.state !== 'works') account.pointUnsavedAt = this.timeline.now;
    account.points.set(page.device.name, {
      chapter,
      position: audio.position,
      at: this.timeline.now,
      device: page.device.name,
      slack: (page.tick / 1000) * FASTEST,
      behind: page.behind,
    });
  }

  /**
   * Checks that a title that this page has not played yet starts where the listener left it, or where the listener has
   * chosen since. A title that another device has reported too is not checked, because either position may be newer. The
   * lines below name the other exceptions.
   */
  private checkResumed(
    { src, position, sourceAt, isNobodys }: SimulatedAudio,
    { device, tab }: Page,
    account: Account,
  ): void {
    // A page that does not know its listener uses no position of a listener (PROG-36).
    if (isNobodys) return;
    const point = account.points.get(device.name);
    if (point === undefined || account.arrivals.some((arrival) => arrival.device !== device.name)) return;
    if (account.pointLostAt >= point.at - SAME_MOMENT || device.storage.state !== 'works') return;
    // Only the page where the listener was knows this position.
    if (account.pointUnsavedAt >= point.at - SAME_MOMENT) return;
    // The listener has sought in another tab after Play in this one, or has listened there while this one waited for a
    // tap. A tab plays its title from the position that it shows, even if that one is older.
    if (point.at >= tab.playedAt || point.at >= sourceAt) return;
    const { chapter } = soundAt(src);
    const tolerated = 1 + point.slack + account.pointSlack;
    const isAt = (other: Point): boolean =>
      other.chapter === chapter && Math.abs(other.position - position) <= tolerated;
    const isChosen = account.asked.some((asked) => asked.at > point.at - SAME_MOMENT && isAt(asked));
    // A track that has ended leads to the start of a track (PROG-23), and a start may not replace a position (PROG-12).
    if (isAt(point) || isChosen || Math.min(position, point.position) < tolerated) return;
    this.breaks(
      'PROG-72 a title resumes where it was left',
      `${account.user} was in ${account.content} at ${String(point.chapter)} ${point.position.toFixed(1)}, and ` +
        `continues at ${String(chapter)} ${position.toFixed(1)}`,
    );
  }

  soundStarted(audio: SimulatedAudio, page: Page): void {
    this.count('sound started');
    this.note(
      () => `${page.tab.name} sounds ${audio.src} at ${String(audio.position)} for ${page.tab.person}`,
    );
    const { content } = soundAt(audio.src);
    const account = this.books.account(page.tab.person, content);
    account.starts += 1;
    if (!page.heardOf.has(`${page.tab.person} ${content}`)) this.checkResumed(audio, page, account);
    if (audio.isFile) this.reaches('file played');
    if (audio.isFile && !page.device.network.isOnline) this.reaches('file played without a network');
    page.tab.soundBegan(audio);
    page.leftFor(content);
    for (const other of page.device.pages) {
      if (other === page || !other.isSounding) continue;
      if (page.device.wereTabsApart) page.soundsBeside.add(other);
      // Sounds that began while the tabs were apart go on together after a sleep, a seek or a stall.
      if (page.soundsBeside.has(other) || other.soundsBeside.has(page)) continue;
      this.reaches('two tabs sound');
      const { now } = this.timeline;
      this.timeline.after(OVERLAP, null, () => {
        // If a tab has paused and started again meanwhile, its new start is checked separately.
        if (page.hasSoundedSince(now) && other.hasSoundedSince(now) && !page.device.wereTabsApart)
          this.breaks('PLAY-54 only one tab plays', `${page.tab.name} and ${other.tab.name} sound together`);
      });
    }
  }
}

/** One browser of a listener. */
export class Device {
  readonly tabs: Tab[] = [];
  readonly channels = new Channels();
  readonly locks = new BrowserLocks();
  readonly network = new Network(this);
  readonly storage: BrowserStorage;
  readonly files: BrowserFiles;
  /** The builds whose files the browser has stored. */
  readonly cachedBuilds = new Set<number>();
  isAsleep = false;
  /** The listener at this device. */
  person = 'listener-1';
  /** True if a missing session is right: nobody has signed in, or the session has ended by a rule. */
  maySignOut = true;
  /** The page to which the service refused the stored session for good, and the time of the refusal. */
  private refusal: { readonly page: Page; readonly at: number } | null = null;
  /** All refresh tokens that were ever stored. Each belongs to one session. */
  private readonly sessions = new Set<string>();
  hasSignedIn = false;
  /** When the storage was last cleared. */
  clearedAt = Number.NEGATIVE_INFINITY;
  /** The page in which a sign-in is running. */
  signingIn: Page | null = null;
  private hadTokens = false;
  private apartAt = Number.NEGATIVE_INFINITY;
  touches: number[] = [];
  /** The titles that a listener has removed from Up Next here. */
  readonly mayLeaveUpNext = new Set<string>();
  /** The downloads that a listener has removed here at least once. */
  readonly mayLeaveDownloads = new Set<string>();
  /** When the clock of the device was last set. */
  clockSetAt = Number.NEGATIVE_INFINITY;
  /** The page that has corrected its clock since the last check. Null if no page has, or if the storage had no room. */
  private correctedPage: Page | null = null;
  /** The listener and the title of each removal that still runs. A title that is requested meanwhile is not removed. */
  private readonly removingDownloads = new Set<string>();
  /** The listener and the title of each download that was removed here and not requested again. */
  private readonly removedDownloads = new Set<string>();
  private minute = 0;
  private callsInMinute = 0;

  constructor(
    readonly world: World,
    readonly name: string,
    public clockError: number,
  ) {
    this.files = new BrowserFiles(this, Random.forked(world.seed, `files of ${name}`));
    this.storage = new BrowserStorage(
      () => this.pages,
      (page, key, value) => this.removed(page, key, value),
      (key, value) => this.written(key, value),
    );
  }

  get pages(): readonly Page[] {
    return this.tabs.flatMap(({ page }) => (page === null ? [] : [page]));
  }

  /**
   * The owner of the stored session, else null. A name without a token is no session: a page may be killed while it
   * deletes the tokens.
   */
  get signedIn(): string | null {
    const { entries } = this.storage;
    const user = entries.get(LAST_USER);
    if (user === undefined) return null;
    return entries.has(`${TOKENS}${user}.accessToken`) || entries.has(`${TOKENS}${user}.refreshToken`)
      ? user
      : null;
  }

  /** True if a session is stored that the service has refused for good. */
  get staysIn(): boolean {
    return this.refusal !== null && this.signedIn !== null;
  }

  /**
   * True if the page that received the refusal was killed at that moment. Then only the next page can end the
   * session.
   */
  get wasRefusalUnread(): boolean {
    return this.refusal !== null && this.refusal.page.endedAt === this.refusal.at;
  }

  /** True if the tabs could not reach each other recently, neither by messages nor by the storage. */
  get wereTabsApart(): boolean {
    return this.world.timeline.now - this.apartAt < APART;
  }

  setClock(error: number): void {
    this.clockError = error;
    this.clockSetAt = this.world.timeline.now;
  }

  /** Notes that a response has corrected the clock of a page. The page should then store the correction. */
  corrected(page: Page): void {
    this.correctedPage = this.storage.state === 'works' && !page.isBlocked ? page : null;
  }

  downloadRemoving(person: string, title: string): void {
    this.mayLeaveDownloads.add(downloadKey(person, title));
    this.removingDownloads.add(downloadKey(person, title));
  }

  downloadWanted(person: string, title: string): void {
    this.removingDownloads.delete(downloadKey(person, title));
    this.removedDownloads.delete(downloadKey(person, title));
  }

  downloadRemoved(person: string, title: string): void {
    this.world.count('downloads removed');
    const key = downloadKey(person, title);
    if (this.removingDownloads.delete(key)) this.removedDownloads.add(key);
  }

  called(): void {
    const minute = Math.floor(this.world.timeline.now / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.callsInMinute = 0;
    }
    this.callsInMinute += 1;
    this.touches = this.touches.filter((at) => this.world.timeline.now - at < 120_000);
    const most = 25 + 15 * this.tabs.length + 20 * this.touches.length;
    if (this.callsInMinute === most + 1)
      this.world.breaks(
        'PROG-66 calls a minute stay bounded',
        `${this.name} made more than ${String(most)} calls`,
      );
    this.world.most('most calls a minute', this.callsInMinute);
  }

  /** Notes that the session ends, and its sound with it. */
  sessionEnds(): void {
    this.maySignOut = true;
    for (const page of this.pages) page.leftFor(null);
  }

  /** Notes that the listener signs out here. */
  signsOut(): void {
    // A sign-in may have ended since the last step. If the page ends during the sign-out, that session may stay.
    this.check();
    this.sessionEnds();
    this.hasSignedIn = false;
  }

  /**
   * Handles a refusal by the user pool. A call of the account page is also refused for an expired token, which can be
   * renewed (SES-38).
   */
  refused({ page, body }: Call): void {
    this.sessionEnds();
    this.world.reaches('session refused');
    const stored = this.storage.entries.get(`${TOKENS}${this.signedIn ?? ''}.refreshToken`);
    if (stored !== undefined && body.includes(`"REFRESH_TOKEN":"${stored}"`))
      this.refusal = { page, at: this.world.timeline.now };
  }

  setOnline(isOnline: boolean): void {
    if (this.network.isOnline === isOnline) return;
    this.network.isOnline = isOnline;
    for (const page of this.pages) page.networkChanged(isOnline);
  }

  sleep(): void {
    if (this.isAsleep) return;
    this.isAsleep = true;
    for (const page of this.pages) page.suspend();
  }

  wake(): void {
    if (!this.isAsleep) return;
    this.isAsleep = false;
    for (const { page, isFrozen } of this.tabs) if (!isFrozen) page?.resume();
  }

  /** The royalties in the stored reports and drafts, in milliseconds. */
  waiting(): readonly { readonly user: string; readonly content: string; readonly duration: number }[] {
    return this.storage.keys.flatMap((key) => waitingIn(key, this.storage.entries.get(key) ?? ''));
  }

  /**
   * Excuses royalties that were marked as tried directly before their call. If the page was killed before the call, nobody
   * can know whether they were sent (PROG-32).
   */
  markedButNotSent(stored: readonly { readonly key: string; readonly value: string }[]): void {
    for (const { key, value } of stored) {
      if (!value.includes('"isRoyaltyTried":true')) continue;
      const untried = value.replace('"isRoyaltyTried":true', '"isRoyaltyTried":false');
      for (const { user, content, duration } of waitingIn(key, untried))
        this.world.books.excuse(user, content, duration, 'call without a response');
    }
  }

  /** Deletes the data of the product in this browser, as a listener may do. The session ends with its tokens. */
  clearStorage(): void {
    const { books, timeline } = this.world;
    for (const { user, content, duration } of this.waiting())
      books.excuse(user, content, duration, 'storage cleared');
    for (const account of books.accounts.values())
      if (account.points.has(this.name)) account.pointLostAt = timeline.now;
    this.sessionEnds();
    this.storage.clear();
    this.correctedPage = null;
    this.clearedAt = timeline.now;
  }

  /**
   * Handles the end of a sleep timer: the position goes back to the start of the fade, which may be in the track
   * before (PLAY-38).
   */
  followSleepTimers(): void {
    for (const tab of this.tabs) {
      const player = tab.page?.started?.services.player;
      const isEnded = tab.hadSleepTimer && player?.sleep.kind === 'off' && !player.isPlaying;
      tab.hadSleepTimer = player?.sleep.kind === 'minutes';
      if (!isEnded || player.track === null) continue;
      this.world.reaches('sleep timer ended');
      ask(this.world.books.account(tab.person, player.track.contentId), {
        chapter: player.track.chapterIndex,
        position: player.position,
        at: this.world.timeline.now,
        device: this.name,
        slack: 0,
        behind: tab.page?.behind ?? 0,
      });
    }
  }

  /** Compares the stored data with what the listener did. Called after every step. */
  check(): void {
    if (this.signedIn === null) this.world.reaches('step without a session');
    if (this.channels.weather === 'lost' && this.storage.state !== 'works')
      this.apartAt = this.world.timeline.now;
    const silent = this.pages.filter(({ wantsSound }) => !wantsSound);
    for (const page of this.pages) for (const other of silent) page.soundsBeside.delete(other);
    for (const page of silent) page.soundsBeside.clear();
    const hasTokens = this.signedIn !== null;
    if (this.hadTokens && !hasTokens && !this.maySignOut)
      this.world.breaks('SES-26 nobody is signed out without a definite refusal', this.name);
    if (!this.hadTokens && hasTokens && !this.hasSignedIn)
      this.world.breaks('SES-29 nobody is signed in again after a sign-out', this.name);
    this.hadTokens = hasTokens;
    const stored = this.storage.keys.reduce(
      (sum, key) => (key.startsWith('response:') ? sum : sum + (this.storage.entries.get(key)?.length ?? 0)),
      0,
    );
    this.world.most('most characters stored', stored);
    for (const key of this.removedDownloads)
      if (this.storage.entries.has(key))
        this.world.breaks('DOWN-76 a removed download does not come back', `${this.name} has ${key}`);
    if (stored > MOST_STORED)
      this.world.breaks('PROG-67 the storage stays bounded', `${this.name} stores ${String(stored)}`);
    this.checkCorrection();
  }

  private checkCorrection(): void {
    const page = this.correctedPage;
    this.correctedPage = null;
    // A page may be killed before it keeps the correction.
    if (page === null || page.isGone) return;
    const { correctedError } = this.storage;
    if (Math.abs(correctedError - page.correctedError) > WORST_CORRECTION)
      this.world.breaks(
        'APP-68 the browser keeps the correction of its clock',
        `${this.name} was wrong by ${String(page.correctedError)} ms, kept is ${String(correctedError)} ms`,
      );
  }

  /** Call this when a page has stored an entry. A new refresh token means that a session has started. */
  private written(key: string, value: string): void {
    if (!key.startsWith(TOKENS) || !key.endsWith('.refreshToken') || this.sessions.has(value)) return;
    this.sessions.add(value);
    this.maySignOut = false;
    this.refusal = null;
  }

  /** Call this when a page has deleted an entry. A page may discard the reports of another listener. */
  private removed(page: Page, key: string, value: string): void {
    this.checkStays(key);
    this.checkUpNext(page, key);
    this.checkDownload(page, key);
    // The royalty counts as waiting also if it was sent with a token that the provider refused.
    const untried = value.replace('"isRoyaltyTried":true', '"isRoyaltyTried":false');
    for (const { user, content, duration } of waitingIn(key, untried)) {
      if (user === page.tab.device.person) continue;
      this.world.books.excuse(user, content, duration, 'another listener signed in');
      this.world.books.account(user, content).pointLostAt = this.world.timeline.now;
    }
  }

  /**
   * A download may leave the list only if the listener removes it, or if the browser has removed or cut one of its
   * files.
   */
  private checkDownload(page: Page, key: string): void {
    const title = /^download\.title\.[^.]*\.(?<title>.*)$/u.exec(key)?.groups?.['title'];
    if (title === undefined || this.mayLeaveDownloads.has(key)) return;
    const isLost = TITLES.some(
      ({ id, podcast }) => (id === title || podcast === title) && this.files.lost.has(id),
    );
    if (!isLost)
      this.world.breaks('DOWN-82 a download stays until it is removed', `${page.tab.name} removed ${title}`);
  }

  /**
   * An entry may leave Up Next only if its title is in the player, if the listener removes it, or if another listener
   * signs in.
   */
  private checkUpNext(page: Page, key: string): void {
    const [, owner, content] = /^up-next\."([^"]+)"\["([^"]+)"/u.exec(key) ?? [];
    if (owner === undefined || content === undefined || this.mayLeaveUpNext.has(content)) return;
    const services = page.started?.services;
    if (services?.user.user.id !== owner) return;
    const isPlayed = this.pages.some(({ started }) => started?.services.player.audio?.id === content);
    if (isPlayed) this.world.reaches('entry of Up Next played');
    else
      this.world.breaks('DOWN-80 Up Next loses no entry', `${page.tab.name} removed ${content} from Up Next`);
  }

  /** A page may delete only the oldest entries of the history. No account is deleted in the simulation. */
  private checkStays(key: string): void {
    const [owner] = /^history\.[^/]*\//u.exec(key) ?? [];
    if (owner === undefined) return;
    const count = this.storage.keys.filter((other) => other.startsWith(owner)).length;
    if (count <= HISTORY) this.world.breaks('HIST-2 the newest entries stay', `${this.name} lost ${key}`);
  }
}

const downloadKey = (person: string, title: string): string => `download.title.${person}.${title}`;

/** The number of entries of the history that stay. */
const HISTORY = 200;

type Waiting = { readonly user: string; readonly content: string; readonly duration: number };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function waitingIn(key: string, value: string): readonly Waiting[] {
  if (!/^journal\.(?:report|draft)\./u.test(key)) return [];
  const entry = parsed(value);
  const at = (from: unknown, name: string): unknown =>
    typeof from === 'object' && from !== null
      ? Object.getOwnPropertyDescriptor(from, name)?.value
      : undefined;
  const royalty = at(entry, 'royalty');
  const content = at(royalty, 'contentId') ?? at(at(entry, 'playback'), 'id');
  const duration = at(entry, 'isRoyaltyTried') === true ? 0 : Number(at(royalty, 'duration') ?? 0);
  return [{ user: String(at(entry, 'listener')), content: String(content), duration }];
}

/** Notes whether a page has learned who listens. It cannot read half a response. */
function noteListener({ page, fault, responded }: Call, { status }: SentResponse): void {
  if (REFUSALS.has(status)) page.isNobodys = true;
  else if (status === 200 && fault !== 'half' && responded?.isWebPage === false) page.isNobodys = false;
}

/** A tab of a browser. Its page may be reloaded. */
export class Tab {
  page: Page | null = null;
  session = new TabStorage();
  /** The listener who started the sound in this tab. */
  person: string;
  /** When the listener last touched the page. */
  touchedAt = Number.NEGATIVE_INFINITY;
  /** When the listener last asked for sound here. */
  playedAt = Number.NEGATIVE_INFINITY;
  deniesSound = false;
  hadSleepTimer = false;
  isFrozen = false;
  knownPlan: 'unknown' | 'subscribed' | 'free' = 'unknown';
  /** The title that the listener wants to play. Null once it sounds. */
  requested: {
    readonly contents: readonly string[];
    readonly mayPlay: () => boolean;
    /**
     * The track that was playing then. If the request is refused, this track may go on, also after a sleep or with a new
     * address.
     */
    readonly playing: string | null;
  } | null = null;

  constructor(
    readonly device: Device,
    readonly name: string,
  ) {
    this.person = device.person;
  }

  async open(): Promise<void> {
    const { world } = this.device;
    this.page?.end();
    this.page = null;
    const build = this.device.network.isOnline ? world.build : Math.max(0, ...this.device.cachedBuilds);
    if (build === 0) {
      world.reaches('no page without a network');
      return;
    }
    const page = new Page(this, build);
    this.page = page;
    this.isFrozen = false;
    this.knownPlan = 'unknown';
    this.requested = null;
    world.count('page loaded');
    world.note(() => `${this.name} loads`);
    // The service worker stores a build some time after the first page of that build.
    if (this.device.network.isOnline && world.random.chance(0.5)) this.device.cachedBuilds.add(world.build);
    page.start(world.client).then(
      () => this.connect(page),
      (error: unknown) => {
        if (!page.isGone) world.breaks('PROG-69 the page starts', String(error));
      },
    );
    await settled();
  }

  /** Ends the page without a warning. */
  kill(): void {
    const { page } = this;
    if (page === null) return;
    const { world } = this.device;
    world.count('kill');
    world.note(() => `${this.name} is killed`);
    const sounding = page.elements.filter(
      ({ isSounding, soundedAt }) => isSounding || soundedAt === page.now,
    );
    page.end();
    page.leftFor(null);
    this.excuseKill(page, sounding);
    this.excuseSeek();
    this.excuseClearedStorage();
    this.page = null;
  }

  /** Closes the tab, or leaves its page. The page still runs what is ready, for example to send its last reports. */
  async close(): Promise<void> {
    const { page } = this;
    if (page === null) return;
    page.leave();
    await settled();
    page.leftFor(null);
    if (this.page !== page) return;
    this.excuseMemory(page, this.device.storage.state === 'works');
    page.end();
    this.page = null;
  }

  reloadSoon(): void {
    const { page } = this;
    page?.later(10, () => {
      if (this.page !== page) return;
      this.device.world.reaches('reloaded for a new build');
      void this.close().then(async () => this.open());
    });
  }

  soundBegan(audio: SimulatedAudio): void {
    const { requested } = this;
    const { content } = soundAt(audio.src);
    if (requested?.contents.includes(content) !== true || trackAt(audio.src) === requested.playing) return;
    this.requested = null;
    if (requested.mayPlay()) return;
    const rule = audio.isFile
      ? 'DOWN-77 a file plays only what may play'
      : 'ENT-22 a played title was playable';
    this.device.world.breaks(rule, `${this.name} plays ${content}`);
  }

  /**
   * If the track that was playing has ended, what sounds next follows from how the content was opened (ENT-17), and not
   * from a refused request.
   */
  soundEnded(address: string): void {
    if (trackAt(address) === this.requested?.playing) this.requested = null;
  }

  private connect(page: Page): void {
    if (page.isGone || page.started === null) return;
    const { services, connectScreens } = page.started;
    connectScreens({
      recheckRoute: () => void services.session.check(),
      refreshScreen: () => undefined,
    });
    void services.loadLazyServices();
    void this.visit(services);
  }

  /** Opens the first route, which requests the session and the listener. */
  private async visit({ session, refreshUser }: Services): Promise<void> {
    if ((await session.check()) === 'signed-in') await refreshUser.refreshOnRouteChange();
  }

  private excuseKill(page: Page, sounding: readonly SimulatedAudio[]): void {
    const { books } = this.device.world;
    for (const audio of sounding) {
      const { content } = soundAt(audio.src);
      const lost = (page.tick + SAVED_EVERY) * audio.playbackRate;
      books.excuse(this.person, content, lost, 'page killed');
      const account = books.account(this.person, content);
      account.pointSlack = lost / 1000;
      // The page may not have saved its new position yet.
      if (page.now - audio.startedAt <= SAVED_EVERY) account.pointLostAt = page.now;
    }
    this.excuseMemory(page, false);
  }

  /** Excuses a page that was killed at the moment of a seek: it may not have saved the new position. */
  private excuseSeek(): void {
    const { books, timeline } = this.device.world;
    for (const account of books.accounts.values()) {
      const isOfNow = account.points.get(this.device.name)?.at === timeline.now;
      if (isOfNow && account.seeks > 0) account.pointLostAt = timeline.now;
    }
  }

  /** Excuses a page that was killed before it could store its position again in a storage that was cleared. */
  private excuseClearedStorage(): void {
    const { clearedAt, name, world } = this.device;
    if (world.timeline.now - clearedAt > SAVED_EVERY) return;
    for (const account of world.books.accounts.values())
      if (account.points.has(name)) account.pointLostAt = world.timeline.now;
  }

  /**
   * Excuses what only the memory of a page had, because the storage had refused an entry.
   *
   * @param mayReport true if the page can still store and report the positions that were chosen in it
   */
  private excuseMemory(page: Page, mayReport: boolean): void {
    if (page.hadStorage) return;
    const { books, timeline } = this.device.world;
    for (const [key, amount] of page.heardOf) {
      const [user = '', content = ''] = key.split(' ');
      books.excuse(user, content, amount, 'storage full');
      books.account(user, content).pointLostAt = timeline.now;
    }
    for (const key of mayReport ? [] : page.chosenIn) {
      const [user = '', content = ''] = key.split(' ');
      books.account(user, content).pointLostAt = timeline.now;
    }
  }
}
