import { describe, expect, test } from 'vitest';
import { DownloadAudio } from '../../../src/application/download-audio.ts';
import { DownloadsState, DOWNLOAD_MESSAGES } from '../../../src/application/downloads/downloads-state.ts';
import { DownloadedAudio } from '../../../src/application/downloads/downloaded-audio.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';
import { TogglePlayback } from '../../../src/application/playback/toggle-playback.ts';
import { DownloadedFiles } from '../../../src/application/downloads/downloaded-files.ts';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { PreloadAudio } from '../../../src/application/playback/preload-audio.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { AccountDeletion } from '../../../src/application/account/account-deletion.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { LONGEST_WITHOUT_CONTACT } from '../../../src/domain/downloads/download.ts';
import { type DownloadSelection, WHOLE } from '../../../src/domain/downloads/selection.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { ok } from '../../../src/domain/result.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import { EMAIL, PASSWORD, type Harness } from '../../harness.ts';
import { LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';
import { downloading, goOffline, goOnline, nextPage } from './listener.ts';

const downloaded = async (
  item: ContentItem = QUIET_MIND,
  selection: DownloadSelection = WHOLE,
): Promise<Harness> => {
  const harness = downloading();
  await harness.get(DownloadAudio).download(item, selection);
  await harness.passes(10);
  expect(harness.get(DownloadsState).statusOf(item.id).kind).toBe('downloaded');
  return harness;
};

const play = async (harness: Harness, item: ContentItem = QUIET_MIND, lasting = 1): Promise<void> => {
  void harness.get(PlayerControls).playOrPause(item);
  await harness.passes(lasting);
};

/** The third episode of a podcast on a slow network. The second and the third one are downloaded. */
const playingSlowly = async (): Promise<Harness> => {
  const harness = await downloaded(PODCAST, {
    kind: 'range',
    first: trackId('episode-2'),
    last: trackId('episode-3'),
  });
  harness.api.faults.delay = milliseconds(8_000);
  void harness.get(PlayerControls).playOrPauseTrack(PODCAST, trackId('episode-3'));
  await harness.passes(5);
  return harness;
};

/** True if the sound comes from a file. */
const playsFile = ({ output, downloadFiles }: Harness): boolean =>
  output.url !== null && output.isPlaying && downloadFiles.read(output.url) !== null;

/** True if the sound comes from the provider. */
const playsStream = (harness: Harness): boolean => harness.output.isPlaying && !playsFile(harness);

/** The tracks in the player. */
const idsOf = ({ player }: Harness) => player.tracks.map(({ id }) => id);

describe('a downloaded title', () => {
  test('plays from its file, with and without a network', async () => {
    const harness = await downloaded();
    await play(harness);
    expect(playsFile(harness)).toBe(true);
    const next = await nextPage(harness);
    goOffline(next);
    await play(next);
    expect(playsFile(next)).toBe(true);
    expect(next.notices).toEqual([]);
  });

  test('plays from a bookmark without a network', async () => {
    const harness = await downloaded(LONG_BOOK);
    goOffline(harness);
    await harness
      .get(PlayerControls)
      .playFrom({ audio: LONG_BOOK.id, track: trackId('long-book_2'), position: seconds(40) });
    await harness.passes(1);
    expect(playsFile(harness)).toBe(true);
    expect(harness.player.track?.chapterIndex).toBe(2);
    expect(harness.notices).toEqual([]);
  });

  test('plays at once without a network, at the position of this browser', async () => {
    const harness = await downloaded(LONG_BOOK);
    await play(harness, LONG_BOOK, 2);
    await harness.get(ChangeTrack).next();
    await harness.passes(1);
    harness.get(Seek).seekTo(seconds(40));
    await harness.passes(5);
    const next = await nextPage(harness);
    goOffline(next);
    const calls = next.api.faults.calls.length;
    await play(next, LONG_BOOK, 0.1);
    expect(playsFile(next)).toBe(true);
    expect(next.player.track?.chapterIndex).toBe(2);
    expect(next.player.position).toBeGreaterThan(44);
    expect(next.api.faults.calls.slice(calls)).not.toContain('playback.playbackRecord');
  });

  test('does not wait long for a provider that is slow', async () => {
    const harness = await downloaded();
    harness.api.faults.delay = milliseconds(60_000);
    await play(harness, QUIET_MIND, 3);
    expect(playsFile(harness)).toBe(true);
  });

  test('plays the downloaded episodes at once on a slow network, and has all episodes later (PLAY-97)', async () => {
    const harness = await playingSlowly();
    expect(playsFile(harness)).toBe(true);
    expect(idsOf(harness)).toEqual(['episode-2', 'episode-3']);
    await harness.passes(30);
    expect(idsOf(harness)).toEqual([1, 2, 3, 4, 5].map((number) => `episode-${number}`));
    expect(harness.player.track?.id).toBe('episode-3');
    expect(harness.output.loadCount).toBe(1);
    expect(harness.player.position).toBeGreaterThan(30);
    harness.api.faults.delay = milliseconds(0);
    await harness.get(ChangeTrack).next();
    await harness.passes(1);
    expect(harness.player.track?.id).toBe('episode-4');
  });

  test('a question about two positions names the same episodes after the list has arrived late', async () => {
    const harness = await playingSlowly();
    const at = harness.clock.now();
    harness.player.askForPosition(
      { index: 0, position: seconds(10), at },
      { index: 1, position: seconds(20), at },
    );
    await harness.passes(30);
    expect(idsOf(harness)).toHaveLength(5);
    harness.api.faults.delay = milliseconds(0);
    await harness.get(PlayerControls).choosePosition('here');
    await harness.passes(1);
    expect(harness.player.track?.id).toBe('episode-2');
  });

  test('a list that arrives late changes nothing if another title plays', async () => {
    const harness = await downloaded(PODCAST, { kind: 'next', count: 2, after: null });
    harness.api.faults.delay = milliseconds(8_000);
    await play(harness, PODCAST, 5);
    await play(harness, QUIET_MIND, 60);
    expect(idsOf(harness)).toEqual(['quiet-mind']);
  });

  test('an episode that is not downloaded plays on a slow network when the list has arrived', async () => {
    const harness = await downloaded(PODCAST, { kind: 'next', count: 1, after: null });
    harness.api.faults.delay = milliseconds(4_000);
    void harness.get(PlayerControls).playOrPauseTrack(PODCAST, trackId('episode-4'));
    await harness.passes(30);
    expect(harness.player.track?.id).toBe('episode-4');
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.notices).toEqual([]);
  });

  test('an address that arrives too late does not count as the one that plays (DOWN-64)', async () => {
    const harness = await downloaded();
    const tokenized = () => harness.api.faults.calls.filter((call) => call === 'playback.tokenize').length;
    const before = tokenized();
    harness.api.faults.delay = milliseconds(3_000);
    await play(harness, LONG_BOOK, 3.5);
    expect(tokenized()).toBe(before + 1);
    // The file is loaded 2 seconds later, and the address of the book arrives half a second after that.
    await play(harness, QUIET_MIND, 10);
    expect(playsFile(harness)).toBe(true);
    harness.output.failWith('unplayable');
    await harness.passes(10);
    expect(playsStream(harness)).toBe(true);
  });

  test('reports offline listening later, and only once (DOWN-11)', async () => {
    const harness = await downloaded();
    goOffline(harness);
    await play(harness, QUIET_MIND, 20);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(60);
    expect(harness.api.playback.royalties).toEqual([]);
    harness.crash();
    const next = downloading({ beside: harness });
    next.api.faults.isUnreachable = false;
    await next.passes(120);
    goOffline(next);
    goOnline(next);
    await next.passes(120);
    expect(next.api.playback.royalties.map(({ contentId }) => contentId)).toEqual([QUIET_MIND.id]);
    const [royalty] = next.api.playback.royalties;
    expect(royalty?.duration).toBeGreaterThan(18_000);
    expect(royalty?.duration).toBeLessThan(22_000);
  });

  test('plays from its file although the address of the provider was preloaded before (DOWN-7)', async () => {
    const harness = downloading();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.get(DownloadAudio).download(QUIET_MIND);
    await harness.passes(10);
    goOffline(harness);
    await play(harness);
    expect(playsFile(harness)).toBe(true);
    expect(harness.output.loadCount).toBe(1);
  });

  test('plays from the provider if the download was removed after its file was preloaded', async () => {
    const harness = await downloaded();
    await harness.get(PreloadAudio).preload(QUIET_MIND);
    await harness.get(DownloadedFiles).remove(QUIET_MIND.id);
    await play(harness);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.url).not.toMatch(/^blob:/);
    expect(harness.output.loadCount).toBe(1);
  });

  test('plays on from the file when the stream of the provider is lost', async () => {
    const harness = downloading();
    await play(harness, QUIET_MIND, 5);
    expect(playsFile(harness)).toBe(false);
    await harness.get(DownloadAudio).download(QUIET_MIND);
    await harness.passes(10);
    goOffline(harness);
    harness.output.failWith('network');
    await harness.passes(1);
    expect(playsFile(harness)).toBe(true);
    expect(harness.player.position).toBeGreaterThan(14);
  });

  test.each(['is whole', 'was removed by the browser'])(
    'plays on from the provider when its file cannot be played and %s (DOWN-9)',
    async (what) => {
      const harness = await downloaded();
      await play(harness, QUIET_MIND, 5);
      const isWhole = what === 'is whole';
      if (!isWhole) harness.downloadFiles.evict({ listener: SUBSCRIBER.id, name: 'quiet-mind' });
      harness.output.failWith('unplayable');
      await harness.passes(1);
      expect(playsStream(harness)).toBe(true);
      expect(harness.player.position).toBeGreaterThan(4);
      expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe(isWhole ? 'downloaded' : 'none');
      expect(harness.notices).toEqual(isWhole ? [] : [DOWNLOAD_MESSAGES.evicted]);
    },
  );

  test('plays from the provider when the browser has removed its file, and is no longer downloaded', async () => {
    const harness = await downloaded();
    harness.downloadFiles.evict({ listener: SUBSCRIBER.id, name: 'quiet-mind' });
    await play(harness);
    expect(playsStream(harness)).toBe(true);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('none');
    expect(harness.notices).toContain(DOWNLOAD_MESSAGES.evicted);
  });

  test('does not delete the file of another download that waits for it (DOWN-84)', async () => {
    const harness = await downloaded(PODCAST);
    const { downloadList: list, downloadFiles } = harness;
    const file = { listener: SUBSCRIBER.id, name: 'episode-1' };
    downloadFiles.cutShort(file);
    const [podcast] = list.downloads(SUBSCRIBER.id);
    const [episode] = podcast?.children ?? [];
    const [track] = podcast?.tracks ?? [];
    if (podcast === undefined || episode === undefined || track === undefined) throw new Error('no episode');
    // Another download of the same file, which the listener has stopped.
    list.save({
      ...podcast,
      item: episode,
      children: [],
      tracks: [{ ...track, state: { kind: 'stopped' } }],
    });
    const deleted: string[] = [];
    downloadFiles.delete = async ({ name }) => void deleted.push(name);
    await play(harness, PODCAST);
    expect(playsFile(harness)).toBe(false);
    expect(harness.notices).toEqual([DOWNLOAD_MESSAGES.evicted]);
    expect(
      harness
        .get(DownloadsState)
        .find(PODCAST.id)
        ?.tracks.map(({ id }) => id),
    ).not.toContain(track.id);
    expect(deleted).toEqual([]);
  });

  test('stays downloaded if another tab downloads it again while its file is looked for (DOWN-84)', async () => {
    const harness = await downloaded();
    const other = downloading({ beside: harness });
    await other.passes(1);
    const { downloadFiles: files } = harness;
    files.evict({ listener: SUBSCRIBER.id, name: 'quiet-mind' });
    const open = files.open.bind(files);
    files.open = async (file) => {
      const opened = await open(file);
      await harness.clock.after(milliseconds(20_000));
      return opened;
    };
    const src = harness.get(DownloadsState).find(QUIET_MIND.id)?.tracks[0]?.src ?? '';
    const address = harness.get(DownloadedAudio).addressOf(src);
    await harness.passes(1);
    await other.get(DownloadedFiles).remove(QUIET_MIND.id);
    await other.get(DownloadAudio).download(QUIET_MIND);
    await harness.passes(30);
    expect(await address).toBeNull();
    expect(other.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(await files.files(SUBSCRIBER.id)).toHaveLength(1);
    expect(harness.notices).toEqual([]);
  });

  test('plays from the provider while the browser blocks its files, and stays downloaded', async () => {
    const harness = await downloaded();
    harness.downloadFiles.block();
    await play(harness);
    expect(playsStream(harness)).toBe(true);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(harness.notices).toEqual([]);
  });

  test('plays from the provider while its file cannot be read, and stays downloaded (DOWN-83)', async () => {
    const harness = await downloaded();
    const allowReads = harness.downloadFiles.refuseReads({ listener: SUBSCRIBER.id, name: 'quiet-mind' });
    await play(harness);
    expect(playsStream(harness)).toBe(true);
    const next = await nextPage(harness);
    expect(next.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    allowReads();
    await play(next);
    expect(playsFile(next)).toBe(true);
    expect([...harness.notices, ...next.notices]).toEqual([]);
  });

  test('goes on with the file of the next episode', async () => {
    const harness = await downloaded(PODCAST);
    harness.player.setAutoplay(true);
    goOffline(harness);
    await play(harness, PODCAST, 310);
    expect(harness.player.track?.id).toBe('episode-2');
    expect(playsFile(harness)).toBe(true);
  });
});

describe('membership and downloads', () => {
  test('a title that a Play click would not play does not play from its file', async () => {
    const harness = await downloaded();
    goOffline(harness);
    harness.user.setUser({ ...SUBSCRIBER, paymentDetails: null });
    await play(harness);
    expect(harness.output.loadCount).toBe(0);
    expect(harness.user.subscribeModalVisible).toBe(true);
    const ended = {
      ...QUIET_MIND,
      validity: { from: 'absent', till: harness.clock.now() },
    } as const;
    harness.user.setUser(SUBSCRIBER);
    await play(harness, ended);
    expect(harness.output.loadCount).toBe(0);
    expect(harness.notices).toContain('no-longer');
  });

  test('downloads pause after 30 days without contact, with a message, and play after the next contact', async () => {
    const harness = await downloaded();
    goOffline(harness);
    harness.clock.sleep(LONGEST_WITHOUT_CONTACT);
    await harness.passes(1);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('paused');
    await play(harness);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.notices).toContain(DOWNLOAD_MESSAGES.paused);
    goOnline(harness);
    await harness.passes(10);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(harness.output.isPlaying).toBe(true);
  });

  test('an address for its transfer counts as a contact (DOWN-3)', async () => {
    const harness = downloading();
    harness.api.faults.failNext('users.me', 'server', 1_000);
    await harness.get(DownloadAudio).download(QUIET_MIND);
    await harness.passes(10);
    goOffline(harness);
    await play(harness);
    expect(playsFile(harness)).toBe(true);
  });

  test('says why it pauses, also if the browser has a network but nothing responds (DOWN-3)', async () => {
    const harness = await downloaded();
    harness.api.faults.isUnreachable = true;
    harness.clock.sleep(LONGEST_WITHOUT_CONTACT);
    await harness.passes(1);
    await play(harness, QUIET_MIND, 10);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.notices).toContain(DOWNLOAD_MESSAGES.paused);
  });

  test('plays again when the provider has responded, although the browser never missed its network (DOWN-87)', async () => {
    const harness = await downloaded();
    harness.api.faults.isUnreachable = true;
    harness.clock.sleep(LONGEST_WITHOUT_CONTACT);
    await harness.passes(1);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('paused');
    harness.api.faults.isUnreachable = false;
    const asked = () => harness.api.faults.calls.filter((call) => call === 'users.me').length;
    const before = asked();
    await harness.get(RefreshUser).refreshOnRouteChange();
    await harness.passes(1);
    expect(harness.get(DownloadsState).statusOf(QUIET_MIND.id).kind).toBe('downloaded');
    expect(asked() - before).toBeLessThanOrEqual(2);
  });

  test('a loaded title does not go on after a pause of 30 days without contact (DOWN-65)', async () => {
    const harness = await downloaded();
    await play(harness, QUIET_MIND, 20);
    goOffline(harness);
    await harness.get(TogglePlayback).toggle();
    harness.clock.sleep(LONGEST_WITHOUT_CONTACT);
    await harness.passes(1);
    void harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.notices).toContain(DOWNLOAD_MESSAGES.paused);
    goOnline(harness);
    await harness.passes(10);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.player.position).toBeGreaterThan(20);
  });

  test('a loaded title goes on after a short pause from the same sound', async () => {
    const harness = await downloaded();
    await play(harness, QUIET_MIND, 20);
    goOffline(harness);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(5);
    await harness.get(TogglePlayback).toggle();
    await harness.passes(1);
    expect(harness.output.isPlaying).toBe(true);
    expect(harness.output.loadCount).toBe(1);
  });

  test('downloads do not pause while the provider responds', async () => {
    const harness = await downloaded();
    for (const _month of [1, 2]) {
      harness.clock.sleep(LONGEST_WITHOUT_CONTACT);
      await harness.passes(1);
    }
    goOffline(harness);
    await play(harness);
    expect(playsFile(harness)).toBe(true);
  });

  test('the last response of the provider decides, also if it came after the download', async () => {
    const harness = await downloaded();
    const now = harness.clock.now();
    harness.crash();
    const bought = { ...QUIET_MIND, isPurchased: true };
    const next = downloading({ beside: harness });
    next.api.catalogue.content = async () => ok(bought);
    next.clock.sleep(2 * 60 * 60 * 1000);
    await next.passes(1);
    goOffline(next);
    next.clock.sleep(LONGEST_WITHOUT_CONTACT);
    expect(next.clock.now()).toBeGreaterThan(now);
    await play(next, bought);
    expect(playsFile(next)).toBe(true);
  });

  test('a deleted account leaves no file and no entry', async () => {
    const harness = downloading();
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    harness.user.setUser(SUBSCRIBER);
    await harness.get(DownloadAudio).download(QUIET_MIND);
    await harness.passes(10);
    expect((await harness.get(AccountDeletion).delete()).ok).toBe(true);
    await harness.passes(5);
    expect(harness.downloadList.downloads(SUBSCRIBER.id)).toEqual([]);
    expect(await harness.downloadFiles.files(SUBSCRIBER.id)).toEqual([]);
    expect(harness.get(DownloadsState).isEmpty).toBe(true);
  });
});
