import { vi } from 'vitest';
import { ConsoleLog } from '../../src/adapters/browser/browser-platform.ts';
import { ResponseCache } from '../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryAnalytics, MemoryMessaging } from '../../src/adapters/memory/memory-services.ts';
import { SilentAnalytics, SilentMessaging } from '../../src/adapters/silent/silent-services.ts';
import { CACHE_LIFETIME, cacheKey } from '../../src/domain/catalogue/cache-policy.ts';
import { describeContentApi } from './content-api/content-api.ts';
import { describeOwnSessions } from './session/own-sessions.ts';
import { describeListening, describeFeeds } from './content-api/optional-apis.ts';
import { describeContentCache } from './content-api/content-cache.ts';
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
} from './memory-fixtures.ts';
import {
  describeClock,
  describeLog,
  describeNetwork,
  describeDeployment,
  describeOfflineApp,
} from './platform/platform.ts';
import { describeKeyValueStore } from './platform/key-value-store.ts';
import { describeAudioOutput } from './playback/audio-output.ts';
import { describeBookmarkStore } from './playback/bookmark-store.ts';
import { describeDownloadFiles } from './playback/download-files.ts';
import { describeDownloadList } from './playback/download-list.ts';
import { describeHistoryStore } from './playback/history-store.ts';
import { describeMediaControls } from './playback/media-controls.ts';
import { describePlaybackJournal } from './playback/playback-journal.ts';
import { describeTabs } from './playback/tabs.ts';
import { describeTranscriptReader } from './playback/transcript-reader.ts';
import {
  describeAnalytics,
  describeQuietAnalytics,
  describeMessaging,
  describeQuietMessaging,
} from './services/services.ts';
import { describeAccount } from './session/account.ts';
import { describeAuth } from './session/auth.ts';
import { describeHostedLogin } from './session/hosted-login.ts';
import { describeRegistration } from './session/registration.ts';

describeKeyValueStore('MemoryKeyValueStore', memoryKeyValueStore);
describeClock('MemoryClock', memoryClock);
describeAudioOutput('FakeAudioOutput', memoryAudioOutput);
describeContentApi('MemoryContentApi', memoryContentApi);
describeContentCache('MemoryContentCache', memoryContentCache);
describeListening('MemoryListening', memoryListening);
describeFeeds('MemoryFeeds', memoryFeeds);
describeOwnSessions('MemorySessions', memorySessions);
describePlaybackJournal('MemoryPlaybackJournal', memoryPlaybackJournal);
describeBookmarkStore('MemoryBookmarkStore', memoryBookmarkStore);
describeHistoryStore('MemoryHistoryStore', memoryHistoryStore);
describeTabs('MemoryTabs', memoryTabs);
describeTranscriptReader('MemoryTranscripts', memoryTranscripts);
describeDownloadList('MemoryDownloadList', memoryDownloadList);
describeDownloadFiles('MemoryDownloadFiles', memoryDownloadFiles);
describeNetwork('MemoryNetwork', memoryNetwork);
describeOfflineApp('MemoryOfflineApp', memoryOfflineApp);
describeDeployment('MemoryDeployment', memoryDeployment);
describeMediaControls('MemoryMediaControls', memoryMediaControls);
describeLog('MemoryLog', memoryLog);
describeQuietAnalytics('MemoryAnalytics', () => new MemoryAnalytics());
describeAnalytics('MemoryAnalytics', memoryAnalytics);
describeQuietMessaging('MemoryMessaging', () => new MemoryMessaging());
describeMessaging('MemoryMessaging', memoryMessaging);

describeQuietAnalytics('SilentAnalytics', () => new SilentAnalytics());
describeQuietMessaging('SilentMessaging', () => new SilentMessaging());

describeLog('ConsoleLog', () => {
  const lines: { level: 'warn' | 'error'; message: string }[] = [];
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((message: string) => void lines.push({ level, message }));
  }
  return { log: new ConsoleLog(), lines: () => lines };
});

describeContentCache('ResponseCache', () => {
  const clock = new MemoryClock();
  const store = new MemoryKeyValueStore();
  const cache = new ResponseCache(store, clock, (work) => work());
  return {
    cache,
    store: (name) => cache.write(cache.ticket(), name, { text: '1', body: 1 }),
    nameOf: (id) => cacheKey('GET', `/content/${encodeURIComponent(id)}`, {}),
    names: () => store.keys().map((key) => key.replace('response:', '')),
    expireAll: () => clock.advance(CACHE_LIFETIME),
  };
});

describeAuth('MemoryAuth', memoryAuth);
describeRegistration('MemoryRegistration', memoryRegistration);
describeAccount('MemoryAccountApi', memoryAccount);
describeHostedLogin('MemoryHostedLogin', memoryHostedLogin);
