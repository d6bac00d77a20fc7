import { MemoryAnalytics, MemoryMessaging } from '../../src/adapters/memory/memory-services.ts';
import { describeAnalytics, describeQuietAnalytics } from './services/analytics.ts';
import { describeAudioOutput } from './playback/audio-output.ts';
import { describeClock } from './platform/clock.ts';
import { describeContentApi } from './content-api/content-api.ts';
import { describeContentCache } from './content-api/content-cache.ts';
import { describeDeployment } from './platform/deployment.ts';
import { describeDownloadFiles } from './playback/download-files.ts';
import { describeDownloadList } from './playback/download-list.ts';
import { describeKeyValueStore } from './platform/key-value-store.ts';
import { describeLog } from './platform/log.ts';
import { describeMediaControls } from './playback/media-controls.ts';
import { describeMessaging, describeQuietMessaging } from './services/messaging.ts';
import { describeNetwork } from './platform/network.ts';
import { describeOfflineApp } from './platform/offline-app.ts';
import { describeBookmarkStore } from './playback/bookmark-store.ts';
import { describeHistoryStore } from './playback/history-store.ts';
import { describePlaybackJournal } from './playback/playback-journal.ts';
import { describeTabs } from './playback/tabs.ts';
import {
  memoryAnalytics,
  memoryAudioOutput,
  memoryBookmarkStore,
  memoryClock,
  memoryContentApi,
  memoryContentCache,
  memoryDeployment,
  memoryHistoryStore,
  memoryDownloadFiles,
  memoryDownloadList,
  memoryKeyValueStore,
  memoryLog,
  memoryMediaControls,
  memoryMessaging,
  memoryNetwork,
  memoryOfflineApp,
  memoryPlaybackJournal,
  memoryTabs,
} from './memory-fixtures.ts';

describeKeyValueStore('MemoryKeyValueStore', memoryKeyValueStore);
describeClock('MemoryClock', memoryClock);
describeAudioOutput('FakeAudioOutput', memoryAudioOutput);
describeContentApi('MemoryContentApi', memoryContentApi);
describeContentCache('MemoryContentCache', memoryContentCache);
describePlaybackJournal('MemoryPlaybackJournal', memoryPlaybackJournal);
describeBookmarkStore('MemoryBookmarkStore', memoryBookmarkStore);
describeHistoryStore('MemoryHistoryStore', memoryHistoryStore);
describeTabs('MemoryTabs', memoryTabs);
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
