import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { ReportPlayback } from '../../../src/application/progress/report-playback.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { contentId, ContentType, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import type { RoyaltyReport } from '../../../src/domain/progress/reports.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { SPEEDS } from '../../../src/domain/playback/player.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import type { ApiResult, ApiFailure, Departure, PlaybackApi } from '../../../src/ports/content-api.ts';
import { LAW_RUNS } from 'audio-streaming-laws/law-runs';
import { Harness } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

/*
 * Up to three pages of one browser share a journal. The network fails and returns, calls are slow, the provider
 * succeeds, fails or never responds, the machine sleeps, pages end without an event, sessions end and start.
 *
 * - no listening is counted twice, at any moment
 * - at the end, when everything could be delivered, all of it was counted, except calls without a response and the
 *   last second of a page that ended without an event
 */

/** Milliseconds. */
const SLICE = 250;
const PAGES = 3;
const EPISODE = title({ id: contentId('episode'), type: ContentType.PODCAST_EPISODE });
const TITLES = [QUIET_MIND, LONG_BOOK, EPISODE] as const;

/** The possible results of a royalty call that was sent. */
const OUTCOMES = {
  success: { isCounted: true, failure: null },
  'status 503': { isCounted: false, failure: { kind: 'server' } },
  'status 429': { isCounted: false, failure: { kind: 'rate-limited' } },
  'status 502 after it was counted': {
    isCounted: true,
    failure: { kind: 'server', mayHaveArrived: true },
  },
  'status 504 before it was counted': {
    isCounted: false,
    failure: { kind: 'server', mayHaveArrived: true },
  },
  'lost before it arrived': { isCounted: false, failure: { kind: 'unreachable' } },
  'counted, without a response': { isCounted: true, failure: { kind: 'timeout' } },
} as const satisfies Record<string, { readonly isCounted: boolean; readonly failure: ApiFailure | null }>;

type Outcome = keyof typeof OUTCOMES;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const durationOf = (reports: readonly RoyaltyReport[]): number =>
  sum(reports.map(({ duration }) => duration));

/** The provider's response says that it counted nothing. */
const isRefusal = (failure: ApiFailure): boolean =>
  failure.kind === 'rate-limited' || (failure.kind === 'server' && failure.mayHaveArrived !== true);

class Browser {
  readonly pages: Harness[] = [];
  outcome: Outcome = 'success';
  /** How long a call waits for its session. */
  sessionDelay = milliseconds(0);
  isSignedIn = true;
  isOnline = true;
  /** The storage that all pages share. */
  private readonly shared = new Harness({ items: TITLES, user: SUBSCRIBER });
  private readonly ended = new Set<Harness>();
  // In milliseconds, scaled by speed.
  private listened = 0;
  private counted = 0;
  /** Listening in calls that were sent and not counted, while no page read a response that says so. */
  private withoutResponse = 0;
  /** What each page played in each slice of its last second, in milliseconds of content. */
  private readonly lastSecond = new WeakMap<Harness, readonly number[]>();
  /** Listening that need not be counted. */
  private excused = 0;
  /** The tolerance of the comparison. */
  private inaccuracy = 0;

  /** @param hasLocks true if the browser has locks, which show the pages that still exist */
  constructor(private readonly hasLocks: boolean) {
    this.shared.crash();
    for (let page = 0; page < PAGES; page += 1) this.pages.push(this.open());
  }

  page(at: number): Harness {
    const page = this.pages[at];
    if (page === undefined) throw new Error(`there is no page ${at}`);
    return page;
  }

  get faults() {
    return this.shared.api.faults;
  }

  private open(): Harness {
    const { playback } = this.shared.api;
    const playbackApi: PlaybackApi = {
      tokenize: async (url, cancellation) => playback.tokenize(url, cancellation),
      playbackRecord: async (id, cancellation) => playback.playbackRecord(id, cancellation),
      activeContent: async (key, cancellation) => playback.activeContent(key, cancellation),
      reportPlayback: async (reports, departure) =>
        this.readBy(page, playback.reportPlayback(reports, this.departing(page, departure))),
      reportRoyalty: async (reports, departure) => this.receive(page, reports, departure),
    };
    const page = new Harness({
      items: TITLES,
      durationOf: () => seconds(1_000_000),
      beside: this.shared,
      ports: { playbackApi },
    });
    if (!this.hasLocks) page.tabs.isHeld = async () => Promise.resolve(false);
    if (this.isSignedIn) page.user.setUser(SUBSCRIBER);
    if (!this.isOnline) page.network.goOffline();
    return page;
  }

  private departing(page: Harness, departure?: Departure): Departure {
    return { leaves: () => !this.ended.has(page) && departure?.leaves() !== false };
  }

  /** A page that has ended reads no response. */
  private async readBy<Value>(page: Harness, response: Promise<ApiResult<Value>>): Promise<ApiResult<Value>> {
    const result = await response;
    return this.ended.has(page) ? new Promise(() => undefined) : result;
  }

  /** Sends a royalty call to the provider and returns the response. */
  private async receive(
    page: Harness,
    reports: readonly RoyaltyReport[],
    departure?: Departure,
  ): Promise<ApiResult<void>> {
    const { clock } = this.shared;
    await clock.after(this.sessionDelay);
    if (!this.departing(page, departure).leaves()) return this.readBy(page, NOT_SENT);
    const { isCounted, failure } = OUTCOMES[this.outcome];
    const duration = durationOf(reports);
    this.inaccuracy += reports.length;
    await clock.after(this.faults.delay);
    if (isCounted) this.counted += duration;
    else if (this.ended.has(page) || !isRefusal(failure)) this.withoutResponse += duration;
    return this.readBy(page, Promise.resolve(failure === null ? ok(undefined) : failed(failure)));
  }

  async passes(slices: number): Promise<void> {
    await this.shared.passes(0);
    for (let slice = 0; slice < slices; slice += 1) {
      const before = this.pages.map(({ player, tally }) => ({
        content: player.track?.contentId,
        position: player.position,
        tally: player.track === null ? null : tally.of(player.track.contentId),
      }));
      for (const page of this.pages) {
        const heard = page.output.isSounding ? SLICE * page.output.speed : 0;
        this.listened += heard;
        this.lastSecond.set(page, [...(this.lastSecond.get(page) ?? []).slice(1 - 1_000 / SLICE), heard]);
      }
      await this.shared.passes(SLICE / 1_000);
      for (const [at, { player }] of this.pages.entries()) {
        const { content, position, tally } = before[at] ?? {};
        if (content === undefined || content === player.track?.contentId) continue;
        // A title that was left in its first second, maybe long after the listener had chosen another one.
        if (tally && tally.duration < 1 && (position ?? 0) < 1) this.excused += tally.heard * 1_000 + SLICE;
      }
      this.check();
    }
  }

  async sleeps(span: number): Promise<void> {
    // The tick that had started is lost.
    for (const { output } of this.pages) if (output.isSounding) this.excused += SLICE * output.speed;
    this.shared.clock.sleep(span);
    await this.passes(1);
  }

  /** The first second of a title is not reported. */
  leavesTitle({ player, tally }: Harness): void {
    const tallied = player.track === null ? null : tally.of(player.track.contentId);
    if (player.position < 1 && tallied !== null && tallied.duration < 1)
      this.excused += tallied.heard * 1_000;
  }

  /** The page ends without an event, and another one is opened. */
  async kills(at: number): Promise<void> {
    // A response that has arrived was read.
    await this.shared.passes(0);
    const page = this.page(at);
    this.leavesTitle(page);
    if (page.output.isSounding) this.excused += sum(this.lastSecond.get(page) ?? []);
    await this.ends(at);
  }

  async reloads(at: number): Promise<void> {
    const page = this.page(at);
    this.leavesTitle(page);
    void page.get(ReportPlayback).leave();
    await this.shared.passes(0);
    await this.ends(at);
  }

  private async ends(at: number): Promise<void> {
    this.ended.add(this.page(at));
    this.page(at).crash();
    this.pages.splice(at, 1, this.open());
    await this.passes(1);
  }

  async signsOut(): Promise<void> {
    this.isSignedIn = false;
    for (const page of this.pages) {
      this.leavesTitle(page);
      page.get(SignOut).end();
    }
    await this.passes(1);
  }

  async signsIn(): Promise<void> {
    this.isSignedIn = true;
    for (const page of this.pages) page.user.setUser(SUBSCRIBER);
    await this.passes(1);
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    for (const { network } of this.pages) {
      if (isOnline) network.goOnline();
      else network.goOffline();
    }
  }

  private check(): void {
    const most = this.listened + this.inaccuracy;
    if (this.counted > most) throw new Error(`${this.counted} ms were counted of ${most} ms`);
  }

  /** Everything that can be delivered is delivered. */
  async settles(): Promise<void> {
    this.outcome = 'success';
    this.sessionDelay = milliseconds(0);
    this.faults.delay = milliseconds(0);
    await this.passes(24);
    await this.signsIn();
    this.setOnline(true);
    for (const page of this.pages) if (page.player.isPlaying) await page.get(TogglePlayback).toggle();
    await this.passes(4);
    for (let at = 0; at < PAGES; at += 1) await this.kills(at);
    await this.shared.passes(40);
    const { journal } = this.shared;
    const left = [...journal.reports(), ...journal.drafts()];
    if (left.length > 0) throw new Error(`not delivered: ${JSON.stringify(left)}`);
    // The same times were added in different orders, so the sums differ by less than a thousandth of a millisecond.
    const least = this.listened - this.excused - this.inaccuracy - 0.001;
    const reported = this.counted + this.withoutResponse;
    if (reported < least) throw new Error(`${reported} ms were reported of ${least} ms`);
  }
}

const NOT_SENT = Promise.resolve(failed({ kind: 'cancelled' as const }));

class Step implements fc.AsyncCommand<object, Browser> {
  constructor(
    private readonly name: string,
    private readonly act: (browser: Browser) => Promise<void>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_: object, browser: Browser): Promise<void> {
    await this.act(browser);
  }

  toString(): string {
    return this.name;
  }
}

/** A step in one of the pages. Work that it started continues by itself. */
const inPage = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  act: (page: Harness, value: Drawn, browser: Browser) => unknown,
): fc.Arbitrary<Step> =>
  fc.tuple(fc.nat(PAGES - 1), drawn).map(
    ([at, value]) =>
      new Step(`${name} ${String(value)} in page ${at}`, async (browser) => {
        void act(browser.page(at), value, browser);
        await browser.passes(1);
      }),
  );

const step = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  act: (browser: Browser, value: Drawn) => Promise<void>,
): fc.Arbitrary<Step> =>
  drawn.map((value) => new Step(`${name} ${String(value)}`, async (browser) => act(browser, value)));

const set = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  act: (browser: Browser, value: Drawn) => void,
): fc.Arbitrary<Step> =>
  step(name, drawn, async (browser, value) => {
    act(browser, value);
    await browser.passes(1);
  });

const nothing = fc.constant('');
const aPage = fc.nat(PAGES - 1);
const wholeSlices = (most: number) => fc.integer({ min: 0, max: most }).map((count) => count * SLICE);

const aTitle = fc.constantFrom(...TITLES);
const anOutcome = fc.constantFrom(...(Object.keys(OUTCOMES) as Outcome[]));

const starts = (page: Harness, item: ContentItem, browser: Browser): void => {
  browser.leavesTitle(page);
  void page.get(PlayAudio).play(item);
};
const toggles = (page: Harness): void => void page.get(TogglePlayback).toggle();

const listens = fc.tuple(fc.nat(PAGES - 1), aTitle, fc.integer({ min: 4, max: 60 }), fc.boolean()).map(
  ([at, item, slices, pauses]) =>
    new Step(
      `listen to ${item.title} for ${slices} in page ${at}${pauses ? ' and pause' : ''}`,
      async (browser) => {
        starts(browser.page(at), item, browser);
        await browser.passes(slices);
        if (pauses && browser.page(at).player.isPlaying) toggles(browser.page(at));
        await browser.passes(1);
      },
    ),
);
const outcome = set('outcome', anOutcome, (browser, next) => (browser.outcome = next));
const passes = step('pass', fc.integer({ min: 1, max: 80 }), async (browser, slices) =>
  browser.passes(slices),
);

const STEPS: fc.Arbitrary<Step>[] = [
  listens,
  listens,
  listens,
  outcome,
  outcome,
  passes,
  passes,
  inPage('toggle', nothing, toggles),
  inPage('next', nothing, async (page, _, browser) => {
    browser.leavesTitle(page);
    return page.get(ChangeTrack).next();
  }),
  inPage('seek', fc.constantFrom(0, 0.5, 30), (page, to) => page.get(Seek).seekTo(seconds(to))),
  inPage('speed', fc.constantFrom(...SPEEDS), async (page, to) => page.get(PlaybackSettings).setSpeed(to)),
  inPage('stall', nothing, ({ output }) => output.stall()),
  inPage('data returns', nothing, ({ output }) => output.resumeData()),
  set('online', fc.boolean(), (browser, isOnline) => browser.setOnline(isOnline)),
  set(
    'set the response time to',
    wholeSlices(12),
    (browser, delay) => (browser.faults.delay = milliseconds(delay)),
  ),
  set('sessions take', wholeSlices(12), (browser, delay) => (browser.sessionDelay = milliseconds(delay))),
  set('positions fail', fc.constantFrom('unreachable' as const, 'server' as const), ({ faults }, kind) =>
    faults.failNext('playback.reportPlayback', kind),
  ),
  step('sleep', fc.constantFrom(11_000, 3_600_000), async (browser, span) => browser.sleeps(span)),
  step('kill', aPage, async (browser, at) => browser.kills(at)),
  step('reload', aPage, async (browser, at) => browser.reloads(at)),
  step('pause and reload', aPage, async (browser, at) => {
    if (browser.page(at).player.isPlaying) toggles(browser.page(at));
    await browser.reloads(at);
  }),
  step('sign out', nothing, async (browser) => browser.signsOut()),
  step('sign in', nothing, async (browser) => browser.signsIn()),
  step('sign out, and in again', aPage, async (browser, at) => {
    await browser.signsOut();
    await browser.signsIn();
    starts(browser.page(at), QUIET_MIND, browser);
    await browser.passes(1);
  }),
];

test(
  'every second of listening is counted at most once, and lost only if no response arrived',
  { timeout: 60_000 + LAW_RUNS * 20 },
  async () => {
    await fc.assert(
      fc
        .asyncProperty(
          fc.boolean(),
          fc.commands(STEPS, { maxCommands: 25, size: 'max' }),
          async (hasLocks, steps) => {
            const browser = new Browser(hasLocks);
            await fc.asyncModelRun(() => ({ model: {}, real: browser }), steps);
            await browser.settles();
          },
        )
        // Runs are freed only after a task has ended, because the container holds its bindings by WeakRef.
        .afterEach(() => setImmediate()),
      { numRuns: Math.ceil(LAW_RUNS / 10) },
    );
  },
);
