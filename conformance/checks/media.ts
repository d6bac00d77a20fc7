import { resolveMediaUrl } from '../../src/adapters/http/api-path.ts';
import type { ContentItem } from '../../src/domain/catalogue/content.ts';
import { type Check, differs, EndedCheck, notTried, orNull, type Outcome, passed } from '../check.ts';
import type { TranscriptSource } from '../../src/domain/catalogue/transcript-source.ts';
import type { Target } from '../target.ts';
import type { ReadResponse } from '../wire.ts';
import { playable, playableItems } from '../samples.ts';

const FIRST = 1024;
const SOUND = /^(?:audio|video)\/|^application\/(?:ogg|octet-stream)/i;

/** The tokenised address of a sound. */
async function tokenized(target: Target): Promise<URL> {
  const { url } = await playable(target);
  const asked = await target.ask(
    async ({ playback }) => playback.tokenize(url),
    'There is no address; see "tokenize".',
  );
  return new URL(asked.value);
}

/** Requests a part of a sound as an audio element does: without the headers that the app adds to its calls. */
const part = async (target: Target, range: string): Promise<ReadResponse> =>
  target.sendTo(await tokenized(target), { headers: { Range: `bytes=${range}` } });

/** The length of the whole in `Content-Range`; null if it cannot be read. */
const wholeOf = ({ headers }: ReadResponse): number | null => {
  const [, whole] = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return whole === undefined ? null : Number(whole);
};

/** The length of a sound in bytes. */
async function lengthOf(target: Target): Promise<number> {
  const whole = wholeOf(await part(target, '0-0'));
  if (whole === null) throw new EndedCheck(notTried('The length is not known; see "media-range".'));
  return whole;
}

export const mediaChecks: readonly Check[] = [
  {
    id: 'media-range',
    title: 'The beginning of a sound can be fetched with `Range`',
    notices: 'Seeking does not work, and Safari plays nothing.',
    run: async (target) => {
      const found = await part(target, `0-${FIRST - 1}`);
      const { sent, status, length } = found;
      const asked = `${sent} with Range: bytes=0-${FIRST - 1}`;
      if (status !== 206) return differs(asked, `${status}, not 206.`);
      const whole = wholeOf(found);
      if (whole === null) return differs(asked, '206 without a Content-Range that can be read.');
      return length === Math.min(FIRST, whole) ? passed : differs(asked, `${length} bytes, not ${FIRST}.`);
    },
  },
  {
    id: 'media-seek',
    title: 'A part in the middle of a sound can be fetched',
    notices: 'Seeking goes to a wrong position, or does not work.',
    run: async (target) => {
      const whole = await lengthOf(target);
      const from = Math.floor(whole / 2);
      const range = `${from}-${from + 9}`;
      const found = await part(target, range);
      const given = found.headers.get('content-range');
      return found.status === 206 && given === `bytes ${range}/${whole}`
        ? passed
        : differs(
            `${found.sent} with Range: bytes=${range}`,
            `${found.status}, Content-Range: ${given ?? 'none'}`,
          );
    },
  },
  {
    id: 'media-beyond',
    title: 'A part after the end of a sound is refused with 416',
    notices: 'The player waits for a sound that never comes.',
    run: async (target) => {
      const whole = await lengthOf(target);
      const found = await part(target, `${whole + 1}-`);
      return found.status === 416
        ? passed
        : differs(`${found.sent} with Range: bytes=${whole + 1}-`, `${found.status}, not 416.`);
    },
  },
  {
    id: 'media-type',
    title: 'A sound has the type of a sound',
    notices: 'Some browsers do not play it.',
    run: async (target) => {
      const found = await part(target, '0-0');
      const type = found.headers.get('content-type') ?? 'none';
      return SOUND.test(type) ? passed : differs(found.sent, `Content-Type: ${type}`);
    },
  },
  {
    id: 'media-origin',
    title: 'Sounds and covers come from origins that the configuration allows',
    notices: 'The browser refuses to load them.',
    run: async (target) => {
      const { apiUrl, mediaOrigins } = target.settings;
      const allowed = [new URL(apiUrl).origin, ...mediaOrigins];
      const sound = await orNull(tokenized(target));
      if (sound !== null && !allowed.includes(sound.origin)) {
        return differs('The address of a sound', `${sound.origin} is not among VITE_MEDIA_ORIGINS.`);
      }
      const { items } = await target.known();
      if (sound === null && items.length === 0) return notTried('The lists name no title.');
      for (const { id, imageUrl } of items) {
        const address = imageUrl === null ? null : resolveMediaUrl(apiUrl, imageUrl);
        const origin = address === null ? null : new URL(address).origin;
        if (origin !== null && !allowed.includes(origin)) {
          return differs(`The cover of ${id}`, `${origin} is not among VITE_MEDIA_ORIGINS.`);
        }
      }
      return passed;
    },
  },
  {
    id: 'cover',
    title: 'A cover is a picture',
    notices: 'Tiles show a placeholder.',
    run: async (target) => {
      const { items } = await target.known();
      const address = items.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? null;
      const resolved = address === null ? null : resolveMediaUrl(target.settings.apiUrl, address);
      if (resolved === null) return notTried('No title has a cover.');
      const found = await target.sendTo(new URL(resolved));
      return isOk(found, /^image\//);
    },
  },
  {
    id: 'pdf',
    title: 'A PDF can be fetched',
    notices: '"View PDF" shows an error.',
    run: async (target) => {
      const none = 'No title that this listener may play has a PDF.';
      const { url } = await playable(target, ({ pdfUrl }) => pdfUrl, none);
      const asked = await target.ask(async ({ playback }) => playback.tokenize(url));
      return isOk(await target.sendTo(new URL(asked.value)), /^application\/pdf/);
    },
  },
  {
    id: 'transcript',
    title: 'A transcript can be fetched, only with its signature and until its end',
    notices: 'The text beside the sound cannot be read, or everybody reads it.',
    run: async (target) => {
      const { items } = await playableItems(target);
      const transcript = await transcriptOf(target, items);
      if (transcript === null) return notTried('No title that this listener may play has a transcript.');
      const asked = await target.ask(async ({ playback }) => playback.tokenize(transcript.url));
      const address = new URL(asked.value);
      const found = await target.sendTo(address);
      const read = isOk(found, TEXT);
      if (read.kind !== 'passed' || address.search === '') return read;
      const bare = new URL(address);
      bare.search = '';
      for (const changed of [bare, ...prolonged(address)]) {
        const { status, sent } = await target.sendTo(changed);
        if (status < 400) return differs(sent, `${status}, not 403.`);
      }
      return passed;
    },
  },
  {
    id: 'transcript-refused',
    title: 'A transcript of a title that may not be played is refused with 403',
    notices: 'The text of a title can be read without a membership.',
    run: async (target) => {
      const open = new Set((await playableItems(target)).items.map(({ id }) => id));
      const { items } = await target.known();
      const locked = items.filter(({ id }) => !open.has(id));
      const transcript = await transcriptOf(target, locked);
      if (transcript === null) return notTried('No title that this listener may not play has a transcript.');
      const asked = await target.tryAsk(async ({ playback }) => playback.tokenize(transcript.url));
      return asked === null ? passed : differs(asked.response.sent, `${asked.response.status}, not 403.`);
    },
  },
];

/** An address with each of its numbers, one of which is its end, a day later. */
const prolonged = (address: URL): readonly URL[] =>
  [...address.searchParams].flatMap(([name, value]) => {
    const later = new URL(address);
    later.searchParams.set(name, String(Number(value) + 86_400_000));
    return /^\d{9,13}$/.test(value) ? [later] : [];
  });

const TEXT = /^(?:text\/|application\/(?:srt|x-subrip|json|lrc))/i;
/** Only details name transcripts. */
const MOST_DETAILS = 40;

/** A transcript of one of the titles, or of a chapter. */
async function transcriptOf(target: Target, items: readonly ContentItem[]): Promise<TranscriptSource | null> {
  const found = await Promise.all(
    items.slice(0, MOST_DETAILS).map(async ({ id }) => {
      const asked = await target.tryAsk(async ({ catalogue }) => catalogue.content(id));
      if (asked === null) return null;
      const { transcripts, chapters } = asked.value;
      return [transcripts, ...chapters.map((chapter) => chapter.transcripts)].flat()[0] ?? null;
    }),
  );
  return found.find((each) => each !== null) ?? null;
}

const isOk = (response: ReadResponse, type: RegExp): Outcome =>
  response.status === 200 && type.test(response.headers.get('content-type') ?? '')
    ? passed
    : differs(
        response.sent,
        `${response.status}, Content-Type: ${response.headers.get('content-type') ?? 'none'}`,
      );
