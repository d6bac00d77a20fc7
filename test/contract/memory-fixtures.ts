import { FakeAudioOutput } from '../../src/adapters/memory/fake-audio-output.ts';
import { MemoryAccountApi } from '../../src/adapters/memory/memory-account.ts';
import { MemorySessions } from '../../src/adapters/memory/memory-sessions.ts';
import { MemoryAnalytics, MemoryMessaging, MemoryFeeds } from '../../src/adapters/memory/memory-services.ts';
import { MemoryAuth } from '../../src/adapters/memory/session/memory-auth.ts';
import {
  MemoryPlaybackJournal,
  MemoryBookmarkStore,
  MemoryHistoryStore,
} from '../../src/adapters/memory/memory-stored-positions.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import {
  MemoryContentApi,
  MemoryListening,
  MemoryContentCache,
} from '../../src/adapters/memory/memory-content-api.ts';
import {
  MemoryDeployment,
  MemoryLog,
  MemoryMediaControls,
  MemoryNetwork,
  MemoryOfflineApp,
  MemoryTranscripts,
} from '../../src/adapters/memory/memory-platform.ts';
import { MemoryDownloadFiles } from '../../src/adapters/memory/memory-download-files.ts';
import { MemoryDownloadList } from '../../src/adapters/memory/memory-download-list.ts';
import {
  MemoryHostedLogin,
  MemoryRegistration,
} from '../../src/adapters/memory/session/memory-registration.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryTabs } from '../../src/adapters/memory/memory-tabs.ts';
import { MemoryUserPool } from '../../src/adapters/memory/session/memory-user-pool.ts';
import { messageId } from '../../src/domain/messaging.ts';
import { instant, milliseconds, seconds } from '../../src/domain/time.ts';
import type { AccountFixture } from './session/account.ts';
import type { AnalyticsFixture, MessagingFixture } from './services/services.ts';
import type { AudioOutputFixture } from './playback/audio-output.ts';
import type { AuthFixture } from './session/auth.ts';
import type {
  ClockFixture,
  LogFixture,
  NetworkFixture,
  DeploymentFixture,
  OfflineAppFixture,
} from './platform/platform.ts';
import type { ContentApiFixture } from './content-api/suite.ts';
import type { ContentCacheFixture } from './content-api/content-cache.ts';
import type { DownloadFilesFixture, Remote } from './playback/download-files.ts';
import type { DownloadListFixture } from './playback/download-list.ts';
import type { HostedLoginFixture } from './session/hosted-login.ts';
import type { KeyValueStoreFixture } from './platform/key-value-store.ts';
import type { MediaControlsFixture } from './playback/media-controls.ts';
import type { BookmarkStoreFixture } from './playback/bookmark-store.ts';
import type { HistoryStoreFixture } from './playback/history-store.ts';
import type { PlaybackJournalFixture } from './playback/playback-journal.ts';
import type { RegistrationFixture } from './session/registration.ts';
import type { OwnSessionsFixture } from './session/own-sessions.ts';
import type { ListeningFixture, FeedsFixture } from './content-api/optional-apis.ts';
import type { TranscriptReaderFixture } from './playback/transcript-reader.ts';
import type { TabsFixture } from './playback/tabs.ts';
import { KNOWN_CONTENT, MEMORY_CATALOGUE } from './content-api/memory-catalogue.ts';
import { untilOn } from './until.ts';

// A new fixture of doubles for every suite, by the name of its port.

/** The fixture of the contract suite for the store in memory. */
export const memoryKeyValueStore = (): KeyValueStoreFixture => {
  const capacity = 1000;
  const store = new MemoryKeyValueStore({ capacity });
  return {
    store,
    elsewhere: store.inAnotherTab(),
    capacity,
    block: () => {
      store.isBlocked = true;
    },
  };
};

/** The fixture of the contract suite for the clock in memory. */
export const memoryClock = (): ClockFixture => {
  const clock = new MemoryClock();
  return { clock, pass: async (span) => clock.advanceAsync(span) };
};

/** The fixture of the contract suite for the fake sound in memory. */
export const memoryAudioOutput = (): AudioOutputFixture => {
  const clock = new MemoryClock();
  const output = new FakeAudioOutput(clock, { durationOf: () => seconds(60) });
  return {
    output,
    url: 'https://media.invalid/a.mp3',
    duration: seconds(60),
    now: () => clock.now(),
    until: untilOn(clock),
    wait: async () => clock.advanceAsync(20_000),
    unplayable: () => {
      output.failsNextLoad = true;
      return 'https://media.invalid/a.mp3';
    },
    simulation: {
      denyNext: () => {
        output.deniesNextPlay = true;
      },
      stall: () => output.stall(),
      resumeData: () => output.resumeData(),
      preventSeeking: () => {
        output.isSeekable = false;
      },
    },
  };
};

/** The fixture of the contract suite for the provider in memory. */
export const memoryContentApi = async (): Promise<ContentApiFixture> => {
  const api = new MemoryContentApi(MEMORY_CATALOGUE, new MemoryClock());
  return {
    api,
    setReachable: (isReachable) => {
      api.faults.isUnreachable = !isReachable;
    },
    ...KNOWN_CONTENT,
  };
};

/** The fixture of the contract suite for the content cache in memory. */
export const memoryContentCache = (): ContentCacheFixture => {
  const cache = new MemoryContentCache();
  return {
    cache,
    store: (name) => cache.store(name),
    nameOf: (id) => `/content/${id}`,
    names: () => cache.names,
    expireAll: () => cache.expireAll(),
  };
};

/** The fixture of the contract suite for the journal in memory. */
export const memoryPlaybackJournal = (): PlaybackJournalFixture => {
  const journal = new MemoryPlaybackJournal();
  return {
    journal,
    reopened: () => journal,
    fill: () => {
      journal.isFull = true;
    },
  };
};

/** The fixture of the contract suite for the bookmarks in memory. */
export const memoryBookmarkStore = (): BookmarkStoreFixture => {
  const store = new MemoryBookmarkStore();
  return {
    store,
    elsewhere: store.inAnotherTab(),
    fail: () => {
      store.failure = { kind: 'full' };
      return 'full';
    },
    settle: async () => Promise.resolve(),
  };
};

/** The fixture of the contract suite for the history in memory. */
export const memoryHistoryStore = (): HistoryStoreFixture => {
  const store = new MemoryHistoryStore();
  return {
    store,
    reopened: () => store,
    fill: () => {
      store.failure = { kind: 'full' };
    },
  };
};

/** The fixture of the contract suite for the tabs in memory. */
export const memoryTabs = (): TabsFixture => {
  const one = new MemoryTabs();
  return {
    one,
    other: one.another(),
    settle: async () => Promise.resolve(),
    canTellHolders: true,
    sharesStorage: true,
  };
};

/** The fixture of the contract suite for the network in memory. */
export const memoryNetwork = (): NetworkFixture => {
  const network = new MemoryNetwork();
  return { network, goOffline: () => network.goOffline(), goOnline: () => network.goOnline() };
};

/** The fixture of the contract suite for the app's own files in memory. */
export const memoryOfflineApp = (): OfflineAppFixture => {
  const app = new MemoryOfflineApp(false);
  return {
    app,
    reloaded: () => app,
    refuse: (failure) => {
      app.refusal = failure;
    },
  };
};

/** The fixture of the contract suite for the deployment in memory. */
export const memoryDeployment = (): DeploymentFixture => {
  const deployment = new MemoryDeployment();
  return {
    deployment,
    reloaded: () => deployment,
    deploy: () => deployment.setState('outdated'),
    setReachable: (isReachable) => deployment.setState(isReachable ? 'newest' : 'unreachable'),
    reloads: () => deployment.reloads,
  };
};

/** The fixture of the contract suite for the media controls in memory. */
export const memoryMediaControls = (): MediaControlsFixture => {
  const controls = new MemoryMediaControls();
  return {
    controls,
    shown: () => controls.shown,
    isPlaying: () => controls.isPlaying,
    position: () => controls.position,
    press: (command) => controls.press(command),
  };
};

/** The fixture of the contract suite for the log in memory. */
export const memoryLog = (): LogFixture => {
  const log = new MemoryLog();
  return { log, lines: () => log.entries.map(({ level, message }) => ({ level, message })) };
};

/** The fixture of the contract suite for the analytics in memory. */
export const memoryAnalytics = async (): Promise<AnalyticsFixture> => {
  const analytics = new MemoryAnalytics();
  return { analytics, received: async () => analytics.sent };
};

/** The fixture of the contract suite for the messaging in memory. */
export const memoryMessaging = async (): Promise<MessagingFixture> => {
  const messaging = new MemoryMessaging();
  return {
    messaging,
    settle: async () => undefined,
    received: async () => messaging.sent,
    send: async () =>
      messaging.messages.emit({
        id: messageId('m'),
        kind: 'slide-up',
        duration: milliseconds(5000),
        slidesFrom: 'bottom',
        header: '',
        text: 'Hello',
        imageUrl: null,
        action: { url: null, opensNewTab: false },
        buttons: [],
      }),
    counts: async () => ({ impressions: messaging.impressions.length, clicks: messaging.clicks.length }),
  };
};

const PASSWORD = 'Listen-2026!';

const makePool = () => {
  const clock = new MemoryClock();
  const store = new MemoryKeyValueStore();
  const account = (name: string) => ({ email: `${name}@listener.test`, password: PASSWORD });
  const pool = new MemoryUserPool(clock, [
    account('listener'),
    { ...account('unconfirmed'), isConfirmed: false },
    { ...account('new-password'), needsNewPassword: true },
    { ...account('without-name'), needsNewPassword: true, missingAttributes: ['name'] },
    { ...account('authenticator'), authenticatorCode: '314159' },
    { ...account('sms'), smsCode: '161803' },
    { ...account('setup'), setupCode: '271828' },
    { ...account('both'), smsCode: '161803', authenticatorCode: '314159' },
    { ...account('custom'), customResponse: 'forty-two' },
  ]);
  return { clock, store, pool, account, auth: new MemoryAuth(pool, store, clock) };
};

/** The fixture of the contract suite for the sign-in in memory. */
export const memoryAuth = async (): Promise<AuthFixture> => {
  const { clock, store, pool, account, auth } = makePool();
  return {
    auth,
    now: () => clock.now(),
    reloaded: () => new MemoryAuth(pool, store, clock),
    inAnotherTab: () => new MemoryAuth(pool, store.inAnotherTab(), clock),
    onAnotherDevice: () => new MemoryAuth(pool, new MemoryKeyValueStore(), clock),
    listener: account('listener'),
    withNewPassword: account('new-password'),
    withoutName: account('without-name'),
    withAuthenticator: { ...account('authenticator'), code: async () => '314159' },
    withSms: { ...account('sms'), code: async () => '161803' },
    withSetup: { ...account('setup'), code: async () => '271828' },
    withBoth: { ...account('both'), code: async () => '314159' },
    withCustom: { ...account('custom'), response: async () => 'forty-two' },
    inCustomFlow: () => auth,
    unconfirmed: account('unconfirmed'),
    setReachable: async (isReachable) => {
      pool.isUnreachable = !isReachable;
    },
    expireAccess: async () => clock.advanceAsync(pool.lifetime),
    endSessions: async (email) => pool.endSessions(email),
    renewals: async () => pool.renewals,
  };
};

let registrations = 0;

/** The fixture of the contract suite for the registration in memory. */
export const memoryRegistration = async (): Promise<RegistrationFixture> => {
  const { pool, auth } = makePool();
  return {
    registration: new MemoryRegistration(pool),
    auth,
    newEmail: () => {
      registrations += 1;
      return `new-${registrations}@listener.test`;
    },
    codeFor: async (email) => pool.codeFor(email) ?? '',
  };
};

const TAKEN = 'both@listener.test';

/** The fixture of the contract suite for the account API in memory. */
export const memoryAccount = async (): Promise<AccountFixture> => {
  const { pool, store, auth, account } = makePool();
  const listener = account('listener');
  const accountApi = new MemoryAccountApi(pool, auth);
  return {
    account: accountApi,
    auth,
    listener,
    takenEmail: TAKEN,
    newEmail: () => 'another@listener.test',
    newPhoneNumber: () => '+15551000000',
    codeFor: async (destination) => pool.codeFor(destination) ?? '',
    authenticatorCode: async () => accountApi.authenticatorCode,
    addPasskey: async () => void (await accountApi.addPasskey()),
    addDevices: async (amount) =>
      accountApi.seedDevices(
        listener.email,
        Array.from({ length: amount }, (_, at) => ({
          key: `device-${at}`,
          name: '',
          isRemembered: false,
          isThisOne: at === 0,
          lastUsedAt: null,
        })),
      ),
    storedKeys: () => store.keys(),
    setReachable: async (isReachable) => {
      pool.isUnreachable = !isReachable;
    },
    endSessions: async () => pool.endSessions(listener.email),
  };
};

/** The fixture of the contract suite for the hosted login in memory. */
export const memoryHostedLogin = (): HostedLoginFixture => {
  const { clock, auth, account } = makePool();
  const login = new MemoryHostedLogin(auth, clock);
  return {
    login,
    returnQuery: () => login.returnQueryFor(account('listener').email),
    hasSession: () => auth.hasSession(),
    pass: async (span) => clock.advanceAsync(span),
  };
};

/** The fixture of the contract suite for the list of downloads in memory. */
export const memoryDownloadList = (): DownloadListFixture => {
  const list = new MemoryDownloadList();
  return {
    list,
    elsewhere: list.inAnotherTab(),
    fill: () => {
      list.isFull = true;
    },
    setBlocked: (isBlocked) => {
      list.isBlocked = isBlocked;
    },
  };
};

/** The fixture of the contract suite for downloaded files in memory. */
export const memoryDownloadFiles = (): DownloadFilesFixture => {
  const remotes: Remote[] = [];
  const files = new MemoryDownloadFiles(REAL_TIME, {
    pieceBytes: 100_000,
    pieceTime: milliseconds(1),
  });
  files.remote = (address) => {
    // Its pieces are slow: it need not stall.
    const {
      status,
      stallsAt: _,
      ...remote
    } = remotes[Number(new URL(address).hash.slice(1))] ?? { bytes: 1, tag: '' };
    return status === undefined ? remote : { ...remote, refusal: REFUSALS[status] };
  };
  const elsewhere = files.inAnotherTab();
  return {
    files,
    elsewhere,
    address: (remote) => `https://media.invalid/#${remotes.push(remote) - 1}`,
    starts: async () => [...files.starts, ...elsewhere.starts],
    read: async (address) => files.read(address),
    fill: async () => files.leaveRoom(500_000),
    evict: async (file) => files.evict(file),
    cutShort: async (file) => files.cutShort(file),
    refuseReads: async (file) => files.refuseReads(file),
    block: () => files.block(),
  };
};

/** The suite waits for real promises, so the pieces come in real time. */
const REAL_TIME = {
  after: async (delay: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, delay);
    }),
};

const REFUSALS = { 403: 'expired', 404: 'gone', 503: 'unreachable' } as const;

/** The fixture of the contract suite for transcripts in memory. */
export const memoryTranscripts = (): TranscriptReaderFixture => {
  const reader = new MemoryTranscripts();
  return {
    reader,
    put: (address, result) => reader.put(address, result),
    storedFile: (address) => new TextEncoder().encode(address),
  };
};

/** The fixture of the contract suite for private feeds in memory. */
export const memoryFeeds = (): FeedsFixture & { readonly api: MemoryFeeds } => {
  const api = new MemoryFeeds(new MemoryClock());
  api.isOffered = true;
  return { api };
};

/** The fixture of the contract suite for the sessions of a listener in memory. */
export const memorySessions = (): OwnSessionsFixture & { readonly api: MemorySessions } => {
  const api = new MemorySessions();
  const session = (id: string, isThisOne: boolean) => ({
    id,
    agent: 'Firefox',
    provider: null,
    isThisOne,
    signedInAt: instant(1_767_225_600_000),
    lastUsedAt: instant(1_767_225_600_000),
  });
  api.sessions = [session('own', true), session('second', false), session('third', false)];
  return { api };
};

/** The fixture of the contract suite for listening in numbers in memory. */
export const memoryListening = (): ListeningFixture => {
  const api = new MemoryListening();
  return {
    api,
    set: (numbers) => {
      api.response = numbers ?? { kind: 'not-found' };
    },
  };
};
