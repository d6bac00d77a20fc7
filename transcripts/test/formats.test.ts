import { describe, expect, test, vi } from 'vitest';
import { type Cue, MOST_CHARACTERS, readTranscript, sizeOf } from '../read-transcript.ts';

const shown = ({ start, end, speaker, text }: Cue): string =>
  `${start}–${end} ${speaker === undefined ? '' : `${speaker}: `}${text}`;
const read = (type: string, text: string, duration?: number) => {
  const { cues, problems } = readTranscript(text, type, duration);
  return [cues.map(shown), problems];
};
const json = (...segments: readonly (readonly [string, number, number])[]): string =>
  JSON.stringify({ segments: segments.map(([body, startTime, endTime]) => ({ body, startTime, endTime })) });
/** A segment for each word, a second long. */
const words = (...texts: readonly string[]): string =>
  json(...texts.map((body, at) => [body, at, at + 1] as const));

type Case = [name: string, text: string, cues: readonly string[], problems?: readonly string[]];

describe('captions', () => {
  test.each<Case>([
    [
      'an empty line after the times',
      '1\n00:01,0 --> 00:03,0\n\nFirst line\n\n2\n00:04,0 --> 00:05,0\n\nNext\n',
      ['1–3 First line', '4–5 Next'],
    ],
    [
      'an empty line inside a cue',
      '1\n00:01,0 --> 00:03,0\nOne.\n\nTwo.\n\n2\n00:04,0 --> 00:05,0\nNext',
      ['1–3 One. Two.', '4–5 Next'],
    ],
    [
      'an empty line after each line',
      '1\r\r\n00:01,0 --> 00:03,0\r\r\nOne.\n\n\n\n2\n\n00:04,0 --> 00:05,0\n\nNext',
      ['1–3 One.', '4–5 Next'],
    ],
    [
      'a number that is said',
      '1\n00:01,0 --> 00:02,0\nHow many?\n42\n\n2\n00:02,0 --> 00:03,0\nSo many.',
      ['1–2 How many? 42', '2–3 So many.'],
    ],
    [
      'a number that is said, and no empty line',
      '1\n00:01,0 --> 00:02,0\nHow many?\n42\n00:02,0 --> 00:03,0\nSo many.',
      ['1–2 How many? 42', '2–3 So many.'],
    ],
    [
      'WebVTT with an empty line, a name and a comment',
      'WEBVTT\n\nNOTE one\ntwo\n\nSTYLE\n::cue {}\n\nfirst\n00:01.0 --> 00:02.0\n\nOne.\n\nTwo.\n\nNOTE no\n\nsecond\n00:02.0 --> 00:03.0\nNext',
      ['1–2 One. Two.', '2–3 Next'],
    ],
    [
      'WebVTT without an empty line before the times',
      'WEBVTT\n\n00:01.0 --> 00:02.0\n\nIt was said.\n00:02.0 --> 00:03.0\nNext',
      ['1–2 It was said.', '2–3 Next'],
    ],
    [
      'a line before the first time',
      'Made by Ida\n\n1\n00:01,0 --> 00:02,0\nOne.',
      ['1–2 One.'],
      ['A line before the first time: left out.'],
    ],
    [
      'code, and signs of less and more',
      '1\n00:01,0 --> 00:02,0\n<i>Vec<String></i> and HashMap<K, V>; I <3 it. If a<b and c>d &lt;b&gt;, R&copy',
      ['1–2 Vec<String> and HashMap<K, V>; I <3 it. If a<b and c>d <b>, R&copy'],
    ],
    [
      'elements that divide words',
      '1\n00:01,0 --> 00:02,0\nOne<br/>two<BR>three<p>four</p>five',
      ['1–2 One two three four five'],
    ],
  ])('are read: %s (TEXT-40, TEXT-44)', (_, text, cues, problems = []) => {
    expect(read('srt', text)).toEqual([cues, problems]);
  });

  test.each<Case>([
    [
      'by lines, with a short caption between two',
      '00:00.16 --> 00:03.43\n \nWhen<00:00:00.960><c> the</c><c> lamp</c> went\n\n00:03.43 --> 00:03.44\nWhen the lamp went\n \n\n00:03.44 --> 00:05.75\nWhen the lamp went\nsat<c> in</c> the dark\n\n00:05.75 --> 00:05.76\nsat in the dark\n \n\n00:05.76 --> 00:08\nsat in the dark\nlistened',
      ['0.16–3.44 When the lamp went', '3.44–5.76 sat in the dark', '5.76–8 listened'],
      ['4 sentences that captions repeat while they roll: shown once.'],
    ],
    [
      'by two lines of three',
      '0:01 --> 0:02\nOne two\nthree four\nfive six\n\n0:02 --> 0:03\nthree four\nfive six\nseven eight\n\n0:03 --> 0:04\nfive six\nseven eight\nnine ten eleven',
      ['1–2 One two three four five six', '2–3 seven eight', '3–4 nine ten eleven'],
      ['2 sentences that captions repeat while they roll: shown once.'],
    ],
    [
      'word by word',
      '0:01 --> 0:02\nWhen\n\n0:02 --> 0:03\nWhen the\n\n0:03 --> 0:04\nWhen the lamp.\n\n0:04 --> 0:05\nWe\n\n0:05 --> 0:06\nWe sat.',
      ['1–4 When the lamp.', '4–6 We sat.'],
      ['3 sentences that captions repeat while they roll: shown once.'],
    ],
    [
      'in a script without spaces',
      '0:01 --> 0:02\n今天天气\n\n0:02 --> 0:03\n今天天气很好\n\n0:03 --> 0:04\n今天天气很好我们去公园',
      ['1–4 今天天气很好我们去公园'],
      ['2 sentences that captions repeat while they roll: shown once.'],
    ],
    [
      'not: a song repeats its words',
      '0:01 --> 0:02\nGo on\n\n0:02 --> 0:03\nGo on\n\n0:03 --> 0:04\nAnd on\n\n0:04 --> 0:05\nGo on',
      ['1–2 Go on', '2–3 Go on', '3–4 And on', '4–5 Go on'],
    ],
  ])('that roll say each word once: %s (TEXT-67)', (_, text, cues, problems = []) => {
    expect(read('vtt', `WEBVTT\nKind: captions\n\n${text}`)).toEqual([cues, problems]);
  });
});

describe('lyrics', () => {
  test.each<Case>([
    [
      'minutes, seconds and hundredths',
      '[00:12:50]First line.\n[00:15:20]Second.\n[01:02:75]Third.',
      ['12.5–14.5 First line.', '15.2–17.2 Second.', '62.75–64.75 Third.'],
    ],
    [
      'hundredths below 60',
      '[00:12:50]First line.\n[00:15:20]Second line.',
      ['12.5–14.5 First line.', '15.2–17.2 Second line.'],
    ],
    [
      'hours, minutes and seconds',
      '[00:59:58.00]Before.\n[01:00:12.50]After.',
      ['3598–3600 Before.', '3612.5–3614.5 After.'],
    ],
    [
      'hours without a fraction',
      `[00:00:01]${'A long sentence. '.repeat(5)}\n[00:00:09]Next one.\n[00:01:10]Last.`,
      [expect.stringMatching(/^1–9 A long/u), '9–11 Next one.', '70–72 Last.'],
    ],
    [
      'times of words inside lines',
      '[00:05.0] hello [00:06.0] world\n[00:09.25] feel [00:10.5] the\n',
      ['5–7 hello world', '9.25–11.25 feel the'],
    ],
    [
      'sentences with times inside a line',
      '[00:05.0]The tide came in. [00:09.0]Nobody saw it come.\n',
      ['5–7.125 The tide came in.', '9–11.375 Nobody saw it come.'],
    ],
    [
      'lines without a time',
      'By Ida\n[ar: Ida]\n[00:01.0]The tide\ncame in.\n[00:09.0][Chorus] Go',
      ['1–3.125 The tide came in.', '9–11 [Chorus] Go'],
      ['A line before the first time: left out.'],
    ],
  ])('are read: %s (TEXT-40)', (_, text, cues, problems = []) => {
    expect(read('lrc', text)).toEqual([cues, problems]);
  });

  test('are read in a file of plain text, and by the length of the sound', () => {
    const text = '[00:00:01.00]The first line.\n[00:00:06.50]The second.';
    expect(read('txt', text)).toEqual([['1–3 The first line.', '6.5–8.5 The second.'], []]);
    expect(readTranscript('[00:12:50]First line of all.', 'txt', 60).cues[0]?.start).toBe(12.5);
  });
});

describe('JSON', () => {
  test.each<Case>([
    [
      'words with spaces of their own',
      words('It', ' ', 'is', ' ', 'Friday', ',', ' ', 'the', ' ', '2nd', '.'),
      ['0–11 It is Friday, the 2nd.'],
    ],
    [
      'words that start with a space',
      words(' It', "'s", ' Friday', ',', ' no', '?', ' Yes', '.'),
      ["0–6 It's Friday, no?", '6–8 Yes.'],
    ],
    [
      'words without spaces',
      words('He', 'said', ':', '(', 'it', "'s", ')', 'do', "n't", 'go', '!'),
      ["0–11 He said: (it's) don't go!"],
    ],
    [
      'sentences in Chinese',
      json(['今天天气很好', 0, 3], ['我们去公园吧', 3, 6]),
      ['0–3 今天天气很好', '3–6 我们去公园吧'],
    ],
    [
      'words in Chinese',
      words('今天', '天气', '很', '好', '。', '我们', '去'),
      ['0–5 今天天气很好。', '5–7 我们去'],
    ],
    ['words in Japanese and Latin', words('これは', 'Hark', 'です', '。'), ['0–4 これは Hark です。']],
    [
      'segments that cannot be read',
      '[{"start":0,"end":1,"text":"A sentence of words."},7,null]',
      ['0–1 A sentence of words.'],
      ['2 sentences that cannot be read: left out.'],
    ],
    [
      'code',
      json(['Today we look at Vec<String>, and I <3 it.', 0, 3]),
      ['0–3 Today we look at Vec<String>, and I <3 it.'],
    ],
  ])('is read: %s (TEXT-40)', (_, text, cues, problems = []) => {
    expect(read('application/json', text)).toEqual([cues, problems]);
  });
});

describe('a page with times', () => {
  test.each<Case>([
    [
      'of speakers',
      '<cite>Kevin:</cite>\n<time>0:00</time>\n<p>Hello there.</p>\n<cite>Alban:</cite>\n<time>0:09</time>\n<p>Hi.</p>',
      ['0–2 Kevin: Hello there.', '9–11 Alban: Hi.'],
    ],
    [
      'with two paragraphs of one time',
      '<h1>Notes</h1><time>[0:10]</time><p>One two three four.</p><p>Five.</p><p><time>1:00:00</time> Six.</p>',
      ['0–2 Notes', '10–11.267 One two three four.', '11.267–13.267 Five.', '3600–3602 Six.'],
    ],
    [
      'among words',
      '<p>We meet at <time>9:30</time> sharp, on <time>May 1</time>.</p><p><time>2024-05-01</time></p>',
      ['0–0 We meet at 9:30 sharp, on May 1.', '0–0 2024-05-01'],
    ],
  ])('is read: %s (TEXT-40, TEXT-44)', (_, text, cues, problems = []) => {
    expect(read('text/html', text)).toEqual([cues, problems]);
  });
});

describe('TTML', () => {
  const tt = (body: string, more = ''): string =>
    `<?xml version="1.0" encoding="UTF-8"?><!-- made --><tt xmlns="http://www.w3.org/ns/ttml" ${more}>${body}</tt>`;
  test.each<Case>([
    [
      'offsets, clocks and elements',
      tt(
        '<body><div><p begin="0.5s" end="3s"><span>Hello</span><br/>there.</p><p begin="00:00:03.000" dur="2500ms">Vec&lt;String&gt;</p></div></body>',
      ),
      ['0.5–3 Hello there.', '3–5.5 Vec<String>'],
    ],
    [
      'frames and ticks',
      tt(
        '<body><p begin="00:00:01:15" end="60f">A</p><p begin="30t" end="40t">B</p></body>',
        'ttp:frameRate="30" ttp:tickRate="10"',
      ),
      ['1.5–2 A', '3–4 B'],
    ],
    [
      'times of the elements around',
      tt(
        '<body begin="10s"><div begin="5s" end="60s"><p begin="1s">A</p><p begin="3s" end="4s">B</p></div></body>',
      ),
      ['16–18 A', '18–19 B'],
      ['A sentence overlapping the next one: cut.'],
    ],
    [
      'times of words, and speakers',
      tt(
        '<head><metadata><ttm:agent xml:id="v1"><ttm:name>Ida Moss</ttm:name></ttm:agent></metadata></head><body><p ttm:agent="v1"><span begin="1s" end="2s">Go</span> <span begin="2s" end="3s">on.</span></p><p>Lost</p></body>',
      ),
      ['1–3 Ida Moss: Go on.'],
      ['A sentence without a time: left out.'],
    ],
    [
      'names with a prefix',
      '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:p begin="1s" end="2s">A</tt:p></tt:body></tt:tt>',
      ['1–2 A'],
    ],
  ])('is read: %s (TEXT-40)', (_, text, cues, problems = []) => {
    expect(read('application/ttml+xml', text)).toEqual([cues, problems]);
    expect(read('text/plain', text)).toEqual([cues, problems]);
  });

  test.each([
    [
      'ass',
      '[Script Info]\nTitle: x\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,Hi',
      'SubStation Alpha (ASS)',
    ],
    ['srt', '[Script Info]\nTitle: x', 'SubStation Alpha (ASS)'],
    ['smi', '<SAMI><BODY><SYNC Start=1000><P>Hi', 'SAMI'],
    ['txt', '0:00:01.000,0:00:03.000\nHi', 'SubViewer (SBV)'],
    ['sub', '{25}{50}Hi', 'MicroDVD'],
    ['txt', '<?xml version="1.0"?><timedtext><body><p t="1">Hi</p></body></timedtext>', 'XML of this kind'],
  ])('is recommended for a format that is not read: %s (TEXT-68)', (type, text, name) => {
    expect(read(type, text)).toEqual([[], [`${name} is not read. Save it as WebVTT, SRT or TTML.`]]);
  });
});

describe('of bounded size', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => at);
  const LONG = 'x'.repeat(4000);
  test.each([
    [
      'LRC',
      'lrc',
      `${lines(8000)
        .map((at) => `[00:${at % 60}]`)
        .join('')}${LONG}`,
    ],
    ['HTML', 'html', `<cite>${'I'.repeat(200)}</cite>${'<p>A</p>'.repeat(80_000)}`],
    [
      'TTML',
      'ttml',
      `<tt><head><ttm:agent xml:id="a"><ttm:name>${'I'.repeat(200)}</ttm:name></ttm:agent></head><body ttm:agent="a">${'<p begin="1s">A</p>'.repeat(80_000)}</body></tt>`,
    ],
    ['plain text', 'txt', `${'A sentence. '.repeat(60)}\n\n`.repeat(15_000)],
  ])('is what is read, also of a small file: %s (TEXT-66)', (_, type, text) => {
    const { cues, problems } = readTranscript(text, type);
    const size = sizeOf(cues);
    expect(size).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(size).toBeGreaterThan(MOST_CHARACTERS * 0.9);
    expect(problems).toContain(
      'Its sentences have more than 8000000 characters; those after them are left out.',
    );
  });

  test('a sentence that is too long is cut, and a note says so (TEXT-66)', () => {
    const { cues, problems } = readTranscript(`WEBVTT\n\n00:01.0 --> 00:02.0\n${LONG}yz`, 'vtt');
    expect(cues[0]?.text).toBe(LONG);
    expect(problems).toEqual(['A sentence of more than 4000 characters: cut.']);
  });

  test.each([
    ['sentences', 'The tide came in. '],
    ['words', 'tide '],
    ['letters', 'x'],
    ['characters beyond the first plane', '𠀀'],
  ])('a paragraph is divided, and keeps its text, in pieces of bounded length: %s', (_, unit) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const text = unit.repeat(20_000);
    const { cues, problems } = readTranscript(text, 'txt');
    const pieces = segment.mock.calls.map(([piece]) => piece.length);
    segment.mockRestore();
    expect(
      cues
        .map((cue) => cue.text)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(text.replaceAll(' ', ''));
    expect(Math.max(...cues.map((cue) => cue.text.length))).toBeLessThanOrEqual(800);
    expect(problems).toEqual([]);
    // The segmenter takes quadratic time for a long text.
    expect(Math.max(...pieces)).toBeLessThanOrEqual(4000);
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * text.length);
  });
});
