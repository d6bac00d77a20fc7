import type { Started } from '../../src/composition/start.ts';
import { contentId, type ContentItem } from '../../src/domain/catalogue/content.ts';
import { asSpeed } from '../../src/domain/playback/player.ts';
import type { SleepMinutes } from '../../src/domain/playback/sleep.ts';
import { seconds } from '../../src/domain/time.ts';
import { keyOf } from '../../src/domain/playback/up-next.ts';
import type { MessageWeather } from './model/between-tabs.ts';
import { TITLES, nameOfTrack } from './model/catalogue.ts';
import { ask, type Point } from './books.ts';
import type { FileEffect, FilesState } from './model/files.ts';
import type { Fault } from './model/network.ts';
import type { Page } from './model/page.ts';
import { settled } from './model/timeline.ts';
import { type Device, Tab, type World } from './world.ts';

/** One step of a story. `tab` is any number; divided by the number of tabs, its remainder chooses the tab. */
export type Happening =
  | { readonly kind: 'sign in'; readonly tab: number; readonly listener: number }
  | { readonly kind: 'sign out' | 'sign out everywhere' | 'visit'; readonly tab: number }
  | { readonly kind: 'play'; readonly tab: number; readonly title: string; readonly track: number | null }
  | { readonly kind: 'favorite'; readonly tab: number; readonly title: string }
  | { readonly kind: 'toggle' | 'next' | 'previous' | 'autoplay'; readonly tab: number }
  | { readonly kind: 'close player' | 'show player'; readonly tab: number }
  | { readonly kind: 'seek'; readonly tab: number; readonly share: number }
  | { readonly kind: 'speed'; readonly tab: number; readonly speed: number }
  | { readonly kind: 'sleep timer'; readonly tab: number; readonly minutes: SleepMinutes | 'end-of-chapter' }
  | { readonly kind: 'open tab' }
  | { readonly kind: 'close tab' | 'kill tab' | 'reload tab' | 'show tab'; readonly tab: number }
  | { readonly kind: 'freeze tab' | 'deny sound' | 'allow sound'; readonly tab: number }
  | { readonly kind: 'kill before act'; readonly tab: number; readonly acts: number }
  | {
      readonly kind:
        | 'close lid'
        | 'open lid'
        | 'go offline'
        | 'go online'
        | 'captive network'
        | 'media stalls'
        | 'media flows';
    }
  | { readonly kind: 'storage'; readonly state: 'works' | 'full' | 'blocked' | 'cleared' | 'older version' }
  | { readonly kind: 'messages'; readonly weather: MessageWeather }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'deploy' | 'tokens expire' }
  | { readonly kind: 'tokens revoked' | 'subscribe' | 'unsubscribe'; readonly listener: number }
  | { readonly kind: 'buy'; readonly listener: number; readonly title: string }
  | { readonly kind: 'clock'; readonly error: number }
  | {
      readonly kind: 'download';
      readonly tab: number;
      readonly title: string;
      readonly tracks: number | null;
    }
  | {
      readonly kind: 'remove download' | 'stop download' | 'retry download' | 'play download';
      readonly tab: number;
      readonly title: string;
    }
  | { readonly kind: 'play next' | 'add to the end'; readonly tab: number; readonly title: string }
  | { readonly kind: 'reorder'; readonly tab: number; readonly share: number }
  | { readonly kind: 'remove entry'; readonly tab: number; readonly share: number }
  | { readonly kind: 'files'; readonly state: FilesState }
  | { readonly kind: 'evict file' | 'cut file'; readonly share: number }
  | { readonly kind: 'file fault'; readonly effect: FileEffect }
  | { readonly kind: 'rest' };

/** A step on a device. `wait` is the time since the step before, in milliseconds. */
export type Step = { readonly wait: number; readonly device: number } & Happening;

type TabStep = Extract<Step, { readonly tab: number }>;

type Services = Started['services'];

const MOST_TABS = 4;

/** The time after which a listener reacts to a question of the page, in milliseconds. */
const PATIENCE = 6_000;

export const listenerId = (number: number): string => `listener-${String(number)}`;

/** Carries out a step. A step that is impossible now, for example in a closed tab, does nothing. */
export async function takeStep(world: World, step: Step): Promise<void> {
  const device = world.devices[step.device % world.devices.length];
  if (device === undefined) return;
  changeWorld(world, device, step);
  changeDevice(device, step);
  const tab = 'tab' in step ? device.tabs[step.tab % Math.max(device.tabs.length, 1)] : undefined;
  if ('tab' in step && tab !== undefined && !device.isAsleep) await changeTab(tab, step);
  await settled();
}

function changeWorld(world: World, { network, channels }: Device, step: Step): void {
  const member = 'listener' in step ? world.provider.members.get(listenerId(step.listener)) : undefined;
  switch (step.kind) {
    case 'messages':
      channels.weather = step.weather;
      return;
    case 'fault':
      network.faults.push(step.fault);
      return;
    case 'deploy':
      world.build += 1;
      return;
    case 'tokens expire':
      world.pool.expireAll(world.timeline.now);
      return;
    case 'tokens revoked':
      world.pool.revokeAll(listenerId(step.listener));
      return;
    case 'subscribe':
    case 'unsubscribe':
      if (member !== undefined) member.plan = { isExpired: step.kind === 'unsubscribe' };
      return;
    case 'buy':
      member?.purchases.add(step.title);
      return;
    default:
  }
}

function changeDevice(device: Device, step: Step): void {
  const { network } = device;
  switch (step.kind) {
    case 'open tab':
      if (!device.isAsleep && device.tabs.length < MOST_TABS) openTab(device);
      return;
    case 'close lid':
      device.sleep();
      return;
    case 'open lid':
      device.wake();
      return;
    case 'go offline':
    case 'go online':
      network.isCaptive = false;
      device.setOnline(step.kind === 'go online');
      return;
    case 'captive network':
      network.isCaptive = true;
      device.world.reaches('captive network');
      device.setOnline(true);
      return;
    case 'media stalls':
    case 'media flows':
      network.mediaStalls = step.kind === 'media stalls';
      return;
    case 'clock':
      device.world.reaches('clock set');
      device.setClock(step.error);
      return;
    case 'files':
      device.world.reaches(`files ${step.state}`);
      device.files.state = step.state;
      return;
    case 'evict file':
      device.files.evict(step.share);
      return;
    case 'cut file':
      device.files.cut(step.share);
      return;
    case 'file fault':
      device.files.faults.push(step.effect);
      return;
    case 'storage':
      device.world.reaches(`storage ${step.state}`);
      if (step.state === 'cleared') device.clearStorage();
      else if (step.state === 'older version') leaveOlderData(device);
      else device.storage.state = step.state;
      return;
    default:
  }
}

function leaveOlderData({ storage }: Device): void {
  storage.put('store.player', '{"currentAudio":{"id":"tide"},"playlist":"none"}');
  storage.put('store.user', '[]');
  storage.put('journal.report.older', '{"at":"yesterday"}');
  storage.put('journal.draft.older', 'not JSON');
}

/** Opens a tab, which hides the others. */
export function openTab(device: Device): Tab {
  const tab = new Tab(device, `${device.name}, tab ${String(device.tabs.length + 1)}`);
  device.tabs.push(tab);
  bringToFront(tab);
  void tab.open();
  return tab;
}

function bringToFront(tab: Tab): void {
  for (const other of tab.device.tabs) if (other !== tab) other.page?.hide();
  if (tab.isFrozen) {
    tab.isFrozen = false;
    tab.page?.resume();
  }
  tab.page?.show();
}

async function changeTab(tab: Tab, step: TabStep): Promise<void> {
  const { page, device } = tab;
  switch (step.kind) {
    case 'close tab':
      await tab.close();
      device.tabs.splice(device.tabs.indexOf(tab), 1);
      return;
    case 'kill tab':
      tab.kill();
      return;
    case 'reload tab':
      await tab.close();
      bringToFront(tab);
      await tab.open();
      return;
    case 'show tab':
      bringToFront(tab);
      return;
    case 'freeze tab':
      // A browser freezes only hidden tabs without sound and without locks.
      if (page === null || !page.isHidden || page.isSounding || device.locks.isUsedBy(page)) return;
      tab.isFrozen = true;
      device.world.reaches('tab frozen');
      page.suspend();
      return;
    case 'deny sound':
    case 'allow sound':
      tab.deniesSound = step.kind === 'deny sound';
      return;
    case 'kill before act':
      if (page !== null) page.killedBefore = page.acted + step.acts;
      return;
    default:
      if (page !== null) await actOnPage(tab, page, step);
  }
}

/** Lets the listener use the page. */
async function actOnPage(tab: Tab, page: Page, step: TabStep): Promise<void> {
  const { device } = tab;
  const services = page.started?.services;
  if (services === undefined) return;
  // A page without storage would start a second session beside the one of the other tabs.
  if (page.isBlocked && device.signedIn !== null && step.kind.startsWith('sign')) return;
  bringToFront(tab);
  tab.touchedAt = device.world.timeline.now;
  device.touches.push(tab.touchedAt);
  if (['toggle', 'next', 'previous', 'show player'].includes(step.kind)) tab.playedAt = tab.touchedAt;
  device.world.count(`listener: ${step.kind}`);
  const act: Act = (work) => {
    const failed = (error: unknown): void => {
      if (!page.isGone)
        device.world.breaks('PROG-68 no unhandled rejection', `${tab.name}: ${String(error)}`);
    };
    try {
      Promise.resolve(work()).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
  if (step.kind === 'sign in') await signIn(tab, services, step.listener, act);
  else if (step.kind === 'sign out' || step.kind === 'sign out everywhere')
    signOut(tab, services, step.kind, act);
  else if (step.kind === 'visit') act(async () => visit(services));
  else if (step.kind === 'favorite') act(async () => saveFavorite(tab, services, step.title));
  else if (step.kind === 'play') act(async () => play(tab, page, services, step));
  else if (step.kind === 'play next' || step.kind === 'add to the end')
    act(async () => addToUpNext(tab, services, step));
  else if (step.kind === 'reorder' || step.kind === 'remove entry')
    act(async () => editUpNext(tab, services, step));
  else if (step.kind.endsWith('download')) act(async () => useDownloads(tab, page, services, step));
  else actOnPlayer(tab, services, step, act);
}

/** Runs an act of the listener on the page, and reports the error that it throws. */
type Act = (work: () => unknown) => void;

function signOut(tab: Tab, services: Services, kind: 'sign out' | 'sign out everywhere', act: Act): void {
  // A page without a session has no button for it.
  if (tab.device.signedIn === null && !services.user.isSignedIn) return;
  if (kind === 'sign out') {
    tab.device.signsOut();
    act(() => services.signOut.signOut());
  } else {
    tab.device.sessionEnds();
    act(async () => signOutEverywhere(tab, services));
  }
}

/**
 * Signs out on all devices. This ends the session that exists when the response arrives, even if it started after the
 * click.
 */
async function signOutEverywhere({ device }: Tab, { openAccount }: Services): Promise<void> {
  // If the code cannot be loaded, the account page shows a failure instead of the button.
  const account = await openAccount().catch(() => null);
  const done = await account?.accountSecurity.signOutEverywhere();
  if (done?.ok === true) device.sessionEnds();
}

function actOnPlayer(tab: Tab, services: Services, step: TabStep, act: Act): void {
  const { player } = services;
  switch (step.kind) {
    case 'toggle':
      tab.person = personAt(tab, services);
      asksToPlay(tab, services);
      act(async () => services.togglePlayback.toggle());
      return;
    case 'next':
      tab.person = personAt(tab, services);
      // The decision was made when the content was opened (ENT-17).
      tab.requested = null;
      if (player.isPresent) act(async () => services.changeTrack.next());
      return;
    case 'previous':
      tab.person = personAt(tab, services);
      // The decision was made when the content was opened (ENT-17).
      tab.requested = null;
      if (player.isPresent) previous(tab, services, act);
      return;
    case 'autoplay':
      player.setAutoplay(!player.autoplay);
      return;
    case 'close player':
      act(async () => services.playerControls.close());
      return;
    case 'show player':
      tab.person = personAt(tab, services);
      asksToPlay(tab, services);
      act(async () => services.playerControls.resume());
      return;
    case 'seek':
      if (player.isLoaded && player.duration !== null) seek(tab, services, step.share * player.duration, act);
      return;
    case 'speed': {
      const speed = asSpeed(step.speed);
      if (speed !== null) act(async () => services.playbackSettings.setSpeed(speed));
      return;
    }
    case 'sleep timer':
      act(async () => services.sleepTimer.set(step.minutes));
      return;
    default:
  }
}

/** Presses "previous". If more than a moment of the track has played, this restarts the track. */
function previous(tab: Tab, services: Services, act: Act): void {
  const { track } = services.player;
  act(async () => services.changeTrack.previous());
  if (services.player.track?.id === track?.id && services.player.position === 0) chosen(tab, services, 0);
}

function seek(tab: Tab, services: Services, to: number, act: Act): void {
  act(() => services.seek.seekTo(seconds(to)));
  chosen(tab, services, to);
}

function asksToPlay(tab: Tab, services: Services): void {
  const { audio, track, position, isPlaying } = services.player;
  if (audio === null || track === null || isPlaying) return;
  requests(tab, services, audio.id);
  const account = tab.device.world.books.account(tab.person, track.contentId);
  ask(account, pointOf(tab, track.chapterIndex, position));
}

const pointOf = ({ device, page }: Tab, chapter: number | null, position: number): Point => ({
  chapter,
  position,
  at: device.world.timeline.now,
  device: device.name,
  slack: 0,
  behind: page?.behind ?? 0,
});

/**
 * Notes the position that the listener has chosen. A silent element does not report it. The page may have been killed
 * before or after it saved the choice.
 */
function chosen(tab: Tab, services: Services, to: number): void {
  const { page, person, device } = tab;
  const { track } = services.player;
  if (track === null) return;
  const { contentId: content, chapterIndex: chapter } = track;
  const account = device.world.books.account(person, content);
  const point = pointOf(tab, chapter, to);
  ask(account, point);
  page?.chosenIn.add(`${person} ${content}`);
  const isNobodys = page?.elements.some((element) => element.isNobodys) !== false;
  // A position that the sound has not reached is not reported (PROG-11), and neither is that of an unknown listener.
  if (!services.player.isAtPosition || isNobodys) account.pointLostAt = device.world.timeline.now;
  else account.points.set(device.name, point);
}

/** Opens a page that needs a session. */
export async function visit(services: Services): Promise<boolean> {
  if ((await services.session.check()) !== 'signed-in') return false;
  void services.refreshUser.refreshOnRouteChange();
  return true;
}

async function signIn(tab: Tab, services: Services, listener: number, act: Act): Promise<void> {
  const { device } = tab;
  const id = listenerId(listener);
  if (device.signedIn === id && device.person === id) return;
  // A person waits for the end of a sign-in before the next one.
  if (device.signingIn?.isGone === false) return;
  device.signingIn = tab.page;
  // A page whose session could not be stored is signed in too.
  if (device.signedIn !== null || services.user.isSignedIn) {
    device.signsOut();
    services.signOut.signOut();
    await device.world.pass(1000);
    // The page may have ended meanwhile. Then the earlier listener may still be signed in.
    if (tab.page?.started?.services !== services) return;
  }
  device.person = id;
  device.hasSignedIn = true;
  act(async () => {
    const credentials = { email: `${id}@listener.test`, password: 'secret' };
    await services.signIn.withPassword(credentials);
    device.signingIn = null;
  });
}

/**
 * Saves a favourite. What the page shows after the save must be true. After an alert, the listener does not know what
 * is saved (FAV-7).
 */
async function saveFavorite({ device, page }: Tab, services: Services, title: string): Promise<void> {
  if (!(await visit(services))) return;
  const detail = await services.loadPages.audio(contentId(title));
  if (!detail.ok || page?.isGone !== false || services.favorites.isSaving(detail.value.item.id)) return;
  const { item } = detail.value;
  const { person } = device;
  const account = device.world.books.account(person, title);
  const isAlone = account.savingFavorite === 0;
  const before = services.favorites.isFavorite(item);
  account.favorite = null;
  account.savingFavorite += 1;
  await services.favoriteToggle.toggleTitle(item);
  account.savingFavorite -= 1;
  const isShown = services.favorites.isFavorite(item);
  if (!isAlone || account.savingFavorite > 0 || page.isGone || device.person !== person) return;
  if (isShown === before) return;
  account.favorite = isShown;
  device.world.count(isShown ? 'favourites saved' : 'favourites removed');
}

async function play(
  tab: Tab,
  page: Page,
  services: Services,
  { title, track }: Extract<Step, { kind: 'play' }>,
): Promise<void> {
  const { world } = tab.device;
  if (!(await visit(services))) return;
  const { id } = services.user.user;
  const detail = await services.loadPages.audio(contentId(title));
  if (!detail.ok || page.isGone) return;
  // A sign-out leaves the page of the title, which has the button.
  if (id !== '' && services.user.user.id !== id) return;
  const { item, tracks } = detail.value;
  const chosen =
    track === null ? undefined : tracks.list.items[track % Math.max(tracks.list.items.length, 1)];
  tab.touchedAt = world.timeline.now;
  tab.playedAt = tab.touchedAt;
  tab.person = personAt(tab, services);
  requests(tab, services, title);
  for (const content of contentsOf(title))
    world.books.account(tab.person, content).openedOn.add(tab.device.name);
  if (services.player.isCurrentAudio(item)) asksToPlay(tab, services);
  if (chosen === undefined) await services.playerControls.playOrPause(item);
  else await services.playerControls.playOrPauseTrack(item, chosen.id);
  page.later(PATIENCE, () => reactToPlayer(tab, services));
}

/** Adds a title to Up Next. */
async function addToUpNext(
  tab: Tab,
  services: Services,
  { kind, title }: Extract<Step, { kind: 'play next' | 'add to the end' }>,
): Promise<void> {
  if (!(await visit(services))) return;
  const detail = await services.loadPages.audio(contentId(title));
  if (!detail.ok) return;
  for (const content of contentsOf(title))
    tab.device.world.books.account(personAt(tab, services), content).openedOn.add(tab.device.name);
  if (kind === 'play next') await services.upNextQueue.playNext(detail.value.item, null);
  else await services.upNextQueue.addToEnd(detail.value.item, null);
}

/** Moves an entry of Up Next, or removes it. */
async function editUpNext(
  { device, page }: Tab,
  services: Services,
  { kind, share }: Extract<Step, { kind: 'reorder' | 'remove entry' }>,
): Promise<void> {
  const list = await services.upNextQueue.list();
  const entry = list.entries[Math.floor(share * list.entries.length)];
  if (entry === undefined || page?.isGone !== false) return;
  if (kind === 'remove entry') {
    device.mayLeaveUpNext.add(entry.item.id);
    list.remove(keyOf(entry));
  } else list.move(keyOf(entry), Math.floor(((share * 7) % 1) * list.entries.length));
}

type DownloadStep = Extract<Step, { readonly title: string; readonly tab: number }>;

/** Uses a control of a download. */
async function useDownloads(tab: Tab, page: Page, services: Services, step: TabStep): Promise<void> {
  if (!('title' in step)) return;
  // If the code cannot be loaded, the page shows no such control.
  const opened = await services.openDownloads().catch(() => null);
  if (opened === null || page.isGone || !services.user.isSignedIn) return;
  const { device } = tab;
  const title = contentId(step.title);
  const person = personAt(tab, services);
  const download = opened.downloads.find(title);
  switch (step.kind) {
    case 'download':
      await downloads(tab, services, step);
      return;
    case 'stop download':
      opened.downloadAudio.stop(title);
      return;
    case 'retry download':
      opened.downloadAudio.retry(title);
      return;
    case 'remove download':
      device.downloadRemoving(person, step.title);
      await opened.downloadedFiles.remove(title);
      if (download !== null && !page.isGone) device.downloadRemoved(person, step.title);
      return;
    case 'play download':
      if (download !== null) await playDownload(tab, page, services, download.item);
      return;
    default:
  }
}

/** Downloads a title, or its first tracks. */
async function downloads(tab: Tab, services: Services, step: DownloadStep): Promise<void> {
  if (step.kind !== 'download' || !(await visit(services))) return;
  const detail = await services.loadPages.audio(contentId(step.title));
  if (!detail.ok || tab.page?.isGone !== false) return;
  const { item, tracks } = detail.value;
  const first = tracks.list.items[0];
  const last = step.tracks === null ? undefined : tracks.list.items[step.tracks];
  const selection =
    first === undefined || last === undefined
      ? ({ kind: 'whole' } as const)
      : ({ kind: 'range', first: first.id, last: last.id } as const);
  const person = personAt(tab, services);
  tab.device.downloadWanted(person, step.title);
  const { downloadAudio } = await services.openDownloads();
  await downloadAudio.download(item, selection);
  // The listener may have removed an earlier download of the title.
  tab.device.downloadWanted(person, step.title);
}

/** Plays a title of the page of downloads. */
async function playDownload(tab: Tab, page: Page, services: Services, item: ContentItem): Promise<void> {
  tab.touchedAt = tab.device.world.timeline.now;
  tab.playedAt = tab.touchedAt;
  tab.person = personAt(tab, services);
  requests(tab, services, item.id);
  for (const content of contentsOf(item.id))
    tab.device.world.books.account(tab.person, content).openedOn.add(tab.device.name);
  if (services.player.isCurrentAudio(item)) asksToPlay(tab, services);
  await services.playerControls.playOrPause(item);
  page.later(PATIENCE, () => reactToPlayer(tab, services));
}

/** Responds to the player: chooses one of two positions, or taps. */
function reactToPlayer(tab: Tab, { player, playerControls, togglePlayback }: Services): void {
  tab.touchedAt = tab.device.world.timeline.now;
  if (player.positionNote?.kind === 'question' || player.needsTap) tab.playedAt = tab.touchedAt;
  if (player.positionNote?.kind === 'question') {
    tab.device.world.reaches('asked for a position');
    void playerControls.choosePosition(tab.device.world.random.chance(0.5) ? 'here' : 'elsewhere');
  } else if (player.needsTap) void togglePlayback.toggle();
}

/** Who uses a page. A page whose session could not be stored belongs to the listener that it shows. */
function personAt({ device }: Tab, { user }: Services): string {
  return device.signedIn === null && user.isSignedIn ? user.user.id : device.person;
}

/**
 * The listener asks for a title now. It may play by what is true at this moment, or when its sound begins, because a page
 * asks the provider before it refuses (ENT-22, ENT-38).
 */
function requests(tab: Tab, { player }: Services, title: string): void {
  const wasPlayable = mayPlay(tab, title);
  const { track, isPlaying } = player;
  tab.requested = {
    contents: contentsOf(title),
    mayPlay: () => wasPlayable || mayPlay(tab, title),
    playing: isPlaying && track !== null ? nameOfTrack(track.contentId, track.chapterIndex) : null,
  };
}

const contentsOf = (title: string): readonly string[] =>
  TITLES.filter(({ id, podcast }) => id === title || podcast === title).map(({ id }) => id);

/** True if the listener may play the title, or if the page cannot know yet that the listener may not. */
function mayPlay({ device, page, knownPlan }: Tab, name: string): boolean {
  const { timeline, provider } = device.world;
  const title = TITLES.find(({ id }) => id === name);
  const member = provider.members.get(device.person);
  if (title === undefined || member === undefined) return false;
  if (member.purchases.has(name)) return true;
  const error = CLOCK_ERROR + (page?.behind ?? 0);
  const isInWindow = title.validTill === null || timeline.now < title.validTill + error;
  const isSubscribed = member.plan?.isExpired === false || knownPlan !== 'free';
  return isInWindow && (isSubscribed || title.isFree);
}

/** Milliseconds by which the corrected clock of a page may be wrong. */
const CLOCK_ERROR = 3_000;
