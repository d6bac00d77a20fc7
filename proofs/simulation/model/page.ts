import { createHash } from 'node:crypto';
import type { startApplication, Started } from '../../../src/composition/start.ts';
import type { Random } from '../random.ts';
import type { Device, Tab, World } from '../world.ts';
import { SimulatedAudio } from './audio.ts';
import { type LockOptions, PageChannel, type Work } from './between-tabs.ts';
import type { FileSnapshot } from './files.ts';
import { PageStorage } from './storage.ts';
import type { Task } from './timeline.ts';
import { SimulatedWorker, type TransferCode } from './transfers.ts';

/**
 * An outward act: what other pages, the network or the listener can notice. A page may be killed before any of them.
 */
export type Act = 'storage' | 'message' | 'lock' | 'call' | 'media' | 'file';

/** The client as a function. Its parameters are the globals of a browser page. */
export type Client = (...globals: readonly unknown[]) => {
  readonly startApplication: typeof startApplication;
  /** The code of the worker that transfers downloads. */
  readonly transferWorker: TransferCode;
};

const NAMES = [
  'window',
  'self',
  'globalThis',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'performance',
  'Date',
  'Math',
  'Reflect',
  'crypto',
  'fetch',
  'BroadcastChannel',
  'MediaMetadata',
  'console',
  'loadCode',
  'process',
  'Buffer',
  'setImmediate',
  'MessageChannel',
  'URL',
  'Worker',
] as const;

/** The address of the entry in the page of a deployment. */
export const entryOf = (build: number): string => `/build-${String(build)}.js`;

/** Compiles the client once for all pages. */
export const compileClient = (code: string): Client =>
  // oxlint-disable-next-line typescript/no-implied-eval -- the client is our own
  new Function(
    ...NAMES,
    `${code}\nreturn { startApplication: application.startApplication, transferWorker };`,
  ) as Client;

const SECOND = 1000;
const MINUTE = 60_000;

/** A browser slows down the timers of a tab that has been hidden for this long, in milliseconds. */
const INTENSIVE_AFTER = 5 * MINUTE;

/** Code that is newer than the kept stories. It draws no random numbers, so the stories stay the same. */
const LATER_CODE = /bookmark|history|play_?from|download|up-?_?next|origin_?files|toggle_?playback/iu;

/** One load of the product in a tab, with all parts of the browser that the product uses. */
export class Page {
  isGone = false;
  postponed: Task[] | null = null;
  readonly elements: SimulatedAudio[] = [];
  readonly window = new EventTarget();
  readonly localStorage: PageStorage;
  readonly world: World;
  readonly device: Device;
  readonly random: Random;
  readonly startedAt: number;
  /** Milliseconds between two `timeupdate` events of a sound. */
  readonly tick: number;
  /** True if the provider has said that the listener does not exist (SES-69). */
  isNobodys = false;
  /** True if the page was loaded while the browser blocked the storage. The page then never sees the storage. */
  readonly isBlocked: boolean;
  started: Started | null = null;
  endedAt: number | null = null;
  acted = 0;
  /** Number of the outward act before which the page is killed. */
  killedBefore = Number.POSITIVE_INFINITY;
  /** Entries that the page stored after its last outward act of another kind. */
  storedLast: { readonly key: string; readonly value: string }[] = [];
  hiddenSince: number | null = null;
  /** Milliseconds that sounded in this page, by listener and content. */
  readonly heardOf = new Map<string, number>();
  /** The listeners and contents of which a position was chosen in this page. */
  readonly chosenIn = new Set<string>();
  /** The pages that were sounding when this one began, while the tabs could not reach each other. */
  readonly soundsBeside = new Set<Page>();
  /** False if the storage refused an entry while this page was open. */
  hadStorage = true;
  /**
   * The error of the clock, in milliseconds, for which this page is corrected: by the last response of the provider, or
   * by what the browser has kept (APP-68).
   */
  correctedError: number;
  private readonly document = new EventTarget();
  private readonly cancels = new Map<number, () => void>();
  private timers = 0;
  private content: string | null = null;
  /** The highest speed at which the content that sounds now has sounded in this page. */
  fastest = 0;
  private readonly loaded = new Map<string, Promise<unknown>>();
  /** The files behind the object addresses of the page. */
  readonly objects = new Map<string, FileSnapshot>();
  private objectCount = 0;
  private transferCode: TransferCode = () => undefined;
  readonly navigator: object;
  readonly crypto: object;

  constructor(
    readonly tab: Tab,
    /** Number of the deployment from which the page was loaded. */
    readonly build: number,
  ) {
    this.device = tab.device;
    this.world = tab.device.world;
    this.random = this.world.random;
    this.startedAt = this.now;
    this.tick = this.random.pick([500, 1000, 1000, 1000]);
    this.localStorage = new PageStorage(this, this.device.storage);
    this.hadStorage = this.device.storage.state === 'works';
    this.isBlocked = this.device.storage.state === 'blocked';
    this.correctedError = this.isBlocked ? 0 : this.device.storage.correctedError;
    this.navigator = this.makeNavigator();
    this.crypto = this.makeCrypto();
  }

  get now(): number {
    return this.world.timeline.now;
  }

  /** The time by the clock of the device, in milliseconds since the epoch. */
  get wallClock(): number {
    return this.now + this.device.clockError;
  }

  /** How far the clock of the page is behind the clock of the provider, in milliseconds. 0 if it is not behind. */
  get behind(): number {
    return Math.max(this.correctedError - this.device.clockError, 0);
  }

  /** True if the browser has the files of this page's build, or can fetch them. */
  get hasCode(): boolean {
    const isStored = this.device.cachedBuilds.has(this.build);
    return isStored || (this.device.network.isOnline && this.build === this.world.build);
  }

  get isHidden(): boolean {
    return this.hiddenSince !== null;
  }

  get isSounding(): boolean {
    return this.elements.some((element) => element.isSounding);
  }

  /** True if a sound of this page has gone on since this time. */
  hasSoundedSince(time: number): boolean {
    return this.elements.some((element) => element.isSounding && element.startedAt <= time);
  }

  /** True if the page plays, also while its sound waits for data or the machine sleeps. */
  get wantsSound(): boolean {
    return this.elements.some((element) => !element.paused);
  }

  /** Counts an outward act. Returns false if the page is gone: the act then has no effect. */
  acts(act: Act): boolean {
    if (this.isGone) return false;
    this.acted += 1;
    if (this.acted > this.killedBefore) {
      this.world.count(`kill before ${act}`);
      // Several royalties of one call are marked one after the other.
      if (act === 'call' || act === 'storage') this.device.markedButNotSent(this.storedLast);
      this.tab.kill();
      return false;
    }
    if (act !== 'storage') this.storedLast = [];
    return true;
  }

  later(delay: number, run: Task): () => void {
    return this.world.timeline.after(delay, this, run);
  }

  /**
   * Call this when another content starts to sound. A report may leave out less than a second of the earlier content
   * (PROG-8).
   */
  leftFor(content: string | null): void {
    if (this.content === content) return;
    const rate = Math.max(this.fastest, ...this.elements.map(({ playbackRate }) => playbackRate));
    if (this.content !== null)
      this.world.books.excuse(this.tab.person, this.content, 1000 * rate, 'below a second');
    // A sound goes on until a sign-out on all devices is done.
    const isSounding = this.elements.some((element) => element.isSounding);
    if (content !== null || !isSounding) this.content = content;
    this.fastest = 0;
  }

  deniesSound(): boolean {
    const isDenied = this.tab.deniesSound && this.now - this.tab.touchedAt > SECOND;
    if (isDenied) this.world.reaches('sound denied');
    return isDenied;
  }

  end(): void {
    for (const element of this.elements) element.suspend();
    this.isGone = true;
    this.endedAt = this.now;
    this.device.channels.leave(this);
    this.device.locks.leave(this);
  }

  suspend(): void {
    for (const element of this.elements) element.suspend();
    this.postponed ??= [];
  }

  resume(): void {
    const postponed = this.postponed ?? [];
    this.postponed = null;
    for (const run of postponed) this.later(0, run);
    for (const element of this.elements) element.wake();
  }

  show(): void {
    if (this.hiddenSince === null) return;
    this.hiddenSince = null;
    this.dispatch(this.document, 'visibilitychange');
    this.dispatch(this.window, 'focus');
  }

  hide(): void {
    if (this.hiddenSince !== null) return;
    this.hiddenSince = this.now;
    this.dispatch(this.document, 'visibilitychange');
  }

  leave(): void {
    this.dispatch(this.window, 'pagehide');
  }

  networkChanged(isOnline: boolean): void {
    this.later(1, () => this.dispatch(this.window, isOnline ? 'online' : 'offline'));
  }

  async start(client: Client): Promise<void> {
    const browser = this.browser();
    const { startApplication, transferWorker } = client(...NAMES.map((name) => browser[name]));
    this.transferCode = transferWorker;
    const result = await startApplication();
    if (!result.ok) throw new Error(result.error.message);
    this.started = result.value;
  }

  private dispatch(target: EventTarget, type: string): void {
    if (!this.isGone) target.dispatchEvent(new Event(type));
  }

  private setTimer(run: Task, delay: number, isRepeated: boolean): number {
    this.timers += 1;
    const id = this.timers;
    const arm = (): void => {
      const cancel = this.later(this.slowed(delay), () => {
        if (isRepeated) arm();
        else this.cancels.delete(id);
        run();
      });
      this.cancels.set(id, cancel);
    };
    if (!this.isGone) arm();
    return id;
  }

  private clearTimer(id: number): void {
    this.cancels.get(id)?.();
    this.cancels.delete(id);
  }

  /** The real delay of a timer: browsers slow down the timers of hidden tabs. */
  private slowed(delay: number): number {
    const least = Math.max(delay, 1);
    if (this.hiddenSince === null || this.isSounding) return least;
    const grid = this.now - this.hiddenSince > INTENSIVE_AFTER ? MINUTE : SECOND;
    return Math.ceil((this.now + least) / grid) * grid - this.now;
  }

  /** Loads a lazy part of the code, unless a deployment has removed it. */
  private async loadCode(load: () => Promise<unknown>): Promise<unknown> {
    const key = load.toString();
    const earlier = this.loaded.get(key);
    if (earlier !== undefined) return earlier;
    const request = new Promise<unknown>((resolve, reject) => {
      this.later(LATER_CODE.test(key) ? 2 : this.random.between(2, 60), () => {
        if (this.hasCode) {
          load().then(resolve, reject);
          return;
        }
        this.world.reaches('code is missing');
        reject(new TypeError('Failed to fetch dynamically imported module'));
      });
    });
    this.loaded.set(key, request);
    request.catch(() => this.loaded.delete(key));
    return request;
  }

  private browser(): Readonly<Record<(typeof NAMES)[number], unknown>> {
    // oxlint-disable-next-line typescript/no-this-alias -- the page of its own parts
    const page = this;
    const { device, tab, window } = this;
    class PageDate extends Date {
      constructor(...given: readonly []) {
        if (given.length === 0) super(page.wallClock);
        else super(...given);
      }

      static override now(): number {
        return page.wallClock;
      }
    }
    const math: unknown = Object.create(Math, { random: { value: () => page.random.next() } });
    const reflect: unknown = Object.create(null, Object.getOwnPropertyDescriptors(Reflect));
    const { crypto, navigator } = this;
    class PageUrl extends URL {
      static override createObjectURL(file: unknown): string {
        return page.createAddress(file);
      }

      static override revokeObjectURL(address: string): void {
        page.objects.delete(address);
      }
    }
    class PageWorker extends SimulatedWorker {
      constructor() {
        super(page, page.transferCode);
      }
    }
    const location = {
      origin: 'https://app.sim',
      protocol: 'https:',
      search: '',
      pathname: '/',
      href: 'https://app.sim/',
      reload: () => tab.reloadSoon(),
      assign: () => undefined,
    };
    const document = Object.assign(this.document, {
      readyState: 'complete',
      cookie: '',
      getElementById: (id: string) => {
        if (id === 'app') return { getAttribute: () => entryOf(page.build) };
        return id === 'configuration' ? { textContent: page.world.configuration } : null;
      },
      createElement: () => new SimulatedAudio(page),
      body: {
        appendChild: (element: SimulatedAudio) => {
          element.isConnected = true;
          return element;
        },
      },
      hasFocus: () => !page.isHidden,
    });
    Object.defineProperty(document, 'visibilityState', { get: () => (page.isHidden ? 'hidden' : 'visible') });
    const fetch = async (address: string, sent: object) => device.network.fetch(page, address, sent);
    const performance = {
      now: () => page.now - page.startedAt,
      mark: () => undefined,
      measure: () => undefined,
    };
    const console = {
      log: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      warn: () => undefined,
      error: (...parts: readonly unknown[]) => {
        if (!page.isGone) page.world.complained(page, parts.map(String).join(' '));
      },
    };
    const sessionStorage = tab.session;
    const { localStorage } = this;
    class BroadcastChannel extends PageChannel {
      constructor(name: string) {
        super(page, device.channels, name);
      }
    }
    const browser = {
      self: window,
      globalThis: window,
      document,
      navigator,
      location,
      history: { replaceState: () => undefined },
      localStorage,
      sessionStorage,
      setTimeout: (run: Task, delay = 0) => page.setTimer(run, delay, false),
      clearTimeout: (id: number) => page.clearTimer(id),
      setInterval: (run: Task, delay = 0) => page.setTimer(run, delay, true),
      clearInterval: (id: number) => page.clearTimer(id),
      requestAnimationFrame: (run: Task) => page.setTimer(run, 16, false),
      performance,
      Date: PageDate,
      Math: math,
      Reflect: reflect,
      crypto,
      fetch,
      BroadcastChannel,
      MediaMetadata: Object,
      console,
      loadCode: async (load: () => Promise<unknown>) => page.loadCode(load),
      process: undefined,
      Buffer: undefined,
      setImmediate: undefined,
      MessageChannel: undefined,
      URL: PageUrl,
      Worker: PageWorker,
    };
    Object.assign(window, browser);
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        if (device.storage.state === 'blocked') throw new Error('Site data is blocked');
        return localStorage;
      },
    });
    return { ...browser, window };
  }

  private makeNavigator(): object {
    const { device } = this;
    return {
      get onLine() {
        return device.network.isOnline;
      },
      userAgent: 'Simulation',
      storage: device.files.of(this),
      locks: {
        request: async (name: string, ...[first, second]: readonly [Work] | readonly [LockOptions, Work]) =>
          typeof first === 'function'
            ? device.locks.request(this, name, first)
            : device.locks.request(this, name, second as Work, first),
        query: async () => Promise.resolve(device.locks.query()),
      },
    };
  }

  private makeCrypto(): object {
    return {
      randomUUID: () => this.uuid(),
      getRandomValues: (array: Uint8Array) => {
        for (let at = 0; at < array.length; at += 1) array[at] = this.random.between(0, 0xff);
        return array;
      },
      subtle: {
        digest: async (_name: string, data: Uint8Array) =>
          Promise.resolve(createHash('sha256').update(data).digest()),
        // The pool checks no proof, so any key and any signature do.
        importKey: async () => Promise.resolve({}),
        sign: async () => Promise.resolve(new ArrayBuffer(32)),
        deriveBits: async () => Promise.resolve(new ArrayBuffer(16)),
      },
    };
  }

  /** Makes an object address. It ends with the path of the sound, so that the model knows what plays. */
  private createAddress(file: unknown): string {
    const snapshot = file as FileSnapshot;
    this.objectCount += 1;
    const address = `blob:https://app.sim/${String(this.objectCount)}${snapshot.file.sound}`;
    this.objects.set(address, snapshot);
    return address;
  }

  private uuid(): string {
    return createHash('md5')
      .update(`${String(this.random.next())}${String(this.now)}`)
      .digest('hex');
  }
}
