import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, type Page, errors } from '@playwright/test';
import * as v from 'valibot';
import type { Account, Books } from './books.ts';
import { BINDING, type Moment } from './record-sound.ts';

/** Longest wait for one command of a browser, in milliseconds. Chromium sometimes never responds to a command. */
const COMMAND_MS = 60_000;

/**
 * Waits until a command of a browser has ended.
 *
 * @throws an error that names the command, if it takes too long
 */
export async function within<T>(what: string, work: Promise<T>, limit = COMMAND_MS): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      work,
      sleep(limit, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`${what} took longer than ${String(limit / 1000)} s`);
      }),
    ]);
  } finally {
    timer.abort();
  }
}

/** The most listening time that a killed page may lose, in milliseconds (PROG-9). */
const SAVED_EVERY_MS = 1000;

/** Milliseconds. A tab whose last sound was reported this recently is still sounding. */
const SOUNDING_MS = 250;

/** Milliseconds. Two tabs may sound together until the message of the newer tab has arrived (PLAY-54). */
const OVERLAP_MS = 2000;

/**
 * Seconds by which a seek by key may miss its computed target. The page seeks from its own position, and a busy
 * machine reads that position some seconds late.
 */
const SEEK_SLACK = 3;

/** Milliseconds. When the storage has room again, a page stores its unsaved data within this time. */
const STORED_AGAIN_MS = 20_000;

/**
 * Milliseconds. A service worker that stops within this time after a request for a page may have taken the request with
 * it. Chromium does this only while DevTools is connected to the worker, as in every test (record 84).
 */
const STOPPED_WORKER_MS = 1000;

/** Longest wait for the response of a page, in milliseconds. */
const RESPONSE_MS = 10_000;

const AUDIO = /\/media\/audio\/(?<id>(?:[a-z0-9]+-)*[0-9]*[a-z][a-z0-9]*)(?:-(?<chapter>\d+))?\.mp3/u;

const royalties = v.array(v.object({ content_id: v.string(), duration: v.number() }));

type Heard = Extract<Moment, { kind: 'heard' }>;
type Sought = Extract<Moment, { kind: 'sought' }>;

/** The browser that a tab belongs to. */
export type Surroundings = {
  readonly name: string;
  readonly books: Books;
  readonly tabs: Tab[];
  /** The listener who uses the browser now. */
  readonly listener: string;
  readonly isOffline: boolean;
  /** When the storage got room again, in milliseconds since the epoch. Null while it is full. */
  readonly roomSince: number | null;
  /** When service workers stopped, in milliseconds since the epoch. */
  readonly workerStops: readonly number[];
  /** True while the listener starts a sound in another tab, although this tab still sounds. */
  readonly handsOver: boolean;
  /**
   * The targets of seeks in tabs that did not sound. It is unknown which title such a tab showed, so each target
   * explains one change of a position.
   */
  readonly silentSeeks: NonNullable<Account['soughtBy']>[];
  /** Since when two tabs sound together, in milliseconds since the epoch. Null if only one does. */
  togetherSince: number | null;
  note(words: string): void;
};

/** One tab of the browser, and the books of what it plays. */
export class Tab {
  /** The last moment of sound, in milliseconds since the epoch. */
  heardAt = 0;
  isGone = false;
  /** The target of the listener's last seek. Null once the page has reported the seek. */
  soughtBy: Account['soughtBy'] = null;
  /** The last seek that the page has reported. Null once the sound has gone on. */
  private reportedSeek: {
    readonly at: number;
    readonly account: Account;
    readonly from: Account['point'];
  } | null = null;
  private rate = 1;
  private lastHeard: Account | null = null;
  /** Calls without a response so far. */
  private readonly calls = new Map<number, readonly Account['sent'][number][]>();
  /** Milliseconds that were heard while the storage was full, by account. */
  private readonly inMemory = new Map<Account, number>();

  constructor(
    readonly world: Surroundings,
    readonly page: Page,
    private readonly devtools: CDPSession,
  ) {
    page.on('crash', () => this.ended('killed'));
  }

  async connect(): Promise<void> {
    this.devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
      // Every page of the tab has the binding, but only the recorder calls it.
      if (name === BINDING) this.received(JSON.parse(payload) as Moment);
    });
    await this.devtools.send('Runtime.enable');
    await this.devtools.send('Runtime.addBinding', { name: BINDING });
    this.page.on('domcontentloaded', () => this.calls.clear());
  }

  get isSounding(): boolean {
    return !this.isGone && Date.now() - this.heardAt < SOUNDING_MS;
  }

  /**
   * Opens an address. Opens it again if the request was lost with a stopped service worker. If the page still has not
   * loaded after 30 s, the tab is closed, because further commands to it would never end.
   */
  async open(path: string): Promise<void> {
    const start = Date.now();
    try {
      await this.page.goto(path);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      const { world } = this;
      if (!world.workerStops.some((at) => at >= start && at <= start + STOPPED_WORKER_MS)) {
        await this.giveUp();
        throw error;
      }
      world.note('a page was lost with a stopped service worker');
      world.books.count('pages lost with a stopped service worker');
      await this.open(path);
    }
  }

  /** Closes a tab that does not respond. It is a breach, unless the document is complete and only Playwright lost it. */
  async giveUp(): Promise<void> {
    const { world } = this;
    const state = await this.readyState();
    world.note(`a page does not respond: ${state}`);
    world.books.count('pages that did not respond');
    if (state !== 'complete') world.books.breaks('APP-47 a page loads', `${world.name}: ${state}`);
    await this.close();
  }

  /** False if the page does not respond to Playwright. */
  async isResponding(): Promise<boolean> {
    const asked = this.page.evaluate(() => true);
    return within('to ask a page', asked, RESPONSE_MS).then(
      () => true,
      () => false,
    );
  }

  /** The loading state of the document, by another connection than Playwright's. */
  private async readyState(): Promise<string> {
    const asked = this.devtools.send('Runtime.evaluate', { expression: 'document.readyState' });
    return within('to ask for the loading state', asked, RESPONSE_MS).then(
      ({ result }) => String(result.value),
      String,
    );
  }

  /** Crashes the renderer. No code of the page runs any more. */
  async kill(): Promise<void> {
    const crash = this.page.waitForEvent('crash', { timeout: 15_000 });
    // This command never returns.
    this.devtools.send('Page.crash').catch(() => undefined);
    await crash;
    await within('to close a killed page', this.page.close());
  }

  /** Waits until all moments that the page has sent so far have arrived. */
  async hearOut(): Promise<void> {
    await within('to hear a page out', this.devtools.send('Runtime.evaluate', { expression: '0' }));
  }

  async close(): Promise<void> {
    await within('to close a page', this.page.close());
    this.ended('closed');
  }

  private ended(how: 'killed' | 'closed'): void {
    if (this.isGone) return;
    const { world, lastHeard } = this;
    const wasSounding = Date.now() - this.heardAt < SAVED_EVERY_MS + SOUNDING_MS;
    this.isGone = true;
    if (lastHeard !== null) lastHeard.soughtBy = this.soughtBy;
    const { reportedSeek } = this;
    if (how === 'killed' && reportedSeek !== null && Date.now() - reportedSeek.at <= SAVED_EVERY_MS)
      reportedSeek.account.beforeSeek = reportedSeek.from;
    world.tabs.splice(world.tabs.indexOf(this), 1);
    world.books.count(how);
    if (world.isOffline) world.books.count(`${how} offline`);
    if (lastHeard === null) return;
    if (how === 'killed' && wasSounding) lastHeard.explain('page killed', SAVED_EVERY_MS * this.rate);
    if ((lastHeard.point?.position ?? 0) < 1) lastHeard.explain('below a second', SAVED_EVERY_MS);
    const isMemoryLost = how === 'killed' || world.isOffline;
    for (const [account, amount] of isMemoryLost ? this.inMemory : []) {
      account.explain('storage full', amount);
      account.isPointExcused = true;
    }
  }

  private received(moment: Moment): void {
    switch (moment.kind) {
      case 'heard':
        this.heard(moment);
        return;
      case 'sought':
        this.sought(moment);
        return;
      case 'sent':
        this.world.note(`sends ${moment.body}`);
        this.calls.set(moment.call, this.sent(moment.body));
        return;
      case 'responded':
        for (const royalty of this.calls.get(moment.call) ?? []) royalty.status = moment.status;
        this.calls.delete(moment.call);
    }
  }

  private heard(moment: Heard): void {
    const found = this.accountOf(moment.src);
    if (found === null) return;
    const { account, chapter } = found;
    account.played += moment.played;
    if (moment.to === moment.from) return;
    if (moment.isFirst) this.began(account, chapter, moment);
    if (moment.isFirst || Date.now() - this.heardAt > SOUNDING_MS) account.starts += 1;
    const amount = (moment.to - moment.from) * 1000;
    account.heard += amount;
    account.point = { chapter, position: moment.to, rate: moment.rate, duration: moment.duration };
    account.isPointExcused = false;
    account.soughtBy = null;
    this.reportedSeek = null;
    this.heardAt = Date.now();
    this.rate = moment.rate;
    this.lastHeard = account;
    const { roomSince } = this.world;
    if (roomSince !== null && Date.now() - roomSince > STORED_AGAIN_MS) this.inMemory.clear();
    else if (roomSince === null) this.inMemory.set(account, (this.inMemory.get(account) ?? 0) + amount);
    this.checkOthers();
  }

  /** Checks that a source starts where the listener was before. */
  private began(account: Account, chapter: number | null, { from, rate }: Heard): void {
    const { point } = account;
    const { books, handsOver } = this.world;
    if (point === null || handsOver) return;
    if (account.isPointExcused) {
      books.count('positions lost by a rule');
      return;
    }
    const isNext = point.chapter !== null && chapter === point.chapter + 1;
    // A page that ended during a seek may not have reported the seek.
    const { soughtBy, beforeSeek } = account;
    account.soughtBy = null;
    account.beforeSeek = null;
    const isTarget = (target: NonNullable<Account['soughtBy']>): boolean =>
      Math.abs(target(point.position, point.duration) - from) <= SEEK_SLACK;
    if (soughtBy !== null && isTarget(soughtBy)) return;
    if (beforeSeek?.chapter === chapter && Math.abs(beforeSeek.position - from) <= rate) {
      books.count('positions before a seek that a kill interrupted');
      return;
    }
    const ahead = isNext ? point.duration - point.position + from : from - point.position;
    const off = isNext || chapter === point.chapter ? -ahead / rate : Number.POSITIVE_INFINITY;
    const silentSeek = this.world.silentSeeks.findIndex(isTarget);
    if (Math.abs(off) > 1 && silentSeek !== -1) {
      this.world.silentSeeks.splice(silentSeek, 1);
      books.count('positions moved by a seek without a sound');
      return;
    }
    books.count('positions compared');
    books.most('largest loss of position', off);
    books.most('largest jump ahead', -off);
    this.world.note(`${account.content} continues ${off.toFixed(3)} s before the last position`);
    if (Math.abs(off) > 1)
      books.breaks(
        'PROG-9 a page that ends without warning loses at most one second',
        `${account.listener} was in ${account.content} at ${String(point.chapter)} ${point.position.toFixed(2)}, ` +
          `and continues at ${String(chapter)} ${from.toFixed(2)} with speed ${String(rate)}`,
      );
  }

  private sought({ src, to, rate }: Sought): void {
    const found = this.accountOf(src);
    if (found === null) return;
    const { account, chapter } = found;
    this.soughtBy = null;
    this.reportedSeek = { at: Date.now(), account, from: account.point };
    account.starts += 1;
    account.point = { chapter, position: to, rate, duration: account.point?.duration ?? Number.NaN };
  }

  private sent(body: string): readonly Account['sent'][number][] {
    return v.parse(royalties, JSON.parse(body)).map(({ content_id, duration }) => {
      const royalty = { duration, status: null };
      this.world.books.account(this.world.listener, content_id).sent.push(royalty);
      return royalty;
    });
  }

  private accountOf(src: string): { account: Account; chapter: number | null } | null {
    const { id, chapter } = AUDIO.exec(src)?.groups ?? {};
    if (id === undefined) return null;
    return {
      account: this.world.books.account(this.world.listener, id),
      chapter: chapter === undefined ? null : Number(chapter),
    };
  }

  private checkOthers(): void {
    const { world } = this;
    const isTogether = world.tabs.some((other) => other !== this && other.isSounding);
    if (!isTogether) world.togetherSince = null;
    else if (world.togetherSince === null) world.togetherSince = Date.now();
    else if (Date.now() - world.togetherSince > OVERLAP_MS) {
      world.togetherSince = null;
      world.books.breaks('PLAY-54 only one tab plays', `${world.name}: two tabs sound together`);
    }
  }
}
