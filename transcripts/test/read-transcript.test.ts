import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cue, readTranscript } from '../read-transcript.ts';

/** A cue as `start–end speaker: text`. */
const shown = ({ start, end, speaker, text }: Cue): string =>
  `${start}–${end} ${speaker === undefined ? '' : `${speaker}: `}${text}`;

const WORDS = JSON.stringify({
  version: '1.0.0',
  segments: ['They', 'came.', 'We', 'left.'].map((body, at) => ({
    speaker: at < 2 ? 'Ida' : 'Tom',
    startTime: at,
    endTime: at + 1,
    body,
  })),
});

describe('a transcript', () => {
  test.each<
    [name: string, type: string, text: string, cues: readonly string[], problems?: readonly string[]]
  >([
    [
      'WebVTT with notes, styles, ids, voices and CRLF',
      'text/vtt',
      '\ufeffWEBVTT - x\r\n\r\nNOTE no\r\n\r\nSTYLE\r\n::cue {}\r\n\r\nid\r\n00:01.000 --> 00:03.000 align:start\r\n<v.loud Ida Moss>Hi <i>you</i> &amp; me</v>\r\nthere',
      ['1–3 Ida Moss: Hi you & me there'],
    ],
    [
      'two voices in one cue',
      'text/vtt',
      'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Ida>Yes</v><v Tom>Now',
      ['0–2 Ida: Yes', '2–4 Tom: Now'],
    ],
    [
      'SubRip with markup and without empty lines',
      'application/x-subrip',
      '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<font color="red">One</font>\n2\n0:00:02,500 --> 0:00:04\nTwo <b>x</b> 1 < 2 > 0',
      ['1–2.5 One', '2.5–4 Two x 1 < 2 > 0'],
    ],
    [
      'a comma, and no hours, in WebVTT; its type is unknown',
      'application/octet-stream',
      'WEBVTT\n\n0:01,5 --> 0:02,5\nA\n\n100:00:00.000 --> 100:00:01.000\nB',
      ['1.5–2.5 A', '360000–360001 B'],
    ],
    [
      'LRC with several times in a line, a pause and an offset',
      'text/lrc',
      '[ti:x]\n[offset:500]\n[00:01.50]One <00:01.80>two\n[00:03.00][00:09.50]Again\n[00:04.50]',
      ['1–2.5 One two', '2.5–4 Again', '9–11 Again'],
    ],
    [
      'JSON with a segment for each word',
      'application/json',
      WORDS,
      ['0–2 Ida: They came.', '2–4 Tom: We left.'],
    ],
    [
      'the JSON of Whisper',
      'json',
      '{"segments":[{"start":0.5,"end":2,"text":" A longer line."}]}',
      ['0.5–2 A longer line.'],
    ],
    [
      'HTML with speakers, times and a script',
      'text/html',
      '<html><head><title>x</title></head><cite>Ida:</cite><time>0:00</time><p>Hi <b>all</b><script>bad()</script></p><p>Bye &lt;b&gt;',
      ['0–0 Ida: Hi all', '0–0 Ida: Bye <b>'],
    ],
    ['plain text', 'text/plain', 'One\nline.\n\n\u202eTwo\u0007.\n', ['0–0 One line.', '0–0 Two .']],
    ['text from right to left', 'vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nשלום, עולם', ['0–1 שלום, עולם']],
    [
      'unordered and overlapping cues',
      'vtt',
      'WEBVTT\n\n00:05.000 --> 00:09.000\nB\n\n00:01.000 --> 00:06.000\nA',
      ['1–5 A', '5–9 B'],
      ['A sentence not in the order of the times: sorted.', 'A sentence overlapping the next one: cut.'],
    ],
    [
      'negative, empty and endless cues, and one with an unreadable time',
      'vtt',
      'WEBVTT\n\n-00:01.000 --> 00:01.000\nA\n\n00:02.000 --> 00:03.000\n\n00:04.000 -->\nB\n\n00:06.000 --> 00:05.000\nC\n\n0:x --> 00:09.000\nD\n\n1:2:3:4 --> 5\nE',
      ['0–1 A', '4–6 B', '6–8 C'],
      [
        'A sentence without text: left out.',
        '2 sentences with times that cannot be read: left out.',
        '2 sentences without an end after its start: it ends at the next one.',
      ],
    ],
    [
      'a transcript of a longer title',
      'vtt',
      'WEBVTT\n\n00:58.000 --> 01:05.000\nA\n\n01:10.000 --> 01:12.000\nB',
      ['58–60 A'],
      ['A sentence after the end of the sound: left out. Is it the text of another title?'],
    ],
    [
      'a page instead of WebVTT',
      'text/vtt',
      '<!DOCTYPE html><p>Sign in',
      [],
      ['It is a web page, not a transcript.'],
    ],
    [
      'a page to sign in',
      'text/html',
      '<form><p>Welcome</p><input type="Password"></form>',
      [],
      ['It is a page to sign in, not a transcript.'],
    ],
    ['no JSON', 'application/json', 'no', [], ['It is no transcript in JSON.']],
    ['nothing', 'srt', ' \n', [], ['It is empty.']],
  ])('is read: %s (TEXT-41, TEXT-42, TEXT-43)', (_, type, text, cues, problems = []) => {
    const read = readTranscript(text, type, type === 'vtt' ? 60 : undefined);
    expect(read.cues.map(shown)).toEqual(cues);
    expect(read.problems).toEqual(problems);
    expect(read.isTimed).toBe(cues.length > 0 && !cues.every((cue) => cue.startsWith('0–0 ')));
  });

  const HEAD = 'WEBVTT\n\n00:00.000 --> 00:01.000\n';
  const TOO_MANY = 'It has more than 100000 sentences; those after them are left out.';
  const TOO_DEEP = 'Its elements are nested too deeply; what comes after them is left out.';

  test.each([
    [
      'a million cues',
      'vtt',
      `WEBVTT\n\n${'00:00.000 --> 00:01.000\nA\n\n'.repeat(150_000)}`,
      100_000,
      TOO_MANY,
    ],
    ['a cue of many voices', 'vtt', HEAD + '<v A>A'.repeat(150_000), 100_000, TOO_MANY],
    ['a voice of spaces', 'vtt', `${HEAD}<v${' '.repeat(200_000)}x`, 1, undefined],
    ['elements that are not closed', 'html', '<b>A '.repeat(200_000), 2, TOO_DEEP],
    ['speakers that are not closed', 'html', '<cite>A'.repeat(200_000), 500, TOO_DEEP],
  ])(
    'of bounded length is read in linear time: %s (TEXT-40)',
    (_, type, text, sentences, problem) => {
      const { cues, problems } = readTranscript(text, type);
      expect(cues).toHaveLength(sentences);
      expect(problems[0]).toBe(problem);
    },
    30_000,
  );

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '\n',
      '\n\n',
      'WEBVTT\n\n',
      '00:01.000',
      ' --> ',
      '-5:00',
      '9:00,5',
      '<v A>',
      '<b',
      '[00:02.00]',
      '{"segments":[',
      '<p>',
      '<time>0:01</time>',
      '<tt>',
      '<p begin="1s">',
      '[00:02:50]',
      'NOTE',
      '2\n',
      '&#0;',
      '\ud800',
    ),
  );

  test('of any bytes is read: with text, in order, each from its start to its end (TEXT-41)', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('text/vtt', 'srt', 'lrc', 'json', 'text/html', 'ttml', 'text/plain', ''),
        fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
        (pieces, type, duration) => {
          const { cues } = readTranscript(pieces.join(''), type, duration);
          let before = 0;
          for (const { start, end, text } of cues) {
            expect(text.trim()).not.toBe('');
            expect(start).toBeGreaterThanOrEqual(before);
            expect(end).toBeGreaterThanOrEqual(start);
            before = start;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
