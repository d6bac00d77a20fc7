import { t } from 'audio-streaming-translations/translate';
import { FakeAudioOutput } from '../src/adapters/memory/fake-audio-output.ts';
import { MemoryAccountApi } from '../src/adapters/memory/memory-account.ts';
import { MemorySessions } from '../src/adapters/memory/memory-sessions.ts';
import { MemoryAnalytics, MemoryMessaging, MemoryFeeds } from '../src/adapters/memory/memory-services.ts';
import { MemoryAuth } from '../src/adapters/memory/session/memory-auth.ts';
import {
  MemoryPlaybackJournal,
  MemoryBookmarkStore,
  MemoryHistoryStore,
} from '../src/adapters/memory/memory-stored-positions.ts';
import { MemoryClock } from '../src/adapters/memory/memory-clock.ts';
import {
  MemoryContentApi,
  MemoryListening,
  MemoryContentCache,
} from '../src/adapters/memory/memory-content-api.ts';
import type { MemoryContentSeed } from '../src/adapters/memory/memory-content.ts';
import {
  MemoryDeployment,
  MemoryLog,
  MemoryMediaControls,
  MemoryNetwork,
  MemoryOfflineApp,
  MemoryTranscripts,
} from '../src/adapters/memory/memory-platform.ts';
import { MemoryDownloadFiles } from '../src/adapters/memory/memory-download-files.ts';
import { MemoryDownloadList } from '../src/adapters/memory/memory-download-list.ts';
import { MemoryHostedLogin, MemoryRegistration } from '../src/adapters/memory/session/memory-registration.ts';
import { MemoryKeyValueStore } from '../src/adapters/memory/memory-key-value-store.ts';
import { MemoryTabs } from '../src/adapters/memory/memory-tabs.ts';
import { MemoryUserPool } from '../src/adapters/memory/session/memory-user-pool.ts';
import { ListeningHistory } from '../src/application/history/listening-history.ts';
import { DiscardOtherListener } from '../src/application/playback/discard-other-listener.ts';
import { FollowMediaControls } from '../src/application/playback/follow-media-controls.ts';
import { WaitingReports } from '../src/application/progress/waiting-reports.ts';
import { PlaybackLock } from '../src/application/playback-lock.ts';
import { TogglePlayback } from '../src/application/playback/toggle-playback.ts';
import { FollowAudio } from '../src/application/playback/follow-audio.ts';
import { UpNextState } from '../src/application/playback/up-next-state.ts';
import { UnreportedTime } from '../src/application/progress/unreported-time.ts';
import { NoticesState } from '../src/application/notices-state.ts';
import { PlayerState } from '../src/application/player-state.ts';
import { UserState } from '../src/application/session/user-state.ts';
import { startStates } from '../src/composition/start-states.ts';
import { decodeConfiguration } from '../src/composition/configuration/configuration.ts';
import { Container, type Identifier } from '../src/composition/container.ts';
import { lazyClasses } from '../src/composition/import-lazy-services.ts';
import { LazyServices } from '../src/composition/lazy-services.ts';
import { mediaPolicyOf } from '../src/adapters/http/api-path.ts';
import { createObservedList } from '../src/composition/observed.ts';
import { register, resolve, type Registrable } from '../src/composition/register.ts';
import { resolveServices } from '../src/composition/services.ts';
import { followOpenings } from '../src/composition/reactions/follow-openings.ts';
import { mirrorMediaControls } from '../src/composition/reactions/mirror-media-controls.ts';
import { TOKENS } from '../src/composition/tokens.ts';
import type { PortToken } from '../src/ports/tokens.ts';
import { startPlayback, endWithSession } from '../src/composition/start-lazy.ts';
import type { Instant, Seconds } from '../src/domain/time.ts';
import type { Services } from '../src/ui/services.ts';
import type { ApiResult, Departure, PlaybackApi } from '../src/ports/content-api.ts';
import type { Subscription } from '../src/ports/platform.ts';

const LAZY = await lazyClasses();

export const EMAIL = 'ada@listener.test';
export const PASSWORD = 'correct horse';

const LINK = 'https://example.com/';

/** The smallest document that a host can give. */
const decoded = decodeConfiguration(
  JSON.stringify({
    cognito: { userPoolId: 'us-west-2_Embedded01', clientId: 'client' },
    mediaOrigins: 'https://media.invalid',
    links: { help: LINK, privacy: LINK, terms: LINK, annual: LINK, monthly: LINK, mobileApp: LINK },
  }),
  'https://hark.invalid',
);
if (!decoded.ok) throw new Error(decoded.error.message);
export const CONFIGURATION = decoded.value;

export type HarnessOptions = MemoryContentSeed & {
  /** The duration of the sound at an address. */
  readonly durationOf?: (url: string) => Seconds;
  /** Another page of the same browser. Both share clock, provider, storage and journal. */
  readonly beside?: Harness;
  /** The time at the start. */
  readonly startAt?: Instant;
  /** Ports by their names in `TOKENS`; each replaces its double. */
  readonly ports?: Partial<Ports>;
  /** True starts everything that a page starts, with the stored states. False starts only what playback needs. */
  readonly asPage?: boolean;
  /** Gets the container before anything is built. */
  readonly watch?: (container: Container) => void;
};

type ServiceOf<Token> = Token extends PortToken<infer Service> ? Service : never;

/** What every port is bound to. */
export type Ports = { readonly [Name in keyof typeof TOKENS]: ServiceOf<(typeof TOKENS)[Name]> };

/**
 * The application on memory doubles, with the same wiring of states and use cases as in the browser. Its clock moves
 * only when a test moves it.
 */
export class Harness {
  readonly clock: MemoryClock;
  readonly store: MemoryKeyValueStore;
  readonly log = new MemoryLog();
  readonly analytics = new MemoryAnalytics();
  readonly messaging = new MemoryMessaging();
  readonly mediaControls = new MemoryMediaControls();
  readonly cache = new MemoryContentCache();
  readonly journal: MemoryPlaybackJournal;
  readonly bookmarks: MemoryBookmarkStore;
  readonly history: MemoryHistoryStore;
  readonly feeds: MemoryFeeds;
  readonly listening = new MemoryListening();
  readonly sessions = new MemorySessions();
  readonly network = new MemoryNetwork();
  readonly offlineApp = new MemoryOfflineApp();
  readonly transcripts = new MemoryTranscripts();
  readonly tabs: MemoryTabs;
  readonly deployment = new MemoryDeployment();
  readonly downloadFiles: MemoryDownloadFiles;
  readonly downloadList: MemoryDownloadList;
  readonly pool: MemoryUserPool;
  readonly auth: MemoryAuth;
  readonly hostedLogin: MemoryHostedLogin;
  readonly account: MemoryAccountApi;
  readonly api: MemoryContentApi;
  readonly output: FakeAudioOutput;
  private readonly container = new Container();

  private readonly life: readonly Subscription[];
  private isGone = false;

  constructor({ durationOf, startAt, ports = {}, asPage = false, watch, beside, ...seed }: HarnessOptions) {
    this.clock = beside?.clock ?? new MemoryClock(startAt);
    this.feeds = new MemoryFeeds(this.clock);
    this.store = beside?.store.inAnotherTab() ?? new MemoryKeyValueStore();
    this.journal = beside?.journal ?? new MemoryPlaybackJournal();
    ({ bookmarks: this.bookmarks, history: this.history } = marksBeside(beside));
    this.tabs = beside?.tabs.another() ?? new MemoryTabs();
    this.api = beside?.api ?? new MemoryContentApi(seed, this.clock);
    this.pool = beside?.pool ?? new MemoryUserPool(this.clock, [{ email: EMAIL, password: PASSWORD }]);
    this.auth = new MemoryAuth(this.pool, this.store, this.clock);
    this.hostedLogin = new MemoryHostedLogin(this.auth, this.clock);
    this.account = new MemoryAccountApi(this.pool, this.auth);
    ({ files: this.downloadFiles, list: this.downloadList } = downloadsBeside(beside, this.clock));
    this.output = new FakeAudioOutput(this.clock, durationOf === undefined ? {} : { durationOf });
    const bind = <Port>(token: PortToken<Port>, port: Port) => this.container.replace(token, port);
    bind(TOKENS.account, this.account);
    bind(TOKENS.analytics, this.analytics);
    bind(TOKENS.audioOutput, this.output);
    bind(TOKENS.auth, this.auth);
    bind(TOKENS.bookmarks, this.bookmarks);
    bind(TOKENS.cache, this.cache);
    bind(TOKENS.clock, this.clock);
    bind(TOKENS.contentApi, this.api);
    bind(TOKENS.deployment, this.deployment);
    bind(TOKENS.feedsApi, this.feeds);
    bind(TOKENS.history, this.history);
    bind(TOKENS.listeningApi, this.listening);
    bind(TOKENS.downloadFiles, this.downloadFiles);
    bind(TOKENS.downloadList, this.downloadList);
    bind(TOKENS.hostedLogin, this.hostedLogin);
    bind(TOKENS.journal, this.journal);
    bind(TOKENS.log, this.log);
    bind(TOKENS.mediaControls, this.mediaControls);
    bind(TOKENS.messaging, this.messaging);
    bind(TOKENS.network, this.network);
    bind(TOKENS.offlineApp, this.offlineApp);
    bind(TOKENS.registration, new MemoryRegistration(this.pool));
    bind(TOKENS.sessionsApi, this.sessions);
    bind(TOKENS.store, this.store);
    bind(TOKENS.tabs, this.tabs);
    bind(TOKENS.transcriptReader, this.transcripts);
    const bindPart = this.container.bind.bind(this.container);
    bindPart(TOKENS.catalogue, (api) => api.catalogue, [TOKENS.contentApi]);
    bindPart(TOKENS.favoritesApi, (api) => api.favorites, [TOKENS.contentApi]);
    bindPart(TOKENS.playbackApi, (api) => this.whilePageLives(api.playback), [TOKENS.contentApi]);
    bindPart(TOKENS.userApi, (api) => api.users, [TOKENS.contentApi]);
    bind(TOKENS.configuration, CONFIGURATION);
    bind(TOKENS.createList, createObservedList);
    bind(TOKENS.mediaPolicy, mediaPolicyOf(CONFIGURATION.mediaOrigins));
    for (const name of Object.keys(ports)) this.replace(name, ports);
    watch?.(this.container);
    this.life = asPage ? this.beginAsPage() : this.beginPlaying();
  }

  /** The services that the views get. */
  get services(): Services {
    const instances = new Map(LAZY.map(([name, type]) => [name, resolve(this.container, type)]));
    const lazy = new LazyServices(async () => instances);
    // The code is loaded already, so the instances replace their stand-ins.
    return { ...resolveServices(this.container, lazy), ...Object.fromEntries(instances) };
  }

  private beginAsPage(): readonly Subscription[] {
    startStates(this.container, false);
    return startPlayback(this.container);
  }

  private beginPlaying(): readonly Subscription[] {
    endWithSession(this.container);
    const following = [
      this.get(DiscardOtherListener).start(),
      this.get(ListeningHistory).start(this.output.events),
      this.get(FollowAudio).start(),
      this.get(WaitingReports).start(),
      this.get(PlaybackLock).start(() => this.get(TogglePlayback).pause()),
      this.get(FollowMediaControls).start(),
    ];
    mirrorMediaControls(this.player, this.mediaControls, this.clock, (address) => address);
    followOpenings(this.player, this.get(UpNextState));
    return following;
  }

  private replace(name: string, ports: Partial<Ports>): void {
    if (!isPortName(name)) throw new Error(`no port is called ${name}`);
    this.container.replace<unknown>(TOKENS[name], ports[name]);
  }

  get<Service>(service: Identifier<Service>): Service {
    if (isClass(service)) register(this.container, service);
    return this.container.get(service);
  }

  /** After a crash the page sends nothing more and reads no response. Requests that it sent before still arrive. */
  private whilePageLives(playback: PlaybackApi): PlaybackApi {
    const departing = (departure?: Departure): Departure => ({
      leaves: () => !this.isGone && departure?.leaves() !== false,
      returned: () => departure?.returned?.(),
    });
    const read = async <Value>(pending: Promise<ApiResult<Value>>): Promise<ApiResult<Value>> => {
      const result = await pending;
      return this.isGone ? new Promise(() => undefined) : result;
    };
    return {
      tokenize: async (url, cancellation) => playback.tokenize(url, cancellation),
      playbackRecord: async (id, cancellation) => read(playback.playbackRecord(id, cancellation)),
      activeContent: async (page, cancellation) => playback.activeContent(page, cancellation),
      reportPlayback: async (reports, departure) =>
        read(playback.reportPlayback(reports, departing(departure))),
      reportRoyalty: async (reports, departure) =>
        read(playback.reportRoyalty(reports, departing(departure))),
    };
  }

  /** Ends the page without any event. */
  crash(): void {
    this.isGone = true;
    for (const subscription of this.life) subscription.unsubscribe();
    this.output.unload();
    this.downloadFiles.close();
    this.tabs.close();
    // Pending work of the ended page must not find a listener's title.
    this.player.reset();
  }

  get player(): PlayerState {
    return this.get(PlayerState);
  }

  get user(): UserState {
    return this.get(UserState);
  }

  get tally(): UnreportedTime {
    return this.get(UnreportedTime);
  }

  /** The texts of the notices on the page, in order. */
  get notices(): readonly string[] {
    return this.get(NoticesState).notices.map((notice) =>
      notice.kind === 'refusal' ? notice.reason : notice.sentences.map((each) => t(each)).join(' '),
    );
  }

  /** Moves the clock, and runs everything that is due. */
  async passes(seconds: number): Promise<void> {
    await this.clock.advanceAsync(seconds * 1000);
  }
}

const downloadsBeside = (
  beside: Harness | undefined,
  clock: MemoryClock,
): { readonly files: MemoryDownloadFiles; readonly list: MemoryDownloadList } =>
  beside === undefined
    ? { files: new MemoryDownloadFiles(clock), list: new MemoryDownloadList() }
    : { files: beside.downloadFiles.inAnotherTab(), list: beside.downloadList.inAnotherTab() };

/** The bookmarks and the history of this browser: its own, or those of the other page. */
const marksBeside = (
  beside: Harness | undefined,
): { readonly bookmarks: MemoryBookmarkStore; readonly history: MemoryHistoryStore } =>
  beside === undefined
    ? { bookmarks: new MemoryBookmarkStore(), history: new MemoryHistoryStore() }
    : { bookmarks: beside.bookmarks.inAnotherTab(), history: beside.history };

const isClass = (service: Identifier<unknown>): service is Registrable<object> =>
  typeof service === 'function';

const isPortName = (name: string): name is keyof Ports => Object.hasOwn(TOKENS, name);
