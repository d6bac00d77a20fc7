import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';

import { BrowserTabs, type TabLocks } from '../../../src/adapters/browser/browser-tabs.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { pageId } from '../../../src/domain/progress/position.ts';
import { instant } from '../../../src/domain/time.ts';
import { describeTabs } from '../../contract/playback/tabs.ts';

const open: BroadcastChannel[] = [];

/** Node's own channel, which works like the browser's. */
const channel = (): BroadcastChannel => {
  const opened = new BroadcastChannel('tabs-of-this-test');
  open.push(opened);
  return opened;
};

afterEach(() => {
  for (const opened of open.splice(0)) opened.close();
});

const settle = async (): Promise<void> => setTimeout(20);

/** Stored values reach other tabs at once. */
const clock = { after: async () => Promise.resolve() };

/** The browser's Web Locks. */
class Locks implements TabLocks {
  private readonly requests: { readonly name: string; readonly done: Promise<void> }[] = [];

  async request(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.requests.findLast((other) => other.name === name)?.done ?? Promise.resolve();
    const done = before.then(work);
    const request = { name, done: done.catch(() => undefined) };
    this.requests.push(request);
    await done.finally(() => this.requests.splice(this.requests.indexOf(request), 1));
  }

  async query() {
    return Promise.resolve({ held: this.requests.slice(0, 1), pending: this.requests.slice(1) });
  }
}

const separateStore = (): MemoryKeyValueStore => new MemoryKeyValueStore();

describeTabs('BrowserTabs with a broadcast channel alone', () => ({
  one: new BrowserTabs(pageId('one'), { channel: channel(), store: separateStore(), locks: null, clock }),
  other: new BrowserTabs(pageId('other'), { channel: channel(), store: separateStore(), locks: null, clock }),
  settle,
  canTellHolders: false,
  sharesStorage: false,
}));

describeTabs('BrowserTabs with shared storage alone', () => {
  const store = separateStore();
  return {
    one: new BrowserTabs(pageId('one'), { channel: null, store, locks: null, clock }),
    other: new BrowserTabs(pageId('other'), {
      channel: null,
      store: store.inAnotherTab(),
      locks: null,
      clock,
    }),
    settle,
    canTellHolders: false,
    sharesStorage: true,
  };
});

describeTabs('BrowserTabs with everything', () => {
  const store = separateStore();
  const locks = new Locks();
  return {
    one: new BrowserTabs(pageId('one'), { channel: channel(), store, locks, clock }),
    other: new BrowserTabs(pageId('other'), {
      channel: channel(),
      store: store.inAnotherTab(),
      locks,
      clock,
    }),
    settle,
    canTellHolders: true,
    sharesStorage: true,
  };
});

describe('BrowserTabs', () => {
  test('ignores invalid messages', async () => {
    const store = separateStore();
    const tabs = new BrowserTabs(pageId('one'), { channel: channel(), store, locks: null, clock });
    const received: unknown[] = [];
    tabs.claims.subscribe((claim) => received.push(claim));
    const stranger = channel();
    for (const word of [null, 'stop', { page: '', at: 1 }, { page: 'x', at: Number.NaN }])
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
      stranger.postMessage(word);
    store.inAnotherTab().set('tabs.sound', '{');
    await settle();
    expect(received).toEqual([]);
  });

  test('works alone without a channel and locks', async () => {
    const tabs = new BrowserTabs(pageId('one'), {
      channel: null,
      store: separateStore(),
      locks: null,
      clock,
    });
    const received: unknown[] = [];
    tabs.claims.subscribe((claim) => received.push(claim));
    tabs.claimSound(instant(1));
    let isDone = false;
    await tabs.exclusively('work', async () => {
      isDone = true;
      return Promise.resolve();
    });
    expect([received, isDone]).toEqual([[], true]);
  });

  test('starts work when what earlier work has stored reaches this tab, also if the page of that work has ended', async () => {
    const locks = new Locks();
    const time = new MemoryClock();
    const store = separateStore();
    const [one, other] = ['one', 'other'].map(
      (name) => new BrowserTabs(pageId(name), { channel: null, store, locks, clock: time }),
    );
    const steps: string[] = [];
    let endPage = (): void => undefined;
    const endless = new Promise<void>((resolve) => {
      endPage = resolve;
    });
    void one?.exclusively('work', async () => {
      steps.push('one');
      await endless;
    });
    await time.advanceAsync(150);
    const waiting = other?.exclusively('work', async () => {
      steps.push('other');
      return Promise.resolve();
    });
    await time.advanceAsync(1_000);
    expect(steps).toEqual(['one']);
    // The browser releases the lock of a page that ends.
    endPage();
    await time.advanceAsync(149);
    expect(steps).toEqual(['one']);
    await time.advanceAsync(1);
    await waiting;
    expect(steps).toEqual(['one', 'other']);
  });

  test('says that it works before it waits, so that a tab that ends does not do the same', async () => {
    const locks = new Locks();
    const time = new MemoryClock();
    const store = separateStore();
    const one = new BrowserTabs(pageId('one'), { channel: null, store, locks, clock: time });
    const other = new BrowserTabs(pageId('other'), {
      channel: null,
      store: store.inAnotherTab(),
      locks,
      clock: time,
    });
    const working = one.exclusively('work', async () => Promise.resolve());
    await time.advanceAsync(0);
    expect(other.isBusyElsewhere('work')).toBe(true);
    expect(one.isBusyElsewhere('work')).toBe(false);
    await time.advanceAsync(150);
    await working;
    expect(other.isBusyElsewhere('work')).toBe(false);
  });

  test('works in a browser that refuses locks', async () => {
    const refused = async () => Promise.reject(new Error('the page is gone'));
    const locks = { request: refused, query: refused };
    const tabs = new BrowserTabs(pageId('one'), { channel: null, store: separateStore(), locks, clock });
    tabs.hold('name').release();
    await expect(tabs.exclusively('work', async () => Promise.resolve())).rejects.toThrow('the page is gone');
  });
});
