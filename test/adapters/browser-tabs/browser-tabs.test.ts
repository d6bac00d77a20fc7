import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';

import { BrowserTabs } from '../../../src/adapters/browser-tabs/browser-tabs.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { pageId } from '../../../src/domain/place.ts';
import { instant } from '../../../src/domain/time.ts';
import { describeTabs } from '../../contract/tabs.ts';

const open: BroadcastChannel[] = [];

/** Node's own, which is the browser's. */
const channel = (): BroadcastChannel => {
  const opened = new BroadcastChannel('tabs-of-this-test');
  open.push(opened);
  return opened;
};

afterEach(() => {
  for (const opened of open.splice(0)) opened.close();
});

const settle = async (): Promise<void> => setTimeout(20);

const lonelyStore = (): MemoryKeyValueStore => new MemoryKeyValueStore();

describeTabs('BrowserTabs with a broadcast channel alone', () => ({
  one: new BrowserTabs(pageId('one'), { channel: channel(), store: lonelyStore(), locks: null }),
  other: new BrowserTabs(pageId('other'), { channel: channel(), store: lonelyStore(), locks: null }),
  settle,
}));

describeTabs('BrowserTabs with shared storage alone', () => {
  const store = lonelyStore();
  return {
    one: new BrowserTabs(pageId('one'), { channel: null, store, locks: null }),
    other: new BrowserTabs(pageId('other'), { channel: null, store: store.inAnotherTab(), locks: null }),
    settle,
  };
});

describeTabs('BrowserTabs with everything', () => {
  const store = lonelyStore();
  const queue = { last: Promise.resolve<unknown>(undefined) };
  const locks = {
    async request<Value>(_name: string, work: () => Promise<Value>): Promise<Value> {
      const done = queue.last.then(work);
      queue.last = done.catch(() => undefined);
      return done;
    },
  };
  return {
    one: new BrowserTabs(pageId('one'), { channel: channel(), store, locks }),
    other: new BrowserTabs(pageId('other'), { channel: channel(), store: store.inAnotherTab(), locks }),
    settle,
  };
});

describe('BrowserTabs', () => {
  test('pays no heed to words that are none', async () => {
    const store = lonelyStore();
    const tabs = new BrowserTabs(pageId('one'), { channel: channel(), store, locks: null });
    const heard: unknown[] = [];
    tabs.claims.subscribe((claim) => heard.push(claim));
    const stranger = channel();
    for (const word of [null, 'stop', { page: '', at: 1 }, { page: 'x', at: Number.NaN }])
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      stranger.postMessage(word);
    store.inAnotherTab().set('tabs.sound', '{');
    await settle();
    expect(heard).toEqual([]);
  });

  test('is on its own where there is nothing to reach others by, and works all the same', async () => {
    const tabs = new BrowserTabs(pageId('one'), { channel: null, store: lonelyStore(), locks: null });
    const heard: unknown[] = [];
    tabs.claims.subscribe((claim) => heard.push(claim));
    tabs.claimSound(instant(1));
    let isDone = false;
    await tabs.exclusively('work', async () => {
      isDone = true;
      return Promise.resolve();
    });
    expect([heard, isDone]).toEqual([[], true]);
  });
});
