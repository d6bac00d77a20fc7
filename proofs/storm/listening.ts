import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Listener, PASSWORD } from '../../e2e/support/listener.ts';
import type { Random } from '../simulation/random.ts';
import type { BrowserWorld } from './browser-world.ts';
import { type Tab, within } from './tab.ts';

/** Titles that every listener may play, with and without chapters. */
const TITLES: readonly { readonly id: string; readonly title: string }[] = [
  { id: 'the-tide-library', title: 'The Tide Library' },
  { id: 'quiet-mind', title: 'Quiet Mind' },
  { id: 'how-to-listen-to-a-forest', title: 'How to Listen to a Forest' },
  { id: 'when-you-wake-at-three', title: 'When You Wake at Three' },
  { id: 'why-cats-sit-in-boxes', title: 'Why Cats Sit in Boxes' },
];

const MOST_TABS = 3;

/** How long a listener waits for the page, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The same without a network, in milliseconds. Nothing will come, so a listener waits less. */
const OFFLINE_PATIENCE_MS = 2_500;

const POLL_MS = 50;

/** The keys of the player that seek, and the target of each, in seconds. */
const SEEKS = [
  ['ArrowRight', (position: number) => position + 5],
  ['ArrowLeft', (position: number) => position - 5],
  ['l', (position: number) => position + 15],
  ['j', (position: number) => position - 15],
  ...[1, 3, 5, 6].map(
    (tenth) => [String(tenth), (_: number, duration: number) => (duration * tenth) / 10] as const,
  ),
] as const;

const SPEEDS = ['Shift+Period', 'Shift+Comma'] as const;

const playButton = (page: Page) =>
  new Listener(page).player.getByRole('button', { name: 'Play', exact: true });

const patience = ({ isOffline }: Pick<BrowserWorld, 'isOffline'>): number =>
  isOffline ? OFFLINE_PATIENCE_MS : PATIENCE_MS;

export async function signIn(world: BrowserWorld): Promise<void> {
  const tab = world.tabs[0] ?? (await world.openTab());
  const { page } = tab;
  await tab.open('/login');
  await page.getByLabel('Email', { exact: true }).fill(world.listener);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/', { timeout: 60_000 });
}

/**
 * Plays a title in one of the tabs, or in a new tab.
 *
 * @returns the tab that sounds; null if nothing could be played
 */
export async function play(world: BrowserWorld, random: Random): Promise<Tab | null> {
  const sounding = world.tabs.find((tab) => tab.isSounding);
  if (sounding !== undefined && random.chance(0.6)) return sounding;
  const tab = await chooseTab(world, random);
  world.handsOver = sounding !== undefined;
  try {
    const wants = random.next();
    const button = playButton(tab.page);
    const hasTitle = await within('to look for the player', button.isVisible(), PATIENCE_MS);
    if (wants < 0.6 && hasTitle) await button.click({ timeout: patience(world) });
    else await playTitle(tab, random);
    return (await sounds(tab)) ? tab : null;
  } finally {
    world.handsOver = false;
  }
}

async function chooseTab(world: BrowserWorld, random: Random): Promise<Tab> {
  const { tabs } = world;
  if (tabs.length > 0 && (tabs.length >= MOST_TABS || random.chance(0.65))) return random.pick(tabs);
  const tab = await world.openTab();
  await tab.open(random.pick(['/', '/library', `/audios/${random.pick(TITLES).id}`]));
  // A page that has just opened shows what was played last.
  await playButton(tab.page)
    .waitFor({ timeout: world.isOffline ? 1_000 : 4_000 })
    .catch(() => undefined);
  return tab;
}

async function playTitle(tab: Tab, random: Random): Promise<void> {
  const { page, world } = tab;
  const { id, title } = random.pick(TITLES);
  await tab.open(`/audios/${id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click({ timeout: patience(world) });
}

/** Waits until the tab sounds. Returns false if it stays silent. */
async function sounds(tab: Tab): Promise<boolean> {
  const limit = Date.now() + patience(tab.world);
  while (Date.now() < limit) {
    if (tab.isSounding) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Listens for a while. Meanwhile the listener seeks, pauses and changes the speed. */
export async function listen(tab: Tab, random: Random, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until && !tab.isGone) {
    await sleep(Math.min(random.between(300, 2_500), Math.max(until - Date.now(), 0)));
    if (Date.now() < until && !tab.isGone) await act(tab, random);
  }
}

async function act(tab: Tab, random: Random): Promise<void> {
  const { page, world } = tab;
  const kind = random.next();
  if (!tab.isSounding) {
    if (kind < 0.7)
      await playButton(page)
        .click({ timeout: OFFLINE_PATIENCE_MS })
        .catch(() => undefined);
  } else if (kind < 0.35) await seek(tab, random);
  else if (kind < 0.5) await press(tab, random.pick(SPEEDS));
  else if (kind < 0.7) await pause(tab);
  world.books.count('acts of listeners');
}

export async function seek(tab: Tab, random: Random): Promise<void> {
  tab.world.books.count('seeks');
  const [key, target] = random.pick(SEEKS);
  if (tab.isSounding) tab.soughtBy = target;
  else tab.world.silentSeeks.push(target);
  await press(tab, key);
}

/** Pauses by a key, because a key press returns at once. */
export async function pause(tab: Tab): Promise<void> {
  await press(tab, 'k');
}

async function press({ page }: Tab, key: string): Promise<void> {
  await within(`to press ${key}`, page.keyboard.press(key));
}

/** Signs out, and signs the next listener in. */
export async function changeListener(world: BrowserWorld): Promise<void> {
  for (const tab of world.tabs.slice(1)) await tab.close();
  const tab = world.tabs[0] ?? (await world.openTab());
  const { page } = tab;
  await tab.open('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  // Waits for the last reports of the session, which are still being sent.
  await sleep(1_000);
  await explainDiscarded(world, page);
  world.nextListener();
  await signIn(world);
  world.books.count('changes of the listener');
}

/**
 * Explains the waiting reports of the listener who has left. The sign-in of the next listener discards them
 * (PROG-14).
 */
async function explainDiscarded({ books, listener }: BrowserWorld, page: Page): Promise<void> {
  for (const { content, duration } of await waitingIn(page)) {
    const account = books.account(listener, content);
    account.explain('another listener signed in', duration);
    account.isPointExcused = true;
  }
}

/** The waiting reports and drafts in the storage: the content, and the milliseconds of royalties that were not sent. */
export async function waitingIn(
  page: Page,
): Promise<readonly { readonly content: string; readonly duration: number }[]> {
  const entries = page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) => {
      if (!/^journal\.(?:report|draft)\./u.test(key)) return [];
      const entry = JSON.parse(String(text)) as {
        readonly playback: { readonly id: string } | null;
        readonly royalty: { readonly contentId: string; readonly duration: number } | null;
        readonly isRoyaltyTried: boolean;
      };
      const content = entry.royalty?.contentId ?? entry.playback?.id ?? '';
      return [{ content, duration: entry.isRoyaltyTried ? 0 : (entry.royalty?.duration ?? 0) }];
    }),
  );
  return within('to read the storage', entries);
}
