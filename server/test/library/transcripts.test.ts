import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { transcriptText } from 'audio-streaming-wire/titles';
import { readFile } from '../../library/read/read-file.ts';
import { readTranscriptsInside } from '../../library/read/transcripts.ts';
import { detail, member, type StudioClient } from '../studio/studio-client.ts';
import { type ApiClient, temporaryFolder } from '../support/provider.ts';
import { flac, mp3, tone } from './support/make-audio.ts';
import { mp4, type Mp4Options } from './support/make-mp4.ts';
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
    const inside = {
      title: 'Inside',
      seconds: 6,
      codec: 'aac',
      lyrics: '[00:01]First.\n[00:04]Later inside.',
    } as const;
    library.write(
      'Inside.m4b',
      mp4({
        ...inside,
        dialect: 'nero',
        chapters: [
          { title: 'A', start: 0 },
          { title: 'B', start: 3 },
        ],
      }),
    );
    library.write(
      'Both.m4a',
      mp4({ ...inside, title: 'Both', lyrics: '[00:09]Of another title.\n[00:01]From inside.', shift: 1 }),
    );
    library.write('Both.vtt', vtt([1, 'From the file.']));
    library.write('Page.mp3', await mp3(tone(2, 330)));
    library.write('Page.vtt', '<!doctype html><p>Please sign in');
    library.write('Page.mp3.de.srt', '1\n00:00:01,000 --> 00:00:02,000\n\nGleich daneben.\n');
    library.write('Page.fr.ass', '[Script Info]\nTitle: x');
    notes = (await library.import({ dryRun: true })).notes;
    await library.import();
  }, 60_000);

  test('are named in the details, one for each language, and not in lists (TEXT-50, TEXT-54)', async () => {
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

  test('are found by the whole name of the sound, and with an empty line after the times (TEXT-50)', async () => {
    const [german, ...others] = (await itemOf('Page')).transcripts ?? [];
    expect([german?.language, others]).toEqual(['de', []]);
    expect(await textOf(german?.url ?? '')).toContain('Gleich daneben.');
  });

  test('of a whole title are divided among its chapters (TEXT-51)', async () => {
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

  test('of a sound itself are divided among its chapters; a file beside it comes before (TEXT-51)', async () => {
    const { chapter_info } = await itemOf('Inside');
    const texts = await Promise.all(
      chapter_info.map((chapter) => textOf(chapter.transcripts?.[0]?.url ?? '')),
    );
    expect(texts.map((text) => text.split('\n').slice(2))).toEqual([
      ['00:00:01.000 --> 00:00:03.000', 'First.', ''],
      ['00:00:01.000 --> 00:00:02.991', 'Later inside.', ''],
    ]);
    const both = (await itemOf('Both')).transcripts ?? [];
    expect(both).toHaveLength(1);
    expect(await textOf(both[0]?.url ?? '')).toContain('From the file.');
  });

  test('with faults are named by a dry run, with the kind of fault (TEXT-52)', () => {
    expect(notes).toEqual([
      {
        path: 'Both.m4a',
        note: 'The text in it: A sentence after the end of the sound: left out. Is it the text of another title?',
      },
      { path: 'Page.vtt', note: 'It is a web page, not a transcript.' },
      {
        path: 'Page.fr.ass',
        note: 'SubStation Alpha (ASS) is not read. Save it as WebVTT, SRT or TTML.',
      },
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
  ])('are searched in their language: %s (TEXT-60)', async (term, result) => {
    expect(await found(term)).toEqual(result === null ? [] : [result]);
  });

  test('are found in each chapter; a title that is found otherwise comes first (TEXT-61)', async () => {
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

  test('are not searched for those who may not hear the sound (TEXT-61)', async () => {
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

  test('are for those who may hear the sound, until their window closes (TEXT-55)', async () => {
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
    const response = await fetch(open);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/u);
    expect((await fetch(open.replace(/signature=./u, 'signature=_'))).status).toBe(403);
    await setFree(false);
    expect((await fetch(open)).status).toBe(403);
  });
});

describe('transcripts of the studio', () => {
  let library: OwnLibrary;
  let studio: StudioClient;
  let id = '';

  beforeAll(async () => {
    library = await ownLibrary();
    for (const number of [1, 2]) library.write(`Book/${number}.mp3`, await mp3(tone(3, 400 + 10 * number)));
    library.write('Book/transcript.en.vtt', vtt([1, 'In the first.'], [4, 'In the second.']));
    id = (await library.import()).added[0]?.id ?? '';
    studio = (await member(library.provider, 'pat@listener.test', 'publisher')).studio;
  }, 60_000);

  const send = (query: string, text: string, headers: Readonly<Record<string, string>> = {}) =>
    studio.call('PUT', `/titles/${id}/transcripts?${query}`, Buffer.from(text), {
      'content-type': 'application/octet-stream',
      ...headers,
    });
  const listed = async () => (await studio.detail(id)).transcripts;
  const shown = async () =>
    (await listed())
      .filter((each) => each.is_shown)
      .map(({ language, source, chapters }) => `${language} ${source} ${chapters.join()}`);
  /** The sentences of each chapter, as listeners get them. */
  const served = async (language = 'en') => {
    const { chapter_info } = v.parse(wire.item, (await library.client.get(`/content/${id}`)).body);
    return Promise.all(
      chapter_info.map(async ({ transcripts = [] }) => {
        const url = transcripts.find((each) => each.language === language)?.url;
        const text = url === undefined ? '' : await (await fetch(await addressOf(library, url))).text();
        return text
          .split('\n\n')
          .slice(1)
          .map((cue) => cue.replace(/ --> \S+\n/u, ' ').trim());
      }),
    );
  };
  const firstId = async (source: string) => (await listed()).find((each) => each.source === source)?.id ?? '';
  const shift = async (source: string, seconds: unknown) =>
    studio.call('PATCH', `/titles/${id}/transcripts/${await firstId(source)}`, { seconds });

  test('a text of a file is shown beside the sound, and its times are moved; the file stays (TEXT-54)', async () => {
    expect(await shown()).toEqual(['en file 1,2']);
    const { body } = await studio.get(`/titles/${id}/transcripts/${await firstId('file')}`);
    const { parts } = v.parse(transcriptText, body);
    expect(parts.map((part) => [part?.title, part?.cues.map(({ text }) => text)])).toEqual([
      ['1', ['In the first.']],
      ['2', ['In the second.']],
    ]);
    const sound = await fetch(library.provider.origin + (parts[0]?.sound ?? ''));
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    await sound.body?.cancel();

    expect((await shift('file', -2.5)).status).toBe(200);
    expect(await shown()).toEqual(['en studio 1']);
    expect(await served()).toEqual([['00:00:00.000 In the first.', '00:00:01.500 In the second.'], []]);
  });

  test('a text of the studio is moved again, is left by an import, and is removed (STU-53, STU-54)', async () => {
    expect(
      (
        await send(
          'language=en&name=a.srt',
          '1\n00:00:01,000 --> 00:00:02,000\nMine.\n\n2\n00:00:04,000 --> 00:00:05,000\nToo.\n',
        )
      ).status,
    ).toBe(200);
    const before = await served();
    expect(before.flat().map((cue) => cue.slice(13))).toEqual(['Mine.', 'Too.']);
    expect((await shift('studio', 1)).status).toBe(200);
    expect((await served())[0]).toEqual(['00:00:02.000 Mine.']);
    library.write('Book/desc.txt', 'New.');
    library.write('Book/transcript.en.vtt', vtt([1, 'Another file.']));
    await library.import();
    expect((await served())[0]).toEqual(['00:00:02.000 Mine.']);
    const own = await firstId('studio');
    expect((await studio.call('DELETE', `/titles/${id}/transcripts/${own}`)).status).toBe(200);
    expect(await served()).toEqual([['00:00:01.000 Another file.'], []]);
    expect((await studio.call('DELETE', `/titles/${id}/transcripts/${own}`)).status).toBe(404);
    expect(await studio.call('DELETE', `/titles/${id}/transcripts/${await firstId('file')}`)).toMatchObject({
      status: 422,
      body: { error: { message: 'This text is from Book/transcript.en.vtt. Remove it there.' } },
    });
  });

  test('a text of one chapter, in another language and without times', async () => {
    expect((await send('chapter=2&language=de&name=a.txt', 'Im zweiten.')).status).toBe(200);
    expect(await shown()).toEqual(['en file 1', 'de studio 2']);
    expect(await shift('studio', 1)).toMatchObject({
      status: 422,
      body: { error: { message: 'This text has no times.' } },
    });
    const response = await send('chapter=2&language=de', vtt([1, 'Im zweiten.'], [8, 'Danach.']));
    const { problems } = v.parse(detail, response.body);
    expect(problems).toEqual([
      'A sentence after the end of the sound: left out. Is it the text of another title?',
    ]);
    expect(await served('de')).toEqual([[], ['00:00:01.000 Im zweiten.']]);
  });

  test.each([
    ['name=a.vtt', '<!doctype html><input type=password>', 422, 'It is a web page, not a transcript.'],
    ['name=a.html', '<html><input type=password>', 422, 'It is a page to sign in, not a transcript.'],
    ['name=a.vtt', '', 422, 'It is empty.'],
    ['chapter=3', 'Text.', 422, 'This title has no chapter 3.'],
    ['language=English%20words', 'Text.', 422, 'language must be a language tag such as en or pt-BR.'],
  ])('a bad one gets one clear line: %s (STU-53)', async (query, text, status, message) => {
    expect(await send(query, text)).toMatchObject({ status, body: { error: { message } } });
  });

  test('two editors do not replace each other’s text', async () => {
    const { version } = await studio.detail(id);
    const seen = { 'if-match': `"${version}"` };
    expect((await send('language=fr', 'Le mien.', seen)).status).toBe(200);
    expect((await send('language=fr', 'Le sien.', seen)).status).toBe(412);
    expect(await shift('studio', Number.MAX_VALUE)).toMatchObject({ status: 422 });
  });
});

describe('text inside the sound', () => {
  const LRC = '[00:01.00]The keeper was silent.\n[00:02.50][00:04.00]Nobody came.';
  const LINES = ['1 The keeper was silent.', '2.5 Nobody came.', '4 Nobody came.'];
  /** The body of a frame: the encoding, the language, what is special, and an empty descriptor. */
  const frame = (
    language: string,
    special: readonly number[],
    ...text: readonly (string | Buffer)[]
  ): Buffer =>
    Buffer.concat([
      Buffer.from([3]),
      Buffer.from(language),
      Buffer.from([...special, 0]),
      ...text.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)),
    ]);
  const timed = (text: string, time: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(time);
    return Buffer.concat([Buffer.from(`${text}\0`), bytes]);
  };
  const withFrames = (...frames: readonly (readonly [string, Buffer])[]) =>
    mp3(tone(6, 300), { tag: { frames } });
  const subtitles: Mp4Options['subtitles'] = [
    {
      language: 'eng',
      format: 'tx3g',
      cues: [
        [0, ''],
        [1, 'The keeper was silent.'],
        [2.5, 'Nobody came.'],
      ],
    },
    {
      language: 'deu',
      format: 'wvtt',
      cues: [
        [0, ''],
        [1, 'Der W\u00e4rter schwieg.'],
        [2, '<i>Niemand</i> kam.'],
      ],
    },
  ];
  const chapters = [
    { title: 'One', start: 0 },
    { title: 'Two', start: 3 },
  ];

  test.each<
    readonly [string, string, () => Buffer | Promise<Buffer>, Readonly<Record<string, readonly string[]>>]
  >([
    [
      'SYLT with lines',
      'mp3',
      () =>
        withFrames([
          'SYLT',
          frame('eng', [2, 1], timed('The keeper was silent.', 1000), timed('Nobody came.', 2500)),
        ]),
      { en: LINES.slice(0, 2) },
    ],
    [
      'SYLT with syllables',
      'mp3',
      () =>
        withFrames([
          'SYLT',
          frame(
            'eng',
            [2, 1],
            timed('The kee', 1000),
            timed('per was silent.', 1400),
            timed('\nNobody ', 2500),
            timed('came.', 2700),
          ),
        ]),
      { en: LINES.slice(0, 2) },
    ],
    [
      'SYLT with frames of MPEG',
      'mp3',
      () => withFrames(['SYLT', frame('XXX', [1, 2], timed('The keeper was silent.', 38))]),
      { und: ['0.993 The keeper was silent.'] },
    ],
    ['SYLT with chords', 'mp3', () => withFrames(['SYLT', frame('eng', [2, 5], timed('Am', 1000))]), {}],
    [
      'SYLT before USLT, and another language',
      'mp3',
      () =>
        withFrames(
          ['USLT', frame('eng', [], 'Another text.')],
          ['SYLT', frame('eng', [2, 1], timed('The keeper was silent.', 1000))],
          ['USLT', frame('ger', [], 'Niemand kam.')],
        ),
      { en: ['1 The keeper was silent.'], de: ['0 Niemand kam.'] },
    ],
    ['USLT with times', 'mp3', () => withFrames(['USLT', frame('eng', [], LRC)]), { en: LINES }],
    ['LYRICS', 'flac', () => flac(6, [`LYRICS=${LRC}`]), { und: LINES }],
    [
      'SYNCEDLYRICS before UNSYNCEDLYRICS',
      'flac',
      () => flac(6, ['unsyncedlyrics=Another text.', `SYNCEDLYRICS=${LRC}`, 'LYRICS-DEU=Niemand kam.']),
      { und: LINES, de: ['0 Niemand kam.'] },
    ],
    [
      'a description in place of lyrics',
      'flac',
      () => flac(6, ['DESCRIPTION=About it.', 'LYRICS=About it.']),
      {},
    ],
    ['a page to sign in', 'flac', () => flac(6, ['LYRICS=<html><input type=password>']), {}],
    ['lyrics of MP4', 'm4a', () => mp4({ seconds: 6, codec: 'aac', lyrics: LRC }), { und: LINES }],
    [
      'text tracks of MP4',
      'm4b',
      () => mp4({ seconds: 6, codec: 'aac', subtitles }),
      { en: LINES.slice(0, 2), de: ['1 Der Wärter schwieg.', '2 Niemand kam.'] },
    ],
    [
      'a chapter track of MP4',
      'm4b',
      () => mp4({ seconds: 6, codec: 'aac', chapters, dialect: 'track' }),
      {},
    ],
  ])('is read: %s (TEXT-15)', async (name, ending, sound, expected) => {
    const path = join(temporaryFolder(), `${name}.${ending}`);
    writeFileSync(path, await sound());
    const facts = await readFile(path, () => undefined);
    const found = await readTranscriptsInside(path, facts.container, facts.seconds);
    expect(facts.notes).toEqual([]);
    expect(
      Object.fromEntries(
        found
          .filter(({ cues }) => cues.length > 0)
          .map(({ language, cues }) => [
            language ?? 'und',
            cues.map(({ start, text }) => `${Math.round(start * 1000) / 1000} ${text}`),
          ]),
      ),
    ).toEqual(expected);
    if (Object.keys(expected).length > 0) expect(facts.hasText).toBe(true);
  });
});
