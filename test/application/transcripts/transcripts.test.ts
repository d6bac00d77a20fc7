import { describe, expect, test, vi } from 'vitest';
import { AddBookmark } from '../../../src/application/bookmarks/add-bookmark.ts';
import { DownloadAudio } from '../../../src/application/download-audio.ts';
import { DownloadedFiles } from '../../../src/application/downloads/downloaded-files.ts';
import { DownloadedTranscripts } from '../../../src/application/downloads/downloaded-transcripts.ts';
import { ChangeTrack } from '../../../src/application/playback/change-track.ts';
import { PlaybackSettings } from '../../../src/application/playback/playback-settings.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { Seek } from '../../../src/application/playback/seek.ts';
import { Transcripts } from '../../../src/application/transcripts/transcripts.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { asSpeed } from '../../../src/domain/playback/player.ts';
import { type Track, formatTracks } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { Transcript } from '../../../src/domain/transcripts/transcript.ts';
import type { TranscriptSource } from '../../../src/domain/catalogue/transcript-source.ts';
import { Harness } from '../../harness.ts';
import { FREE_LISTENER, LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const addressOf = (url: string): string => `https://media.invalid${url}?token=memory`;

const source = (language: string, name = language): TranscriptSource => ({
  url: `/t/${name}.vtt`,
  type: 'text/vtt',
  language,
  label: '',
});

const sentences = (...cues: readonly (readonly [number, string])[]): Transcript => ({
  isTimed: true,
  cues: cues.map(([start, text]) => ({ start: seconds(start), end: seconds(start + 1), speaker: '', text })),
});

const ENGLISH = sentences([1, 'One.'], [2.3, 'Two.'], [2.9, 'Three.'], [9, 'Four.']);
const TALK: ContentItem = { ...QUIET_MIND, transcripts: [source('en'), source('de')] };
const BOOK: ContentItem = {
  ...LONG_BOOK,
  chapters: LONG_BOOK.chapters.map((chapter) => ({
    ...chapter,
    transcripts: [source('en', `chapter-${String(chapter.index)}`)],
  })),
};

const page = (user = SUBSCRIBER): Harness => {
  const harness = new Harness({ items: [TALK, BOOK], user });
  harness.user.setUser(user);
  harness.transcripts.put(addressOf('/t/en.vtt'), ENGLISH);
  harness.transcripts.put(addressOf('/t/de.vtt'), sentences([0, 'Eins.']));
  harness.transcripts.put(addressOf('/t/chapter-2.vtt'), sentences([0, 'Chapter two.']));
  return harness;
};

const firstTrack = (item: ContentItem): Track => {
  const [track] = formatTracks(item, []);
  if (track === undefined) throw new Error('The title has no track');
  return track;
};

const open = async (harness: Harness, item = TALK, languages: readonly string[] = ['en']) =>
  harness.get(Transcripts).open(item, firstTrack(item), languages);

/** The marked sentences, with the position of the sound at which each was marked. */
const marks = async (harness: Harness, track: Track, transcript: Transcript) => {
  const seen: { readonly text: string; readonly late: number }[] = [];
  await harness.get(Transcripts).follow(track.id, transcript, (index) => {
    const cue = transcript.cues[index];
    seen.push({ text: cue?.text ?? '', late: harness.output.position() - (cue?.start ?? 0) });
  });
  return seen;
};

describe('following the sound', () => {
  test.each([0.6, 1, 2.5])('marks each sentence within 0.15 s at speed %d (TEXT-5)', async (wanted) => {
    const speed = asSpeed(wanted);
    if (speed === null) throw new Error('no such speed');
    const harness = page();
    await harness.get(PlayAudio).play(TALK);
    await harness.get(PlaybackSettings).setSpeed(speed);
    const seen = await marks(harness, firstTrack(TALK), ENGLISH);
    await harness.passes(20);
    expect(seen.map(({ text }) => text)).toEqual(['', 'One.', 'Two.', 'Three.', 'Four.']);
    expect(Math.max(...seen.slice(1).map(({ late }) => late / wanted))).toBeLessThan(0.15);
  });

  test('goes with a seek and with a new speed, and ends with its subscription (TEXT-5)', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(TALK);
    const seen: number[] = [];
    const following = await harness
      .get(Transcripts)
      .follow(firstTrack(TALK).id, ENGLISH, (index) => void seen.push(index));
    await harness.passes(0.5);
    harness.get(Seek).seekTo(seconds(9.5));
    await harness.passes(0.15);
    expect(seen.at(-1)).toBe(3);
    harness.get(Seek).seekTo(seconds(2.4));
    await harness.passes(0.15);
    expect(seen.at(-1)).toBe(1);
    following.unsubscribe();
    await harness.passes(5);
    expect(seen.at(-1)).toBe(1);
  });

  test('goes on at once at a new speed, and sets no timer while nothing sounds (TEXT-63)', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(TALK);
    const fast = asSpeed(2.5);
    if (fast === null) throw new Error('no such speed');
    const seen = await marks(harness, firstTrack(TALK), ENGLISH);
    await harness.passes(3);
    await harness.get(PlaybackSettings).setSpeed(fast);
    await harness.passes(2.6);
    expect(seen.at(-1)?.text).toBe('Four.');
    expect(seen.at(-1)?.late).toBeLessThan(0.15 * fast);
    harness.output.pause();
    await harness.passes(1);
    const after = vi.spyOn(harness.clock, 'after');
    await harness.passes(5);
    expect(after).not.toHaveBeenCalled();
    harness.get(Seek).seekTo(seconds(2.4));
    await harness.passes(0.1);
    expect(seen.at(-1)?.text).toBe('Two.');
  });

  test('goes on in the next chapter, and marks nothing while another track sounds', async () => {
    const harness = page();
    await harness.get(PlayAudio).play(BOOK);
    const seen = await marks(harness, firstTrack(BOOK), ENGLISH);
    await harness.passes(1.5);
    expect(seen.at(-1)?.text).toBe('One.');
    await harness.get(ChangeTrack).next();
    const [, second] = formatTracks(BOOK, []);
    if (second === undefined) throw new Error('The title has no second chapter');
    const inSecond = await marks(harness, second, ENGLISH);
    await harness.passes(2.5);
    expect(seen.at(-1)?.text).toBe('');
    expect(inSecond.at(-1)?.text).toBe('Two.');
  });
});

describe('opening a text', () => {
  test('uses the language of the listener, and the choice for every title afterwards (TEXT-2)', async () => {
    const harness = page();
    expect(await open(harness, TALK, ['de-AT', 'en'])).toMatchObject({
      value: { source: { language: 'de' }, choices: [{}, {}] },
    });
    await harness.get(Transcripts).chooseLanguage(source('en'));
    expect(await open(harness, TALK, ['de-AT', 'en'])).toMatchObject({
      value: { source: { language: 'en' } },
    });
  });

  test('requests each text once, and a refused address once more', async () => {
    const harness = page();
    await open(harness);
    await open(harness);
    expect(harness.transcripts.fetched).toHaveLength(1);
    harness.transcripts.put(addressOf('/t/de.vtt'), { kind: 'expired' });
    expect(await open(harness, TALK, ['de'])).toMatchObject({ error: { kind: 'expired' } });
    expect(harness.transcripts.fetched).toHaveLength(3);
  });

  test('is only for those who may hear the track, and asks nobody otherwise (TEXT-8)', async () => {
    const harness = page(FREE_LISTENER);
    expect(await open(harness)).toEqual({ ok: false, error: { kind: 'refused' } });
    expect(harness.transcripts.fetched).toEqual([]);
  });

  test('ends with the window, but not before a track that plays (TEXT-8)', async () => {
    const harness = page();
    const till = instant(harness.clock.now() + 10_000);
    const leaving = { ...TALK, validity: { from: 'absent' as const, till } };
    await harness.get(PlayAudio).play(leaving);
    await harness.passes(11);
    const mayRead = async () => harness.get(Transcripts).mayRead(leaving, firstTrack(leaving));
    expect(await mayRead()).toBe(true);
    harness.output.pause();
    await harness.passes(1);
    expect(await mayRead()).toBe(false);
  });
});

describe('a downloaded title', () => {
  test('has its texts without a network, until it is removed (TEXT-11)', async () => {
    const harness = page();
    await harness.get(DownloadAudio).download(TALK);
    await harness.passes(30);
    expect(harness.downloadFiles.starts.length).toBeGreaterThan(2);
    harness.network.goOffline();
    harness.api.faults.failNext('playback.tokenize', 'unreachable', 9);
    expect(await open(harness)).toMatchObject({ ok: true, value: { transcript: ENGLISH } });
    expect(harness.transcripts.fetched).toEqual([]);
    await harness.get(DownloadedFiles).remove(TALK.id);
    expect(await harness.downloadFiles.files(SUBSCRIBER.id)).toEqual([]);
    expect(await harness.get(DownloadedTranscripts).contents('/t/en.vtt')).toBeNull();
  });

  test('stores a page of HTML, but not the sign-in page of a network', async () => {
    const harness = page();
    const [url, signIn] = ['/t/page.html', '/t/sign-in.html'];
    harness.transcripts.put(addressOf(url), ENGLISH);
    harness.downloadFiles.remote = () => ({ bytes: 1000, tag: '"1"', isHtml: true });
    const pages = [url, signIn].map((each) => ({
      ...source('en'),
      url: each,
      type: 'text/html' as const,
      label: each,
    }));
    await harness.get(DownloadAudio).download({ ...TALK, transcripts: pages });
    await harness.passes(90);
    expect((await harness.downloadFiles.files(SUBSCRIBER.id))?.map(({ name }) => name)).toEqual([
      `transcript/${url}`,
    ]);
  });
});

test('a bookmark takes the sentence at its second as its note, once the text is loaded (TEXT-13)', async () => {
  const harness = page();
  await harness.get(PlayAudio).play(TALK);
  await harness.passes(1.5);
  expect((await harness.get(AddBookmark).add())?.bookmark.note).toBe('');
  await open(harness);
  await harness.passes(1.2);
  expect((await harness.get(AddBookmark).add())?.bookmark.note).toBe('Two.');
});
