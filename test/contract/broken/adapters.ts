import { Emitter } from '../../../src/adapters/shared/emitter.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { FileId } from '../../../src/ports/downloads.ts';
import type { AudioEvent, DeviceState, LoadId } from '../../../src/ports/audio-output.ts';
import { describeAccount } from '../session/account.ts';
import { describeAnalytics, describeMessaging } from '../services/services.ts';
import { describeAudioOutput } from '../playback/audio-output.ts';
import { describeAuth } from '../session/auth.ts';
import {
  describeClock,
  describeLog,
  describeNetwork,
  describeDeployment,
  describeOfflineApp,
} from '../platform/platform.ts';
import { describeContentApi } from '../content-api/content-api.ts';
import { describeContentCache } from '../content-api/content-cache.ts';
import { describeOwnSessions } from '../session/own-sessions.ts';
import { describeListening, describeFeeds } from '../content-api/optional-apis.ts';
import { describeDownloadFiles } from '../playback/download-files.ts';
import { describeDownloadList } from '../playback/download-list.ts';
import { describeHostedLogin } from '../session/hosted-login.ts';
import { describeKeyValueStore } from '../platform/key-value-store.ts';
import { describeMediaControls } from '../playback/media-controls.ts';
import {
  memoryAccount,
  memoryAnalytics,
  memoryAudioOutput,
  memoryAuth,
  memoryBookmarkStore,
  memoryClock,
  memoryContentApi,
  memoryContentCache,
  memoryDeployment,
  memoryDownloadFiles,
  memoryDownloadList,
  memoryFeeds,
  memoryListening,
  memorySessions,
  memoryHistoryStore,
  memoryHostedLogin,
  memoryKeyValueStore,
  memoryLog,
  memoryMediaControls,
  memoryMessaging,
  memoryNetwork,
  memoryOfflineApp,
  memoryPlaybackJournal,
  memoryRegistration,
  memoryTabs,
  memoryTranscripts,
} from '../memory-fixtures.ts';
import { describeBookmarkStore } from '../playback/bookmark-store.ts';
import { describeHistoryStore } from '../playback/history-store.ts';
import { describePlaybackJournal } from '../playback/playback-journal.ts';
import { describeRegistration } from '../session/registration.ts';
import { type Broken, breaksInto } from './breaks.ts';
import { describeTabs } from '../playback/tabs.ts';
import { describeTranscriptReader } from '../playback/transcript-reader.ts';

/** At least one defect for every port. */
export const BROKEN: Broken[] = [];

const breaks = breaksInto(BROKEN);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api }) => Reflect.set(api.catalogue, 'search', undefined),
  'a provider without a call',
  'the call catalogue.search is missing',
);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api: { catalogue } }) => {
    const original = catalogue.podcastEpisodes.bind(catalogue);
    catalogue.podcastEpisodes = async (...parameters) => {
      const page = await original(...parameters);
      return page.ok ? ok({ ...page.value, items: page.value.items.toReversed() }) : page;
    };
  },
  'a provider with pages in the wrong order',
  'the episodes in their order, each once',
);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api: { catalogue } }) => {
    const original = catalogue.newReleases.bind(catalogue);
    catalogue.newReleases = async (...parameters) => {
      const page = await original(...parameters);
      return page.ok ? page : ok({ items: [], next: null });
    };
  },
  'a provider that hides a failure',
  'fails as unreachable, instead of returning an empty list',
);

breaks(
  describeContentApi,
  memoryContentApi,
  ({ api: { catalogue } }) => {
    const original = catalogue.trending.bind(catalogue);
    catalogue.trending = async () => {
      const page = await original(null);
      return page.ok ? ok({ ...page.value, next: 2 }) : page;
    };
  },
  'a provider whose pages never end',
  'paging has to end: after 200 pages there was still a next one',
);

breaks(
  describeContentCache,
  memoryContentCache,
  ({ cache }) => {
    cache.purgeExpired = () => cache.clear();
  },
  'a cache that deletes everything when it deletes expired responses',
  'deletes expired responses, and nothing else',
);

breaks(
  describeContentCache,
  memoryContentCache,
  ({ cache }) => {
    cache.forgetContent = () => cache.clear();
  },
  'a cache that deletes everything for one title',
  'deletes the response of one title, and nothing else',
);

breaks(
  describeAuth,
  memoryAuth,
  ({ auth }) => {
    const original = auth.session.bind(auth);
    auth.session = async () => {
      const session = await original();
      if (!session.ok && session.error.kind === 'unreachable') await auth.signOut();
      return session;
    };
  },
  'a sign-in that ends the session after a network failure',
  'keeps the session if the service cannot be reached',
);

breaks(
  describeAuth,
  memoryAuth,
  ({ auth }) => {
    const original = auth.ended.subscribe.bind(auth.ended);
    auth.ended.subscribe = (next) =>
      original((ending) => {
        next(ending);
        next(ending);
      });
  },
  'a sign-in that reports each ending twice',
  'the reported endings',
);

breaks(
  describeRegistration,
  memoryRegistration,
  ({ registration }) => {
    const original = registration.confirmSignUp.bind(registration);
    registration.confirmSignUp = async (confirmation) => {
      await original(confirmation);
      return ok(undefined);
    };
  },
  'a registration that accepts any code',
  'creates an account that has to be confirmed by a code',
);

breaks(
  describeAccount,
  memoryAccount,
  ({ account }) => {
    const original = account.devices.bind(account);
    account.devices = async () => original(null);
  },
  'an account that lists the first devices on every page',
  'lists the devices in pages of 60, each once, and marks this one',
);

breaks(
  describeHostedLogin,
  memoryHostedLogin,
  ({ login, returnQuery }) => {
    const original = login.arrive.bind(login);
    login.arrive = (query) => (query.includes('forged') ? original(returnQuery()) : original(query));
  },
  'a hosted login that accepts a forged return',
  'which belongs to no login of this browser',
);

breaks(
  describeKeyValueStore,
  memoryKeyValueStore,
  ({ store }) => {
    const original = store.keys.bind(store);
    store.keys = () => [...original(), 'another key'];
  },
  'a store that lists keys of others',
  'an empty store',
);

breaks(
  describeKeyValueStore,
  memoryKeyValueStore,
  ({ store }) => {
    const original = store.set.bind(store);
    store.set = (key, value) => {
      original(key, value);
      return ok(undefined);
    };
  },
  'a store that hides that it is full',
  'fails when it is full, and keeps the stored values',
);

breaks(
  describePlaybackJournal,
  memoryPlaybackJournal,
  ({ journal }) => {
    const original = journal.reports.bind(journal);
    journal.reports = () => original().toReversed();
  },
  'a journal that reverses its reports',
  'stores reports in the order in which they were made, until they are deleted',
);

breaks(
  describeBookmarkStore,
  memoryBookmarkStore,
  ({ store }) => {
    const original = store.list.bind(store);
    store.list = async (listener) => {
      const listed = await original(listener);
      return listed.ok ? ok(listed.value.map((bookmark) => ({ ...bookmark, note: '' }))) : listed;
    };
  },
  'a store of bookmarks that loses notes',
  'replaces the bookmark with the same id',
);

breaks(
  describeBookmarkStore,
  memoryBookmarkStore,
  ({ store }) => {
    const original = store.save.bind(store);
    // It writes back the list that it has read before, as one key for all bookmarks would.
    store.save = async (listener, bookmark) => {
      const before = await store.list(listener);
      await Promise.resolve();
      store.deleteAllOf(listener);
      for (const other of before.ok ? before.value : []) await original(listener, other);
      return original(listener, bookmark);
    };
  },
  'a store of bookmarks that writes them all at once',
  'loses nothing if two tabs change different bookmarks',
);

breaks(
  describeHistoryStore,
  memoryHistoryStore,
  ({ store }) => {
    const original = store.entries.bind(store);
    store.entries = (listener) => original(listener).toReversed();
  },
  'a history that is reversed',
  'lists the newest start first',
);

breaks(
  describeAudioOutput,
  memoryAudioOutput,
  ({ output }) => {
    const late = new Emitter<AudioEvent>();
    const [subscribe, load] = [output.events.subscribe.bind(output.events), output.load.bind(output)];
    let superseded: LoadId | null = null;
    output.events.subscribe = (next) => {
      late.subscribe(next);
      return subscribe(next);
    };
    output.load = (source) => {
      if (superseded !== null) late.emit({ load: superseded, kind: 'ended' });
      superseded = load(source);
      return superseded;
    };
  },
  'an audio output that sends late events of replaced sources',
  'events of replaced sources',
);

breaks(
  describeAudioOutput,
  memoryAudioOutput,
  ({ output }) => {
    const subscribe = output.events.subscribe.bind(output.events);
    output.events.subscribe = (next) =>
      subscribe((event) => {
        if (event.kind !== 'missed') next(event);
      });
  },
  'an audio output that hides that a source cannot seek',
  'tells that a source cannot seek, before it tells where the sound is',
);

breaks(
  describeAudioOutput,
  memoryAudioOutput,
  ({ output }) => {
    const late = new Emitter<DeviceState>();
    if (output.otherDevices !== null) output.otherDevices.states.subscribe = (next) => late.subscribe(next);
  },
  'an audio output that tells of other devices only later',
  'tells at once whether another device can play',
);

breaks(
  describeMediaControls,
  memoryMediaControls,
  ({ controls }) => {
    const original = controls.show.bind(controls);
    controls.show = (playing) => {
      if (playing !== null) original(playing);
    };
  },
  'media controls that cannot be removed',
  'has no buttons before a title is shown and after it was removed',
);

breaks(
  describeTabs,
  memoryTabs,
  ({ one }) => {
    one.exclusively = async (_name, work) => work();
  },
  'tabs that do not wait for each other',
  'runs work under one name one after the other, even if one fails',
);

breaks(
  describeNetwork,
  memoryNetwork,
  ({ network }) => {
    network.isOnline = () => true;
  },
  'a network that is always online',
  'offline',
);

breaks(
  describeOfflineApp,
  memoryOfflineApp,
  ({ app }) => {
    app.store = async () => ({ ok: true, value: undefined });
  },
  'an app that says that it is stored, and is not',
  'after a reload',
);

breaks(
  describeDeployment,
  memoryDeployment,
  ({ deployment }) => {
    deployment.reload = () => true;
  },
  'a page that reloads without end',
  'a second reload for the same build',
);

breaks(
  describeClock,
  memoryClock,
  ({ clock }) => {
    clock.every = (period) => ({
      subscribe: (next) => {
        let isSubscribed = true;
        const run = async (): Promise<void> => {
          while (isSubscribed) {
            await clock.after(period);
            next(instant(clock.now()));
          }
        };
        void run();
        return {
          unsubscribe: () => {
            isSubscribed = false;
          },
        };
      },
    });
  },
  'a clock that emits once more after the subscription ended',
  'emits the time in each period until the subscription ends',
);

breaks(
  describeLog,
  memoryLog,
  ({ log }) => {
    log.error = (message, details) => log.warn(message, details);
  },
  'a log that writes errors as warnings',
  'writes warnings and errors in order, with their level',
);

breaks(
  describeAnalytics,
  memoryAnalytics,
  ({ analytics }) => {
    analytics.permit = () => undefined;
  },
  'analytics that ignore the permission',
  'only with permission, and after a new permission without the earlier user',
);

breaks(
  describeMessaging,
  memoryMessaging,
  ({ messaging }) => {
    messaging.reset = () => undefined;
    messaging.identify = () => undefined;
  },
  'messaging that does not know the user',
  'sends the events of each listener in order, with the listener',
);

breaks(
  describeDownloadList,
  memoryDownloadList,
  ({ list }) => {
    list.deleteAllOf = (listener) => {
      for (const { item } of list.downloads(listener)) list.delete(listener, item.id);
    };
  },
  'a list that leaves the settings of a deleted listener',
  'deletes everything of one listener, and nothing of another',
);

breaks(
  describeDownloadList,
  memoryDownloadList,
  ({ list }) => {
    const original = list.downloads.bind(list);
    list.downloads = (listener) => original(listener).toReversed();
  },
  'a list in the wrong order',
  'newest first',
);

breaks(
  describeDownloadList,
  memoryDownloadList,
  ({ list }) => {
    list.isReadable = () => true;
  },
  'a blocked list that passes for an empty one',
  'cannot be read while the storage is blocked, and is complete afterwards',
);

breaks(
  describeDownloadFiles,
  memoryDownloadFiles,
  ({ files }) => {
    const original = files.open.bind(files);
    files.open = async (file) => {
      const opened = await original(file);
      return opened.ok ? opened : ok('blob:memory/short');
    };
  },
  'files that open before they are whole',
  'goes on where the connection was lost',
);

breaks(
  describeDownloadFiles,
  memoryDownloadFiles,
  ({ files }) => {
    const original = files.open.bind(files);
    files.open = async (file) => {
      const opened = await original(file);
      return opened.ok ? opened : failed({ kind: 'missing' });
    };
  },
  'files that count as missing while they cannot be read',
  'says that a file cannot be read now',
);

breaks(
  describeDownloadFiles,
  memoryDownloadFiles,
  (fixture) => {
    const { files } = fixture;
    const original = files.transfer.bind(files);
    files.transfer = async (file, address, cancellation) => {
      await files.delete(file);
      return original(file, address, cancellation);
    };
  },
  'files that always start over',
  'fetches a file that is whole only once',
);

breaks(
  describeDownloadFiles,
  memoryDownloadFiles,
  ({ files }) => {
    const original = files.open.bind(files);
    const everybody = (file: FileId): FileId => ({ ...file, listener: userId('ada') });
    files.open = async (file) => original(everybody(file));
  },
  'files that every listener sees',
  'separates the files of two listeners',
);

breaks(
  describeDownloadFiles,
  memoryDownloadFiles,
  ({ files }) => {
    files.deleteUnused = async (listener, isUsed) => {
      for (const { name } of (await files.files(listener)) ?? [])
        if (!isUsed(name)) await files.delete({ listener, name });
    };
  },
  'files that leave parts behind',
  'deletes what is not used, also a part of a file',
);

breaks(
  describeDownloadFiles,
  memoryDownloadFiles,
  ({ elsewhere, evict }) => {
    const original = elsewhere.deleteUnused.bind(elsewhere);
    elsewhere.deleteUnused = async (listener, isUsed) => {
      await original(listener, isUsed);
      await evict({ listener, name: 'book_1' });
    };
  },
  'files that are deleted during their transfer',
  'does not delete what is transferred',
);

breaks(
  describeTranscriptReader,
  memoryTranscripts,
  ({ reader }) => {
    reader.read = async () => ok({ isTimed: false, cues: [] });
  },
  'a reader that takes every file for a text',
  'cannot read a file without a text',
);

breaks(
  describeFeeds,
  memoryFeeds,
  ({ api }) => {
    const original = api.renew.bind(api);
    api.renew = async (id) => {
      const renewed = await original(id);
      if (!renewed.ok) return renewed;
      return ok({ ...renewed.value, url: 'https://provider.invalid/feeds/secret-1' });
    };
  },
  'a renewal that keeps the address',
  'at another address',
);

breaks(
  describeOwnSessions,
  memorySessions,
  ({ api }) => {
    api.endOthers = async () => {
      api.sessions = [];
      return ok(undefined);
    };
  },
  'an end of all others that ends this session too',
  'ends all others, and keeps this one',
);

breaks(
  describeListening,
  memoryListening,
  ({ api }) => {
    api.numbers = async () =>
      ok({ today: '2026-03-30', days: [], finishedBooks: 0, authors: [], narrators: [] });
  },
  'numbers without days',
  'returns what the provider has counted',
);
