import { describe, expect, test } from 'vitest';
import { MemoryOfflineApp } from '../../../src/adapters/memory/memory-platform.ts';
import { DownloadAudio } from '../../../src/application/download-audio.ts';
import { DownloadsState, DOWNLOAD_MESSAGES } from '../../../src/application/downloads/downloads-state.ts';
import { coverName, DownloadedFiles } from '../../../src/application/downloads/downloaded-files.ts';
import { FollowDownloads } from '../../../src/application/downloads/follow-downloads.ts';
import { StoredDownloads } from '../../../src/application/downloads/stored-downloads.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { type User, userId } from '../../../src/domain/account/user.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import type { AppFailure } from '../../../src/domain/downloads/download.ts';
import { type DownloadSelection, WHOLE } from '../../../src/domain/downloads/selection.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, FREE_LISTENER, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';
import { downloading, goOffline, goOnline, nextPage } from './listener.ts';

const ADA = SUBSCRIBER.id;

const RENAMED = { ...QUIET_MIND, title: 'A Quiet Mind' };

const download = async (
  harness: Harness,
  item: ContentItem = QUIET_MIND,
  selection: DownloadSelection = WHOLE,
  lasting = 10,
): Promise<DownloadsState> => {
  await harness.get(DownloadAudio).download(item, selection);
  await harness.passes(lasting);
  return harness.get(DownloadsState);
};

const names = async (harness: Harness, listener = ADA): Promise<readonly string[]> =>
  ((await harness.downloadFiles.files(listener)) ?? []).map(({ name }) => name).toSorted();

describe('a download', () => {
  test('loads a title, shows its progress, and is whole', async () => {
    const harness = downloading();
    const downloads = await download(harness, QUIET_MIND, WHOLE, 0.25);
    expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'loading', part: 0.5 });
    await harness.passes(1);
    expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'downloaded' });
    expect(downloads.bytes).toBe(1_000_000);
    expect(await names(harness)).toEqual(['quiet-mind']);
  });

  test('has no more than two transfers at a time (DOWN-4)', async () => {
    const harness = downloading();
    const downloads = await download(harness, LONG_BOOK, WHOLE, 0.2);
    const kinds = [1, 2, 3].map(
      (chapter) => downloads.trackStatusOf(LONG_BOOK.id, trackId(`long-book_${chapter}`)).kind,
    );
    expect(kinds).toEqual(['loading', 'loading', 'waiting']);
    await harness.passes(2);
    expect(downloads.statusOf(LONG_BOOK.id).kind).toBe('downloaded');
  });

  test('has a range of chapters, and more chapters can be added', async () => {
    const harness = downloading();
    const first = trackId('long-book_1');
    const downloads = await download(harness, LONG_BOOK, {
      kind: 'range',
      first,
      last: trackId('long-book_2'),
    });
    expect(await names(harness)).toEqual(['long-book_1', 'long-book_2']);
    await download(harness, LONG_BOOK);
    expect(downloads.downloads).toHaveLength(1);
    expect(await names(harness)).toEqual(['long-book_1', 'long-book_2', 'long-book_3']);
    expect(harness.downloadFiles.starts).toEqual([0, 0, 0]);
  });

  test('keeps episodes that the podcast no longer lists', async () => {
    const listed = [...episodes(5)];
    const harness = downloading({ episodes: new Map([[PODCAST.id, listed]]) });
    await download(harness, PODCAST, { kind: 'next', count: 1, after: null });
    listed.shift();
    await download(harness, PODCAST, { kind: 'next', count: 1, after: null });
    expect(await names(harness)).toEqual(['episode-1', 'episode-2']);
    const found = harness.get(DownloadsState).find(PODCAST.id);
    expect(found?.tracks.map(({ id }) => id).toSorted()).toEqual(['episode-1', 'episode-2']);
    expect(found?.children.map(({ id }) => id).toSorted()).toEqual(['episode-1', 'episode-2']);
  });

  test('is allowed only if a Play click would play the title (DOWN-1)', async () => {
    const harness = downloading({ user: FREE_LISTENER });
    const downloads = await download(harness);
    expect(harness.user.subscribeModalVisible).toBe(true);
    const later = title({
      ...QUIET_MIND,
      validity: { from: instant(harness.clock.now() + 1), till: 'absent' },
    });
    await download(harness, later);
    expect(harness.notices).toContain('not-yet');
    expect(downloads.isEmpty).toBe(true);
    expect(await names(harness)).toEqual([]);
  });

  test('goes on where it stopped when the network returns (DOWN-4)', async () => {
    const harness = downloading();
    const downloads = await download(harness, QUIET_MIND, WHOLE, 0.25);
    goOffline(harness);
    await harness.passes(600);
    expect(downloads.statusOf(QUIET_MIND.id).kind).not.toBe('failed');
    goOnline(harness);
    await harness.passes(5);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    const [first, second = 0] = harness.downloadFiles.starts;
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
  });

  test('goes on in the next page after a crash (DOWN-4)', async () => {
    const harness = downloading();
    await download(harness, QUIET_MIND, WHOLE, 0.25);
    const next = await nextPage(harness, 5);
    expect(next.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(next.downloadFiles.starts.at(0)).toBeGreaterThan(0);
  });

  test('gets a new address when the old one has expired (DOWN-15)', async () => {
    const harness = downloading();
    let requests = 0;
    harness.downloadFiles.remote = () => {
      requests += 1;
      const file = { bytes: 1_000_000, tag: 'one' };
      return requests === 1 ? { ...file, refusal: 'expired' } : file;
    };
    const downloads = await download(harness);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(harness.api.faults.calls.filter((call) => call === 'playback.tokenize')).toHaveLength(2);
  });

  test.each([
    ['full', 'full'],
    ['gone', 'gone'],
    ['changed', 'changed'],
    ['expired', 'not-allowed'],
    ['unreachable', 'unreachable'],
  ] as const)('says why it failed (%s), and can be tried again (DOWN-15)', async (refusal, reason) => {
    const harness = downloading();
    harness.downloadFiles.remote = () => ({ bytes: 1, tag: 'one', refusal });
    const downloads = await download(harness, QUIET_MIND, WHOLE, 600);
    expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'failed', reason });
    expect(harness.notices).toEqual([DOWNLOAD_MESSAGES[reason]]);
    harness.downloadFiles.remote = () => ({ bytes: 1, tag: 'one' });
    harness.get(DownloadAudio).retry(QUIET_MIND.id);
    await harness.passes(5);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('downloaded');
  });

  test('goes on when the provider responds again, although the browser never missed its network (DOWN-87)', async () => {
    const harness = downloading();
    const downloads = await download(harness, QUIET_MIND, WHOLE, 0.25);
    harness.downloadFiles.isOffline = true;
    harness.api.faults.isUnreachable = true;
    await harness.passes(600);
    expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'failed', reason: 'unreachable' });
    harness.downloadFiles.isOffline = false;
    harness.api.faults.isUnreachable = false;
    await harness.get(RefreshUser).refreshOnRouteChange();
    await harness.passes(5);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(harness.downloadFiles.starts.at(-1)).toBeGreaterThan(0);
  });

  test('ends if the listener may no longer play the title (DOWN-2)', async () => {
    const harness = downloading();
    const downloads = await download(harness, QUIET_MIND, WHOLE, 0.25);
    goOffline(harness);
    await harness.passes(5);
    harness.api.content.user = { ...FREE_LISTENER, id: ADA };
    harness.user.setUser({ ...FREE_LISTENER, id: ADA });
    const calls = harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;
    goOnline(harness);
    await harness.passes(5);
    expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'failed', reason: 'not-allowed' });
    expect(harness.api.faults.calls.filter((call) => call === 'playback.tokenize')).toHaveLength(calls);
  });

  test.each(['javascript:alert(1)', 'ftp://media.test/sound.mp3'])(
    'fetches no address that may not be followed (%s)',
    async (address) => {
      const harness = downloading();
      harness.api.playback.tokenize = async () => ok(address);
      const downloads = await download(harness);
      expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'failed', reason: 'not-allowed' });
      expect(harness.downloadFiles.starts).toEqual([]);
    },
  );

  test('ends with a message if this browser cannot store its outcome', async () => {
    const harness = downloading();
    const downloads = await download(harness, QUIET_MIND, WHOLE, 0.25);
    harness.downloadList.isFull = true;
    await harness.passes(60);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('waiting');
    expect(harness.notices).toEqual([DOWNLOAD_MESSAGES.full]);
    expect(harness.downloadFiles.starts).toEqual([0]);
  });

  test('is tried again after growing pauses while there is no session', async () => {
    const harness = downloading();
    harness.api.faults.failNext('playback.tokenize', 'no-session', 3);
    const downloads = await download(harness, QUIET_MIND, WHOLE, 2);
    expect(harness.api.faults.calls.filter((call) => call === 'playback.tokenize')).toHaveLength(2);
    await harness.passes(20);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('downloaded');
  });

  test('is refused with a message if the browser stores no files', async () => {
    const harness = downloading();
    harness.downloadFiles.block();
    const downloads = await download(harness);
    expect(downloads.isEmpty).toBe(true);
    expect(downloads.isSupported).toBe(false);
    expect(harness.notices).toEqual([DOWNLOAD_MESSAGES.blocked]);
    await harness.get(PlayerControls).playOrPause(QUIET_MIND);
    await harness.passes(1);
    expect(harness.player.isPlaying).toBe(true);
  });

  test('does not exist where a mobile app is configured (DOWN-12)', async () => {
    const harness = downloading();
    await download(harness, QUIET_MIND, WHOLE, 0.25);
    const withApp = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER, asPage: true, beside: harness });
    harness.crash();
    withApp.user.setUser(SUBSCRIBER);
    await withApp.passes(10);
    expect(withApp.get(DownloadsState).isEmpty).toBe(true);
    expect(withApp.downloadFiles.starts).toEqual([]);
  });

  test('is loaded by one of two tabs, and both show it', async () => {
    const harness = downloading();
    const other = downloading({ beside: harness });
    await download(harness, QUIET_MIND, WHOLE, 0.25);
    expect(other.get(DownloadsState).statusOf(QUIET_MIND.id)).toEqual({ kind: 'loading', part: 0.5 });
    await harness.passes(5);
    for (const tab of [harness, other])
      expect(tab.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect([...harness.downloadFiles.starts, ...other.downloadFiles.starts]).toEqual([0]);
    // It also goes on in another tab when its tab crashes.
    await download(harness, LONG_BOOK, WHOLE, 0.25);
    harness.crash();
    await other.passes(5);
    expect(other.get(DownloadsState).statusOf(LONG_BOOK.id).kind).toBe('downloaded');
  });
});

describe('the app itself (DOWN-90)', () => {
  /** A page that was not loaded from stored files. */
  const fresh = (refusal: AppFailure | null = null, beside?: Harness) => {
    const app = new MemoryOfflineApp(false);
    app.refusal = refusal;
    return { app, harness: downloading({ ports: { offlineApp: app }, ...(beside && { beside }) }) };
  };
  const status = (harness: Harness) => harness.get(DownloadsState).statusOf(QUIET_MIND.id);

  test('has to be stored before a title counts as downloaded', async () => {
    const { app, harness } = fresh('unreachable');
    const downloads = await download(harness);
    expect(await names(harness)).toEqual(['quiet-mind']);
    expect(status(harness)).toEqual({ kind: 'storing-app' });
    expect(downloads.trackStatusOf(QUIET_MIND.id, trackId('quiet-mind'))).toEqual({ kind: 'storing-app' });
    // It plays in this page, with and without a network.
    expect(downloads.isPlayable(QUIET_MIND.id)).toBe(true);
    app.refusal = null;
    await harness.passes(60);
    expect(status(harness)).toEqual({ kind: 'downloaded' });
    expect(harness.notices).toEqual([]);
  });

  test('is not stored if nothing is downloaded', async () => {
    const { app, harness } = fresh();
    await harness.passes(60);
    expect(app.attempts).toBe(0);
  });

  test('waits while there is no network, and is stored when it returns', async () => {
    const { app, harness } = fresh('unreachable');
    await download(harness);
    goOffline(harness);
    await harness.passes(100);
    const before = app.attempts;
    await harness.passes(3600);
    expect(app.attempts).toBe(before);
    expect(status(harness)).toEqual({ kind: 'storing-app' });
    app.refusal = null;
    goOnline(harness);
    await harness.passes(1);
    expect(status(harness)).toEqual({ kind: 'downloaded' });
  });

  test('fails if its host does not respond for minutes, and is stored when the provider responds again', async () => {
    const { app, harness } = fresh('unreachable');
    await download(harness);
    await harness.passes(600);
    expect(status(harness)).toEqual({ kind: 'failed', reason: 'unreachable' });
    expect(harness.notices).toEqual([DOWNLOAD_MESSAGES.unreachable]);
    app.refusal = null;
    harness.network.goOffline();
    harness.network.goOnline();
    await harness.passes(1);
    expect(status(harness)).toEqual({ kind: 'downloaded' });
  });

  test.each(['app-full', 'app-blocked'] as const)(
    'cannot be stored (%s), which the listener is told once; it is stored when they try again',
    async (reason) => {
      const { app, harness } = fresh(reason);
      await download(harness);
      await harness.passes(600);
      expect(status(harness)).toEqual({ kind: 'failed', reason });
      expect(harness.notices).toEqual([DOWNLOAD_MESSAGES[reason]]);
      const { starts } = harness.downloadFiles;
      app.refusal = null;
      harness.get(DownloadAudio).retry(QUIET_MIND.id);
      await harness.passes(1);
      expect(status(harness)).toEqual({ kind: 'downloaded' });
      expect(harness.downloadFiles.starts).toEqual(starts);
    },
  );

  test('counts as stored at once in a page that was loaded from it, and its files are looked at', async () => {
    const first = downloading();
    await download(first);
    const app = new MemoryOfflineApp();
    app.refusal = 'unreachable';
    const page = downloading({ ports: { offlineApp: app }, beside: first });
    expect(status(page)).toEqual({ kind: 'downloaded' });
    await page.passes(600);
    expect(app.attempts).toBeGreaterThan(0);
    expect(status(page)).toEqual({ kind: 'downloaded' });
    const { harness: other } = fresh('app-full', first);
    await other.passes(10);
    expect(status(other)).toEqual({ kind: 'failed', reason: 'app-full' });
  });
});

describe('removing', () => {
  test('cancels the running transfers in every tab, and keeps whole tracks (DOWN-6)', async () => {
    const harness = downloading();
    const other = downloading({ beside: harness });
    const downloads = await download(harness, LONG_BOOK, WHOLE, 0.6);
    const cancelled = other.get(DownloadedFiles).cancel(LONG_BOOK.id);
    await harness.passes(5);
    await cancelled;
    expect(await names(harness)).toEqual(['long-book_1', 'long-book_2']);
    expect(downloads.statusOf(LONG_BOOK.id).kind).toBe('downloaded');
    expect((await harness.downloadFiles.space())?.used).toBe(2_000_000);
  });

  test('is not undone by a tab with an older list (DOWN-66)', async () => {
    const harness = downloading();
    const downloads = await download(harness, QUIET_MIND, WHOLE, 0.25);
    // Another tab has removed the download. The event of the storage has not arrived yet.
    harness.downloadList.delete(ADA, QUIET_MIND.id);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('loading');
    await harness.passes(5);
    expect(harness.downloadList.downloads(ADA)).toEqual([]);
    expect(downloads.isEmpty).toBe(true);
  });

  test.each([
    ['stops', 'waiting', (harness: Harness) => harness.get(DownloadAudio).stop(QUIET_MIND.id)],
    ['retries', 'failed', (harness: Harness) => harness.get(DownloadAudio).retry(QUIET_MIND.id)],
    ['updates', 'downloaded', (harness: Harness) => harness.get(StoredDownloads).updateTitle(RENAMED)],
  ] as const)('is not undone by a tab that %s it while it is %s (DOWN-66)', async (_what, kind, act) => {
    const harness = downloading();
    if (kind === 'failed') harness.downloadFiles.remote = () => ({ bytes: 1, tag: '"1"', refusal: 'gone' });
    const downloads = await download(harness, QUIET_MIND, WHOLE, kind === 'waiting' ? 0.25 : 5);
    expect(downloads.find(QUIET_MIND.id)?.tracks.map(({ state }) => state.kind)).toEqual([kind]);
    harness.downloadList.delete(ADA, QUIET_MIND.id);
    act(harness);
    await harness.passes(5);
    expect(harness.downloadList.downloads(ADA)).toEqual([]);
  });

  test('removes one download, or all, with their files', async () => {
    const harness = downloading();
    const downloads = await download(harness);
    await download(harness, LONG_BOOK);
    await harness.get(DownloadedFiles).remove(QUIET_MIND.id);
    expect(downloads.downloads.map(({ item }) => item.id)).toEqual([LONG_BOOK.id]);
    expect(await names(harness)).not.toContain('quiet-mind');
    await harness.get(DownloadedFiles).removeAll();
    expect(downloads.isEmpty).toBe(true);
    expect((await harness.downloadFiles.space())?.used).toBe(0);
  });

  test('keeps a file that another download uses', async () => {
    const harness = downloading();
    await download(harness, PODCAST, { kind: 'next', count: 2, after: null });
    const [episode] = harness.get(DownloadsState).find(PODCAST.id)?.children ?? [];
    if (episode === undefined) throw new Error('no episode was downloaded');
    await download(harness, episode);
    await harness.get(DownloadedFiles).remove(PODCAST.id);
    expect(await names(harness)).toEqual(['episode-1']);
  });

  test('removes heard titles if the listener wants it, but not the title in the player (DOWN-10)', async () => {
    const book = { ...QUIET_MIND, runTime: seconds(300) };
    const harness = downloading({ items: [book, LONG_BOOK] });
    const downloads = await download(harness, book);
    await download(harness, LONG_BOOK);
    await harness.get(PlayerControls).playOrPause(book);
    await harness.passes(310);
    harness.get(FollowDownloads).setRemovesHeard(true);
    await harness.passes(1);
    expect(downloads.statusOf(book.id).kind).toBe('downloaded');
    await harness.get(PlayerControls).playOrPause(LONG_BOOK);
    await harness.passes(5);
    expect(downloads.statusOf(book.id).kind).toBe('none');
    expect(downloads.statusOf(LONG_BOOK.id).kind).toBe('downloaded');
  });
});

describe('a file that the browser has removed', () => {
  test('makes its title not downloaded', async () => {
    const harness = downloading();
    await download(harness);
    await download(harness, LONG_BOOK);
    harness.downloadFiles.evict({ listener: ADA, name: 'quiet-mind' });
    harness.downloadFiles.cutShort({ listener: ADA, name: 'long-book_2' });
    const next = await nextPage(harness);
    const downloads = next.get(DownloadsState);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('none');
    expect(downloads.find(LONG_BOOK.id)?.tracks.map(({ id }) => id)).toEqual(['long-book_1', 'long-book_3']);
    expect(next.notices).toEqual([DOWNLOAD_MESSAGES.evicted]);
  });

  test('is deleted completely if no download uses it', async () => {
    const harness = downloading();
    await download(harness);
    harness.downloadList.delete(ADA, QUIET_MIND.id);
    harness.downloadList.save({
      listener: ADA,
      item: LONG_BOOK,
      children: [],
      tracks: [{ id: trackId('long-book_1'), src: '/1', state: { kind: 'failed', reason: 'gone' } }],
      requestedAt: instant(1),
    });
    await nextPage(harness);
    expect(await names(harness)).toEqual([]);
  });
});

describe('the check of the files', () => {
  const CHAPTER = { listener: ADA, name: 'long-book_1' };

  /** Another page of the same browser, whose list of files comes when it is released. */
  const checkingSlowly = (harness: Harness) => {
    const files = harness.downloadFiles.inAnotherTab();
    const list = files.files.bind(files);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    files.files = async (listener) => {
      const found = await list(listener);
      await released;
      return found;
    };
    const page = downloading({ beside: harness, ports: { downloadFiles: files } });
    return { page, release };
  };

  test('keeps files that another tab has downloaded meanwhile (DOWN-67)', async () => {
    const harness = downloading();
    await download(harness);
    const { page, release } = checkingSlowly(harness);
    await page.passes(1);
    await download(harness, LONG_BOOK);
    release();
    await page.passes(1);
    expect(page.get(DownloadsState).statusOf(LONG_BOOK.id).kind).toBe('downloaded');
    expect(await names(harness)).toEqual(['long-book_1', 'long-book_2', 'long-book_3', 'quiet-mind']);
    expect(page.notices).toEqual([]);
  });

  test('decodes the stored list only before it deletes a file, and not when the network returns', async () => {
    const harness = downloading();
    await download(harness, LONG_BOOK);
    void harness.downloadFiles.transfer({ listener: ADA, name: 'left behind' }, '/1');
    await harness.passes(5);
    const list = harness.downloadList;
    const original = list.downloads.bind(list);
    let reads = 0;
    list.downloads = (listener) => {
      reads += 1;
      return original(listener);
    };
    const checked = harness.get(DownloadedFiles).check();
    await harness.passes(1);
    await checked;
    expect(await names(harness)).toEqual(['long-book_1', 'long-book_2', 'long-book_3']);
    expect(reads).toBe(1);
    goOffline(harness);
    goOnline(harness);
    expect(reads).toBe(1);
  });

  test('removes nothing if the browser cannot list the files (DOWN-67)', async () => {
    const harness = downloading();
    await download(harness);
    harness.crash();
    const files = harness.downloadFiles.inAnotherTab();
    files.files = async () => null;
    const page = downloading({ beside: harness, ports: { downloadFiles: files } });
    await page.passes(1);
    expect(page.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(await names(harness)).toEqual(['quiet-mind']);
    expect(page.notices).toEqual([]);
  });

  test('deletes no file while the list cannot be read (DOWN-88)', async () => {
    const harness = downloading();
    await download(harness);
    harness.crash();
    const downloadList = harness.downloadList.inAnotherTab();
    downloadList.isBlocked = true;
    const page = downloading({ beside: harness, ports: { downloadList } });
    await page.passes(1);
    expect(page.get(DownloadsState).isEmpty).toBe(true);
    expect(await names(harness)).toEqual(['quiet-mind']);
    page.crash();
    const next = downloading({ beside: harness });
    await next.passes(1);
    expect(next.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(await names(harness)).toEqual(['quiet-mind']);
  });

  test('deletes parts of files that no download uses, also after the last download was removed (DOWN-67)', async () => {
    const harness = downloading();
    harness.downloadFiles.remote = () => ({ bytes: 1_000_000, tag: '"1"', cutAt: 500_000 });
    void harness.downloadFiles.transfer(CHAPTER, '/1');
    await harness.passes(5);
    expect((await harness.downloadFiles.space())?.used).toBe(500_000);
    const page = await nextPage(harness);
    expect((await page.downloadFiles.space())?.used).toBe(0);
  });

  test('fetches missing covers at the start and when the network returns (DOWN-68)', async () => {
    const covered = { ...QUIET_MIND, imageUrl: '/cover.png' };
    const harness = downloading({ items: [covered] });
    const cover = { listener: ADA, name: coverName(covered.id) };
    await download(harness, covered);
    await harness.downloadFiles.delete(cover);
    const page = await nextPage(harness, 5);
    expect(page.get(DownloadsState).coverOf(covered.id)).not.toBeNull();
    await page.downloadFiles.delete(cover);
    await page.get(DownloadedFiles).showCovers();
    goOffline(page);
    goOnline(page);
    await page.passes(5);
    expect(page.get(DownloadsState).coverOf(covered.id)).not.toBeNull();
  });

  test('fetches covers one at a time, and a refused cover only once in a page (DOWN-85)', async () => {
    const harness = downloading({ items: [QUIET_MIND, LONG_BOOK] });
    await download(harness);
    await download(harness, LONG_BOOK);
    for (const item of [QUIET_MIND, LONG_BOOK])
      harness.get(StoredDownloads).updateTitle({ ...item, imageUrl: `/${item.id}.png` });
    const asked: string[] = [];
    harness.downloadFiles.remote = (address) => {
      asked.push(address);
      const refusal = address.startsWith('/quiet-mind') ? ('gone' as const) : ('unreachable' as const);
      return { bytes: 1, tag: '"1"', refusal };
    };
    const covers = harness.get(DownloadedFiles);
    await Promise.all([covers.fetchMissingCovers(), covers.fetchMissingCovers()]);
    expect(asked.toSorted()).toEqual(['/long-book.png', '/quiet-mind.png']);
    await covers.fetchMissingCovers();
    expect(asked.at(-1)).toBe('/long-book.png');
    expect(asked).toHaveLength(3);
  });
});

describe('another listener', () => {
  const BOB = { ...SUBSCRIBER, id: userId('bob'), email: 'bob@listener.test' };

  const signIn = (harness: Harness, user: User): void => {
    harness.get(SignOut).end();
    harness.api.content.user = user;
    harness.user.setUser(user);
  };

  test('neither sees nor removes the downloads, and the first listener has them again later', async () => {
    const harness = downloading();
    const downloads = await download(harness);
    harness.get(SignOut).end();
    expect(downloads.isEmpty).toBe(true);
    signIn(harness, BOB);
    await harness.passes(1);
    expect(downloads.isEmpty).toBe(true);
    await download(harness, LONG_BOOK);
    await harness.get(DownloadedFiles).removeAll();
    signIn(harness, SUBSCRIBER);
    await harness.passes(1);
    expect(downloads.statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(await names(harness)).toEqual(['quiet-mind']);
  });

  test('stops a transfer at the sign-out, and it goes on later (DOWN-8)', async () => {
    const harness = downloading();
    await download(harness, QUIET_MIND, WHOLE, 0.25);
    harness.get(SignOut).end();
    await harness.passes(10);
    expect(await names(harness)).toEqual([]);
    signIn(harness, SUBSCRIBER);
    await harness.passes(5);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(harness.downloadFiles.starts.at(-1)).toBeGreaterThan(0);
  });

  test('gets no file of a transfer that was running', async () => {
    const harness = downloading();
    await download(harness, QUIET_MIND, WHOLE, 0.25);
    signIn(harness, BOB);
    await harness.passes(5);
    expect(harness.get(DownloadsState).isEmpty).toBe(true);
    expect(harness.downloadList.downloads(BOB.id)).toEqual([]);
    signIn(harness, SUBSCRIBER);
    await harness.passes(5);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
  });
});

test('a stopped download transfers nothing, also after a reload, and continues where it was (DOWN-63)', async () => {
  const first = downloading();
  await first.get(DownloadAudio).download(QUIET_MIND);
  await first.passes(0.25);
  first.get(DownloadAudio).stop(QUIET_MIND.id);
  await first.passes(10);
  expect(first.get(DownloadsState).statusOf(QUIET_MIND.id)).toEqual({ kind: 'stopped' });
  const second = await nextPage(first, 10);
  const downloads = second.get(DownloadsState);
  expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'stopped' });
  second.get(DownloadAudio).retry(QUIET_MIND.id);
  await second.passes(10);
  expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'downloaded' });
  expect([...first.downloadFiles.starts, ...second.downloadFiles.starts]).toEqual([0, 500_000]);
});

test('whole tracks stay, and other downloads go on', async () => {
  const harness = downloading();
  const downloads = harness.get(DownloadsState);
  await harness.get(DownloadAudio).download(LONG_BOOK);
  await harness.passes(0.65);
  harness.get(DownloadAudio).stop(LONG_BOOK.id);
  await harness.get(DownloadAudio).download(QUIET_MIND);
  await harness.passes(10);
  expect(downloads.statusOf(LONG_BOOK.id)).toEqual({ kind: 'stopped' });
  expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'downloaded' });
  expect(downloads.find(LONG_BOOK.id)?.tracks.map(({ state }) => state.kind)).toEqual([
    'downloaded',
    'downloaded',
    'stopped',
  ]);
});
