import { MemoryAnalytics } from '../../src/adapters/memory/memory-analytics.ts';
import { MemoryMessaging } from '../../src/adapters/memory/memory-messaging.ts';
import { describeAnalytics, describeQuietAnalytics } from './analytics.ts';
import { describeAudioOutput } from './audio-output.ts';
import { describeClock } from './clock.ts';
import { describeContentApi } from './content-api.ts';
import { describeContentCache } from './content-cache.ts';
import { describeDeployment } from './deployment.ts';
import { describeKeyValueStore } from './key-value-store.ts';
import { describeLog } from './log.ts';
import { describeMediaControls } from './media-controls.ts';
import { describeMessaging, describeQuietMessaging } from './messaging.ts';
import { describeNetwork } from './network.ts';
import { describePlaybackJournal } from './playback-journal.ts';
import { describeTabs } from './tabs.ts';
import {
  memoryAnalytics,
  memoryAudioOutput,
  memoryClock,
  memoryContentApi,
  memoryContentCache,
  memoryDeployment,
  memoryKeyValueStore,
  memoryLog,
  memoryMediaControls,
  memoryMessaging,
  memoryNetwork,
  memoryPlaybackJournal,
  memoryTabs,
} from './memory-worlds.ts';

describeKeyValueStore('MemoryKeyValueStore', memoryKeyValueStore);
describeClock('MemoryClock', memoryClock);
describeAudioOutput('FakeAudioOutput', memoryAudioOutput);
describeContentApi('MemoryContentApi', memoryContentApi);
describeContentCache('MemoryContentCache', memoryContentCache);
describePlaybackJournal('MemoryPlaybackJournal', memoryPlaybackJournal);
describeTabs('MemoryTabs', memoryTabs);
describeNetwork('MemoryNetwork', memoryNetwork);
describeDeployment('MemoryDeployment', memoryDeployment);
describeMediaControls('MemoryMediaControls', memoryMediaControls);
describeLog('MemoryLog', memoryLog);
describeQuietAnalytics('MemoryAnalytics', () => new MemoryAnalytics());
describeAnalytics('MemoryAnalytics', memoryAnalytics);
describeQuietMessaging('MemoryMessaging', () => new MemoryMessaging());
describeMessaging('MemoryMessaging', memoryMessaging);
