import { EventEmitter } from 'node:events';
import { type CDPSession, errors, type Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Account, Books } from './books.ts';
import { BINDING, type Moment } from './record-sound.ts';
import { type Surroundings, Tab } from './tab.ts';

const LISTENER = 'one@listener.test';
const SOURCE = 'https://provider.test/media/audio/quiet-mind.mp3';

/** A page that opens addresses as the test says. */
class FakePage extends EventEmitter {
  readonly opened: string[] = [];
  /** Runs at each opening. Throws if the page does not load. */
  answer: (attempt: number) => void = () => undefined;

  async goto(path: string): Promise<void> {
    this.opened.push(path);
    this.answer(this.opened.length);
  }

  async close(): Promise<void> {
    return undefined;
  }
}

class FakeDevtools extends EventEmitter {
  async send(): Promise<{ readonly result: { readonly value: string } }> {
    return { result: { value: 'loading' } };
  }

  seek(to: number): void {
    const payload = { kind: 'sought', at: Date.now(), src: SOURCE, to, rate: 1 };
    this.emit('Runtime.bindingCalled', { name: BINDING, payload: JSON.stringify(payload) });
  }

  tell(moment: Omit<Extract<Moment, { kind: 'heard' }>, 'at' | 'kind' | 'src' | 'rate' | 'duration'>): void {
    const payload = { kind: 'heard', at: Date.now(), src: SOURCE, rate: 1, duration: 600, ...moment };
    this.emit('Runtime.bindingCalled', { name: BINDING, payload: JSON.stringify(payload) });
  }
}

const world = () => ({
  name: 'browser 1',
  books: new Books(),
  tabs: [] as Tab[],
  listener: LISTENER,
  isOffline: false,
  roomSince: 0,
  workerStops: [] as number[],
  handsOver: false,
  silentSeeks: [] as NonNullable<Account['soughtBy']>[],
  togetherSince: null,
  note: () => undefined,
});

async function tabIn(surroundings: Surroundings) {
  const page = new FakePage();
  const devtools = new FakeDevtools();
  const tab = new Tab(surroundings, page as unknown as Page, devtools as unknown as CDPSession);
  await tab.connect();
  surroundings.tabs.push(tab);
  return { tab, page, devtools };
}

const rulesOf = ({ books }: Surroundings): readonly string[] =>
  books.breaches.map(({ rule }) => rule.split(' ', 1).join(''));

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

describe('the place of a title', () => {
  /** A tab plays to the position of 100 seconds and is closed. The next tab starts at `from`. */
  async function playedAgain(surroundings: Surroundings, from: number): Promise<void> {
    const before = await tabIn(surroundings);
    before.devtools.tell({ from: 90, to: 100, played: 10_000, isFirst: true });
    await before.tab.close();
    const after = await tabIn(surroundings);
    after.devtools.tell({ from, to: from + 1, played: 1_000, isFirst: true });
  }

  test('is kept if the next tab starts less than a second from it', async () => {
    const surroundings = world();
    await playedAgain(surroundings, 99.5);
    expect(rulesOf(surroundings)).toEqual([]);
    expect(surroundings.books.figure('largest loss of place')).toBe(0.5);
  });

  test('is lost if the next tab starts more than a second before it', async () => {
    const surroundings = world();
    await playedAgain(surroundings, 95);
    expect(rulesOf(surroundings)).toEqual(['PROG-9']);
  });

  test('may be the target of a seek in a tab that did not sound, but only once', async () => {
    const surroundings = world();
    surroundings.silentSeeks.push((position) => position - 15);
    await playedAgain(surroundings, 85);
    expect(rulesOf(surroundings)).toEqual([]);
    expect(surroundings.books.figure('places moved by a seek without a sound')).toBe(1);

    const next = await tabIn(surroundings);
    next.devtools.tell({ from: 71, to: 72, played: 1_000, isFirst: true });
    expect(rulesOf(surroundings)).toEqual(['PROG-9']);
  });

  test('is not explained by the seek of another target', async () => {
    const surroundings = world();
    surroundings.silentSeeks.push((position) => position - 15);
    await playedAgain(surroundings, 95);
    expect(rulesOf(surroundings)).toEqual(['PROG-9']);
  });
});

describe('a seek', () => {
  /** A tab seeks from 100 to 20 seconds and is killed after a while. The next tab starts at 100 seconds. */
  async function killedAfterSeek(surroundings: Surroundings, milliseconds: number): Promise<void> {
    const before = await tabIn(surroundings);
    before.devtools.tell({ from: 90, to: 100, played: 10_000, isFirst: true });
    before.devtools.seek(20);
    vi.advanceTimersByTime(milliseconds);
    before.page.emit('crash');
    const after = await tabIn(surroundings);
    after.devtools.tell({ from: 100, to: 101, played: 1_000, isFirst: true });
  }

  test('may be lost if the page was killed before the sound reached its target', async () => {
    const surroundings = world();
    await killedAfterSeek(surroundings, 100);
    expect(rulesOf(surroundings)).toEqual([]);
    expect(surroundings.books.figure('places before a seek that a kill interrupted')).toBe(1);
  });

  test('is a breach if it is lost although the page lived for more than a second', async () => {
    const surroundings = world();
    await killedAfterSeek(surroundings, 1_100);
    expect(rulesOf(surroundings)).toEqual(['PROG-9']);
  });

  test('in a closed tab explains no place after the title has sounded in another tab', async () => {
    const surroundings = world();
    const closed = await tabIn(surroundings);
    const other = await tabIn(surroundings);
    other.devtools.tell({ from: 80, to: 90, played: 10_000, isFirst: true });
    vi.advanceTimersByTime(300);
    closed.devtools.tell({ from: 90, to: 100, played: 10_000, isFirst: true });
    closed.tab.soughtBy = () => 300;
    await closed.tab.close();
    const account = surroundings.books.account(LISTENER, 'quiet-mind');
    expect(account.soughtBy).not.toBeNull();
    other.devtools.tell({ from: 100, to: 101, played: 1_000, isFirst: false });
    expect(account.soughtBy).toBeNull();
  });
});

test('two tabs that sound together for more than two seconds are a breach', async () => {
  const surroundings = world();
  const [first, second] = [await tabIn(surroundings), await tabIn(surroundings)];
  for (let at = 0; at < 2_400; at += 100) {
    for (const { devtools } of [first, second])
      devtools.tell({ from: at / 1000, to: (at + 100) / 1000, played: 100, isFirst: false });
    vi.advanceTimersByTime(100);
  }
  expect(rulesOf(surroundings)).toEqual(['PLAY-54']);
});

describe('a page that does not load', () => {
  const timeout = () => new errors.TimeoutError('Timeout 30000ms exceeded.');

  test('is a breach, and its tab is closed', async () => {
    const surroundings = world();
    const { tab, page } = await tabIn(surroundings);
    page.answer = () => {
      throw timeout();
    };
    await expect(tab.open('/library')).rejects.toThrow('Timeout');
    expect(rulesOf(surroundings)).toEqual(['APP-47']);
    expect(surroundings.tabs).toEqual([]);
  });

  test('is opened again if a service worker stopped within a second after the request', async () => {
    const surroundings = world();
    const { tab, page } = await tabIn(surroundings);
    page.answer = (attempt) => {
      if (attempt > 1) return;
      surroundings.workerStops.push(Date.now() + 20);
      vi.advanceTimersByTime(30_000);
      throw timeout();
    };
    await tab.open('/library');
    expect(page.opened).toEqual(['/library', '/library']);
    expect(rulesOf(surroundings)).toEqual([]);
    expect(surroundings.books.figure('pages lost with a stopped service worker')).toBe(1);
  });

  test.each([-20, 1_100])(
    'is a breach if a service worker stopped %i ms after the request',
    async (after) => {
      const surroundings = world();
      const { tab, page } = await tabIn(surroundings);
      page.answer = () => {
        surroundings.workerStops.push(Date.now() + after);
        throw timeout();
      };
      await expect(tab.open('/library')).rejects.toThrow('Timeout');
      expect(rulesOf(surroundings)).toEqual(['APP-47']);
    },
  );
});
