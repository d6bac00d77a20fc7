import { createHash } from 'node:crypto';
import { type Account, type Point, SAME_MOMENT } from './books.ts';
import type { Story } from './habits.ts';
import type { Client } from './model/page.ts';
import { royaltiesIn } from './model/provider.ts';
import { settled } from './model/timeline.ts';
import type { Rule } from './rules.ts';
import { listenerId, openTab, takeStep, visit } from './steps.ts';
import { type Device, type Problem, World, type WorldOptions } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Milliseconds. A page that ends this soon after a response arrived may not have read the response. */
const JUST_BEFORE = 250;

const STAYS_IN: Rule = 'SES-34 nobody stays in after a definite refusal';

/**
 * Ends all faults, lets every listener return, waits until all reports are sent, and compares the books with the
 * provider.
 */
async function rest(world: World): Promise<void> {
  for (const device of world.devices) heal(device);
  await world.pass(20 * SECOND);
  for (const device of world.devices) device.followSleepTimers();
  for (let round = 0; round < 3; round += 1) {
    for (const device of world.devices) pauseAll(device);
    await world.pass(30 * SECOND);
  }
  for (const device of world.devices) await comeBack(world, device);
  // Late calls arrive now. A page that was hidden for a long time looks at its reports once a minute.
  await world.pass(6 * MINUTE);
  for (const device of world.devices) checkNothingWaits(world, device);
  // A position that was chosen without sound is reported when its page is left.
  for (const device of world.devices) await closeAll(device);
  await world.pass(10 * SECOND);
  for (const device of world.devices) openTab(device);
  await world.pass(MINUTE);
  excuseCalls(world);
  for (const device of world.devices) checkFiles(world, device);
  for (const device of world.devices) checkNothingWaits(world, device);
  for (const account of world.books.accounts.values()) {
    checkRoyalties(world, account);
    checkPoint(world, account);
    checkFavorite(world, account);
  }
}

function heal(device: Device): void {
  device.network.faults.length = 0;
  device.network.mediaStalls = false;
  device.network.isCaptive = false;
  device.storage.state = 'works';
  device.files.state = 'work';
  device.files.faults.length = 0;
  device.channels.weather = 'arrive';
  device.wake();
  for (const tab of device.tabs) {
    tab.deniesSound = false;
    if (tab.page !== null) tab.page.killedBefore = Number.POSITIVE_INFINITY;
    if (!tab.isFrozen) continue;
    tab.isFrozen = false;
    tab.page?.resume();
  }
  device.setOnline(true);
}

function pauseAll(device: Device): void {
  for (const { page } of device.tabs) {
    const services = page?.started?.services;
    if (services?.player.isPlaying === true) void services.togglePlayback.toggle();
  }
}

async function closeAll(device: Device): Promise<void> {
  for (const tab of device.tabs) await tab.close();
  device.tabs.length = 0;
}

/** Opens the product again, and signs in if the session has ended. */
async function comeBack(world: World, device: Device): Promise<void> {
  if (device.staysIn && !device.wasRefusalUnread) world.breaks(STAYS_IN, device.name);
  if (device.tabs.every(({ page }) => page === null)) openTab(device);
  for (const tab of device.tabs) {
    // A page that was loaded while the storage was blocked cannot use the storage before a reload.
    if (tab.page?.isBlocked === true) await tab.close();
    if (tab.page === null) await tab.open();
    // A page that takes its listener for unknown asks again on the next route.
    const services = tab.page?.started?.services;
    if (tab.page?.isNobodys === true && services !== undefined) void visit(services);
  }
  await world.pass(5 * SECOND);
  if (device.staysIn) {
    // The open pages may run an older build, or make no request. A new page makes one.
    openTab(device);
    await world.pass(5 * SECOND);
    if (device.staysIn) world.breaks(STAYS_IN, device.name);
  }
  if (device.signedIn === null) {
    const listener = [1, 2].find((number) => listenerId(number) === device.person) ?? 1;
    await takeStep(world, {
      kind: 'sign in',
      wait: 0,
      device: world.devices.indexOf(device),
      tab: 0,
      listener,
    });
    await world.pass(20 * SECOND);
  }
}

/** Excuses each royalty whose call got no response, or was refused for good. */
function excuseCalls(world: World): void {
  for (const { isHandled, responded, body, user, page } of world.royaltyCalls) {
    if (isHandled || user === null) continue;
    const status = responded?.status ?? 0;
    const wasUnread = page.endedAt !== null && page.endedAt - (responded?.at ?? 0) < JUST_BEFORE;
    const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 429;
    const isUnknown =
      responded === null || responded.isWebPage || status === 502 || status === 504 || wasUnread;
    if (!isRefused && !isUnknown) continue;
    for (const { content, duration } of royaltiesIn(body))
      world.books.excuse(user, content, duration, isRefused ? 'refused for good' : 'call without a response');
  }
  world.royaltyCalls = [];
}

function checkNothingWaits(world: World, device: Device): void {
  const own = device.storage.keys.filter(
    (key) =>
      key.startsWith('journal.report.') &&
      device.storage.entries.get(key)?.includes(`"listener":"${device.signedIn ?? ''}"`) === true,
  );
  if (own.length > 0 && device.signedIn !== null)
    world.breaks(
      'PROG-65 at rest nothing is left to send',
      `${device.name} keeps ${String(own.length)} reports`,
    );
}

/** Files of the listener who is signed in that belong to no download. Files of other listeners are not checked. */
function checkFiles(world: World, { name, signedIn, storage, files }: Device): void {
  if (signedIn === null) return;
  const prefix = `download.title.${signedIn}.`;
  const downloads = storage.keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => storage.entries.get(key) ?? '');
  const folder = files.root.folders.get('downloads')?.folders.get(hashed(signedIn));
  const wanted = new Set(
    downloads.flatMap((text) =>
      [...text.matchAll(/"id":"(?<id>[\w-]+)","src"/gu)].map(({ groups }) => groups?.['id'] ?? ''),
    ),
  );
  const expected = new Set([...wanted].map(hashed));
  const stored = [...(folder?.files ?? [])].map(([file, { sound }]) => ({
    name: file.replace(/\.\w+$/u, ''),
    sound,
  }));
  for (const file of stored)
    if (!expected.has(file.name))
      world.breaks('DOWN-78 at rest each file belongs to a download', `${name} stores ${file.sound}`);
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Tolerated difference in milliseconds: the rounding of reports, and the silence of seeks at the highest speed. */
const tolerance = ({ starts, seeks }: Account): number => 20 + 4 * starts + 60 * seeks;

function checkRoyalties(world: World, account: Account): void {
  const { user, content, heard, excused } = account;
  const counted = world.provider.members.get(user)?.counted.get(content) ?? 0;
  const waiting = world.devices
    .flatMap((device) => device.waiting())
    .reduce((sum, each) => (each.user === user && each.content === content ? sum + each.duration : sum), 0);
  const given = [...excused.values()].reduce((sum, amount) => sum + amount, 0);
  const tolerated = tolerance(account);
  const inWords = `${user} heard ${(heard / 1000).toFixed(2)} s of ${content}, counted are ${(counted / 1000).toFixed(2)} s`;
  if (counted > heard + tolerated)
    world.breaks(
      account.heardFromFiles > 0
        ? 'DOWN-79 what a file plays counts at most once'
        : 'PROG-62 listened seconds are counted at most once',
      inWords,
    );
  const missing = heard - counted - given - waiting - tolerated;
  if (missing > 0) {
    const reasons = [...excused]
      .map(([reason, amount]) => `${reason} ${(amount / 1000).toFixed(2)} s`)
      .join(', ');
    world.breaks(
      'PROG-63 all listened seconds are counted',
      `${inWords}; explained: ${reasons === '' ? 'nothing' : reasons}; waiting ${(waiting / 1000).toFixed(2)} s`,
    );
  }
}

function checkFavorite(world: World, { user, content, favorite }: Account): void {
  const isSaved = world.provider.members.get(user)?.favorites.has(content) === true;
  if (favorite !== null && favorite !== isSaved)
    world.breaks(
      'FAV-5 a favourite shows as it is saved',
      `${content} was shown to ${user} as ${favorite ? 'saved' : 'removed'}`,
    );
}

function checkPoint(world: World, account: Account): void {
  const { user, content, points, pointLostAt, arrivals } = account;
  const record = world.provider.members.get(user)?.positions.get(content);
  const newest = [...points.values()].toSorted((one, other) => other.at - one.at)[0];
  if (newest === undefined) {
    if (record !== undefined && account.asked.length === 0)
      world.breaks("PROG-35 no listener's word under another's session", `${user} never heard ${content}`);
    return;
  }
  const tolerated = 1 + newest.slack + account.pointSlack;
  // The sound may go on for a moment after the provider has refused the last report.
  if (newest.position < tolerated || pointLostAt >= newest.at - SAME_MOMENT) return;
  const device = world.devices.find(({ name }) => name === newest.device);
  if (device?.signedIn !== user) return;
  // Another device reported at about the same time, or the clock of the page with the newest position was behind by more
  // than the time between the reports. The provider knows only when a report arrived, so either position may win.
  const isContested = arrivals.some(
    ({ at, device: from }) => from !== newest.device && at > newest.at - newest.behind - CONTEST,
  );
  if (isContested) return;
  const isAt = ({ position, chapter }: Point): boolean =>
    record?.chapter === chapter && Math.abs(record.position / 1000 - position) <= tolerated;
  if (isAt(newest)) {
    const away = Math.abs((record?.position ?? 0) - newest.position * 1000);
    world.most(`most milliseconds of position lost${account.pointSlack > 0 ? ' after a kill' : ''}`, away);
    return;
  }
  // A chosen position may count, if its sound never started, or if another tab sounded at the same moment. If several in a
  // row never sounded, each of them may count. A chosen start is not reported (PROG-2).
  const recent = account.asked.filter(({ at }) => at > newest.at - SAME_MOMENT);
  if (recent.some((asked) => isAt(asked) || asked.position < tolerated)) return;
  world.breaks(
    'PROG-64 the position at the provider is the newest',
    `${user} is in ${content} at ${describe(newest.chapter, newest.position)}, the provider has ${
      record === undefined ? 'nothing' : describe(record.chapter, record.position / 1000)
    }`,
  );
}

/** Milliseconds. Clocks that differ by less than this cannot tell which report came first. */
const CONTEST = 10_000;

const describe = (chapter: number | null, position: number): string =>
  `${chapter === null ? '' : `chapter ${String(chapter)} `}second ${position.toFixed(1)}`;

export type Life = { readonly world: World; readonly problem: Problem | null; readonly stepsTaken: number };

/** The world that is running. Unhandled rejections are counted as its problems. */
let current: World | null = null;

process.on('unhandledRejection', (reason: unknown) => {
  current?.breaks(
    'PROG-68 no unhandled rejection',
    reason instanceof Error ? (reason.stack ?? String(reason)) : String(reason),
  );
});

/** Runs a story until it ends or a rule is broken. */
export async function live(story: Story, client: Client, signIn?: WorldOptions['signIn']): Promise<Life> {
  const world = new World({ ...story, client, signIn });
  current = world;
  let stepsTaken = 0;
  for (const step of story.steps) {
    stepsTaken += 1;
    await world.pass(step.wait);
    for (const device of world.devices) device.followSleepTimers();
    world.note(() => `-- ${JSON.stringify(step)}`);
    world.count(`step: ${step.kind}`);
    if (step.kind === 'rest') await rest(world);
    else await takeStep(world, step);
    for (const device of world.devices) {
      // A timer that was just set may end before the next step.
      device.followSleepTimers();
      device.check();
    }
    if (world.problems.length > 0) break;
  }
  for (const device of world.devices) for (const tab of device.tabs) tab.page?.end();
  await settled();
  current = null;
  return { world, problem: world.problems[0] ?? null, stepsTaken };
}
