import { FakeAudioOutput } from '../../src/adapters/memory/fake-audio-output.ts';
import { MemoryAnalytics } from '../../src/adapters/memory/memory-analytics.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../src/adapters/memory/memory-content-api.ts';
import { MemoryContentCache } from '../../src/adapters/memory/memory-content-cache.ts';
import { MemoryDeployment } from '../../src/adapters/memory/memory-deployment.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-log.ts';
import { MemoryMediaControls } from '../../src/adapters/memory/memory-media-controls.ts';
import { MemoryMessaging } from '../../src/adapters/memory/memory-messaging.ts';
import { MemoryNetwork } from '../../src/adapters/memory/memory-network.ts';
import { MemoryPlaybackJournal } from '../../src/adapters/memory/memory-playback-journal.ts';
import { MemoryTabs } from '../../src/adapters/memory/memory-tabs.ts';
import { messageId } from '../../src/domain/in-app-message.ts';
import { milliseconds, seconds } from '../../src/domain/time.ts';
import { describeAnalytics, describeQuietAnalytics } from './analytics.ts';
import { describeAudioOutput } from './audio-output.ts';
import { describeClock } from './clock.ts';
import { describeContentApi } from './content-api.ts';
import { describeContentCache } from './content-cache.ts';
import { describeDeployment } from './deployment.ts';
import { describeKeyValueStore } from './key-value-store.ts';
import { describeLog } from './log.ts';
import { describeMediaControls } from './media-controls.ts';
import { KNOWN_CONTENT, MEMORY_CATALOGUE } from './memory-catalogue.ts';
import { describeMessaging, describeQuietMessaging } from './messaging.ts';
import { describeNetwork } from './network.ts';
import { describePlaybackJournal } from './playback-journal.ts';
import { describeTabs } from './tabs.ts';
import { untilOn } from './until.ts';

describeKeyValueStore('MemoryKeyValueStore', () => {
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
});

describeClock('MemoryClock', () => {
  const clock = new MemoryClock();
  return { clock, pass: async (span) => clock.run(span) };
});

describeAudioOutput('FakeAudioOutput', () => {
  const clock = new MemoryClock();
  const output = new FakeAudioOutput(clock, { durationOf: () => seconds(60) });
  return {
    output,
    url: 'https://media.invalid/a.mp3',
    duration: seconds(60),
    now: () => clock.now(),
    until: untilOn(clock),
    quiet: async () => clock.run(20_000),
    unplayable: () => {
      output.failsNextLoad = true;
      return 'https://media.invalid/a.mp3';
    },
    staged: {
      denyNext: () => {
        output.deniesNextPlay = true;
      },
      stall: () => output.stall(),
      dataReturns: () => output.dataReturned(),
    },
  };
});

describeContentApi('MemoryContentApi', async () => {
  const api = new MemoryContentApi(MEMORY_CATALOGUE, new MemoryClock());
  return {
    api,
    setReachable: (isReachable) => {
      api.faults.isUnreachable = !isReachable;
    },
    ...KNOWN_CONTENT,
  };
});

describeContentCache('MemoryContentCache', () => {
  const cache = new MemoryContentCache();
  return {
    cache,
    keep: (name) => cache.keep(name),
    held: () => cache.held,
    expireAll: () => cache.expireAll(),
  };
});

describePlaybackJournal('MemoryPlaybackJournal', () => {
  const journal = new MemoryPlaybackJournal();
  return {
    journal,
    reopened: () => journal,
    fill: () => {
      journal.isFull = true;
    },
  };
});

describeTabs('MemoryTabs', () => {
  const one = new MemoryTabs();
  return { one, other: one.another(), settle: async () => Promise.resolve() };
});

describeNetwork('MemoryNetwork', () => {
  const network = new MemoryNetwork();
  return { network, goesAway: () => network.goesAway(), comesBack: () => network.comesBack() };
});

describeDeployment('MemoryDeployment', () => {
  const deployment = new MemoryDeployment();
  return {
    deployment,
    reloaded: () => deployment,
    deploys: () => deployment.becomes('outdated'),
    setReachable: (isReachable) => deployment.becomes(isReachable ? 'newest' : 'unreachable'),
    reloads: () => deployment.reloads,
  };
});

describeMediaControls('MemoryMediaControls', () => {
  const controls = new MemoryMediaControls();
  return {
    controls,
    shown: () => controls.shown,
    isPlaying: () => controls.isPlaying,
    place: () => controls.place,
    press: (command) => controls.press(command),
  };
});

describeLog('MemoryLog', () => {
  const log = new MemoryLog();
  return { log, lines: () => log.entries.map(({ level, message }) => ({ level, message })) };
});

describeQuietAnalytics('MemoryAnalytics', () => new MemoryAnalytics());
describeAnalytics('MemoryAnalytics', async () => {
  const analytics = new MemoryAnalytics();
  return { analytics, told: async () => analytics.told };
});

describeQuietMessaging('MemoryMessaging', () => new MemoryMessaging());
describeMessaging('MemoryMessaging', async () => {
  const messaging = new MemoryMessaging();
  return {
    messaging,
    settle: async () => undefined,
    told: async () => messaging.told,
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
});
