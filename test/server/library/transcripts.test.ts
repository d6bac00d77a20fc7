// Proves TEXT-50, TEXT-51, TEXT-52, TEXT-54, TEXT-55, TEXT-60 and TEXT-61.
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../../server/api/answers.ts';
import type { ApiClient } from '../support/provider.ts';
import { mp3, tone } from './support/make-audio.ts';
import { addressOf, ownLibrary, type OwnLibrary } from './support/own-library.ts';

/** WebVTT with a sentence at each start. */
const vtt = (...sentences: readonly (readonly [number, string])[]): string =>
  ['WEBVTT', ...sentences.map(([at, text]) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}`)].join('\n\n');

const page = v.object({ results: v.array(wire.item) });

describe('transcripts beside the sound', () => {
  let library: OwnLibrary;
  let listener: ApiClient;
  let notes: readonly { readonly path: string; readonly note: string }[] = [];
  const itemOf = async (title: string, client = library.client) => {
    const { id } = await library.provider.db
      .selectFrom('items')
      .select('id')
      .where(sql<boolean>`document ->> 'title' = ${title}`)
      .executeTakeFirstOrThrow();
    return v.parse(wire.item, (await client.get(`/content/${id}`)).body);
  };
  const textOf = async (url: string) => (await fetch(await addressOf(library, url))).text();

  beforeAll(async () => {
    library = await ownLibrary();
    listener = await library.listener();
    const sound = await mp3(tone(6, 300));
    library.write('The Harbour.mp3', sound);
    library.write(
      'The Harbour.en.vtt',
      vtt([1, 'The lighthouse keeper was silent.'], [3, '<v Ida>Ships & <b>storms</b>']),
    );
    library.write(
      'The Harbour.de.srt',
      Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nDer Leuchtturmwärter schwieg f\xfcr immer.\n', 'latin1'),
    );
    library.write('The Harbour.txt', 'The lighthouse keeper was silent.\n\nShips and storms.');
    library.write('The Harbour.json', '{"of": "another program"}');
    library.write('Parts/1.mp3', await mp3(tone(3, 310)));
    library.write('Parts/2.mp3', await mp3(tone(3, 320)));
    library.write(
      'Parts/transcript.vtt',
      vtt([1, 'In the first.'], [4, 'In the second.'], [9, 'In another title.']),
    );
    library.write('Parts/desc.txt', 'About parts.');
    library.write('Page.mp3', await mp3(tone(2, 330)));
    library.write('Page.vtt', '<!doctype html><p>Please sign in');
    notes = (await library.import({ dryRun: true })).notes;
    await library.import();
  }, 60_000);

  test('are named in the details, one for each language, and not in lists', async () => {
    const { transcripts } = await itemOf('The Harbour');
    expect(transcripts?.map(({ type, language, label }) => [type, language, label])).toEqual([
      ['text/vtt', 'de', 'Deutsch'],
      ['text/vtt', 'en', 'English'],
      ['text/plain', '', 'Transcript'],
    ]);
    const [, english] = transcripts ?? [];
    expect(await textOf(english?.url ?? '')).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThe lighthouse keeper was silent.\n\n00:00:03.000 --> 00:00:04.000\n<v Ida>Ships &amp; storms\n',
    );
    expect(await textOf(transcripts?.[0]?.url ?? '')).toContain('für immer');
    const found = v.parse(page, (await library.client.get('/search?term=harbour')).body).results;
    expect(found.map((item) => 'transcripts' in item)).toEqual([false]);
  });

  test('of a whole title are divided among its chapters', async () => {
    const { chapter_info, transcripts, description } = await itemOf('Parts');
    expect(transcripts).toBeUndefined();
    expect(description).toBe('About parts.');
    const texts = await Promise.all(
      chapter_info.map((chapter) => textOf(chapter.transcripts?.[0]?.url ?? '')),
    );
    expect(texts).toEqual([
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nIn the first.\n',
      expect.stringMatching(/^WEBVTT\n\n00:00:00\.\d+ --> 00:00:01\.\d+\nIn the second\.\n$/u),
    ]);
  });

  test('with faults are named by a dry run, with the kind of fault', () => {
    expect(notes).toEqual([
      { path: 'Page.vtt', note: 'It is a web page, not a transcript.' },
      {
        path: 'Parts/transcript.vtt',
        note: 'A sentence after the end of the sound: left out. Is it the text of another title?',
      },
    ]);
  });

  const found = async (term: string, client = library.client, more = '') => {
    const { body } = await client.get(`/search?term=${encodeURIComponent(term)}&limit=10${more}`);
    return v
      .parse(page, body)
      .results.map(({ title, matches }) => [
        title,
        ...(matches ?? []).map(({ chapter_index, start, text }) => `${chapter_index} ${start} ${text}`),
      ]);
  };

  test.each([
    ['KEEPERS lighthouses', ['The Harbour', 'null 1 The lighthouse keeper was silent.']],
    ['leuchtturmwarter', ['The Harbour', 'null 1 Der Leuchtturmwärter schwieg für immer.']],
    ['silent storm', ['The Harbour', 'null 1 The lighthouse keeper was silent.']],
    ['zebra', null],
  ])('are searched in their language: %s', async (term, result) => {
    expect(await found(term)).toEqual(result === null ? [] : [result]);
  });

  test('are found in each chapter; a title that is found otherwise comes first', async () => {
    const [first, ...others] = await found('second');
    expect([first?.[0], others]).toEqual(['Parts', []]);
    expect(first?.[1]).toMatch(/^2 \S+ In the second\.$/u);
    await library.provider.db
      .updateTable('items')
      .set({ words: sql<string>`words || 'storms'::tsvector` })
      .where(sql<boolean>`document ->> 'title' = 'Page'`)
      .execute();
    expect((await found('storms')).map(([title]) => title)).toEqual(['Page', 'The Harbour']);
    const parts = await Promise.all(
      [0, 1, 2].map((skip) => library.client.get(`/search?term=storms&limit=1&skip=${skip}`)),
    );
    expect(
      parts.map(({ body }) => [
        v.parse(wire.itemPage, body).results.map(({ title }) => title),
        v.parse(wire.itemPage, body).next_page_key,
      ]),
    ).toEqual([
      [['Page'], 1],
      [['The Harbour'], null],
      [[], null],
    ]);
  });

  test('are not searched for those who may not hear the sound', async () => {
    expect(await found('storms', listener)).toEqual([['Page']]);
    expect(await found('harbour silent', listener)).toEqual([]);
    expect(await found('harbour', listener)).toEqual([['The Harbour']]);
  });

  test('have the address of before while they are the same, and go with their file', async () => {
    const before = (await itemOf('The Harbour')).transcripts?.map(({ url }) => url) ?? [];
    library.write('The Harbour.en.vtt', vtt([1, 'Another text.']));
    await library.import();
    const after = (await itemOf('The Harbour')).transcripts?.map(({ url }) => url) ?? [];
    expect(after.map((url) => before.includes(url))).toEqual([true, false, true]);
    expect(
      (await library.client.get(`/audio/tokenize?url=${encodeURIComponent(before[1] ?? '')}`)).status,
    ).toBe(404);
  });

  test('are for those who may hear the sound, until their window closes', async () => {
    const { id, transcripts, url } = await itemOf('The Harbour', listener);
    const address = encodeURIComponent(transcripts?.[0]?.url ?? '');
    const ask = () => listener.get(`/audio/tokenize?url=${address}`);
    const setFree = (isFree: boolean) =>
      library.provider.db
        .updateTable('items')
        .set({ has_free_listening: isFree })
        .where('id', '=', id)
        .execute();
    expect((await ask()).status).toBe(403);
    expect((await listener.get(`/audio/tokenize?url=${encodeURIComponent(url ?? '')}`)).status).toBe(403);
    await setFree(true);
    const { body } = await ask();
    const open = library.provider.origin + v.parse(wire.tokenized, body).tokenized_url;
    const answer = await fetch(open);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/u);
    expect((await fetch(open.replace(/signature=./u, 'signature=_'))).status).toBe(403);
    await setFree(false);
    expect((await fetch(open)).status).toBe(403);
  });
});
