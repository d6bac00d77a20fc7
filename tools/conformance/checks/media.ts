import { resolveMediaUrl } from '../../../src/adapters/http/media-url.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import type { TranscriptSource } from '../../../src/domain/transcripts/transcript-source.ts';
import type { Found, Target } from '../target.ts';
import type { Answered } from '../wire.ts';
import { playableItems, playableUrl } from '../samples.ts';

const FIRST = 1024;
const SOUND = /^(?:audio|video)\/|^application\/(?:ogg|octet-stream)/i;

/** The tokenised address of a sound. */
async function tokenized(target: Target): Promise<Found<URL>> {
  const playable = await playableUrl(target);
  if (!playable.ok) return { ok: false, outcome: notTried(playable.why) };
  const asked = await target.ask(async ({ playback }) => playback.tokenize(playable.value));
  if (!asked.ok) return { ok: false, outcome: notTried('There is no address; see "tokenize".') };
  return { ok: true, value: new URL(asked.value.value) };
}

/** Requests a part of a sound as an audio element does: without the headers that the app adds to its calls. */
async function part(target: Target, range: string): Promise<Found<Answered>> {
  const url = await tokenized(target);
  return url.ok ? target.sendTo(url.value, { headers: { Range: `bytes=${range}` } }) : url;
}

/** The length of the whole in `Content-Range`; null if it cannot be read. */
const wholeOf = ({ headers }: Answered): number | null => {
  const [, whole] = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return whole === undefined ? null : Number(whole);
};

/** The length of a sound in bytes. */
async function lengthOf(target: Target): Promise<Found<number>> {
  const first = await part(target, '0-0');
  if (!first.ok) return first;
  const whole = wholeOf(first.value);
  return whole === null
    ? { ok: false, outcome: notTried('The length is not known; see "media-range".') }
    : { ok: true, value: whole };
}

export const mediaChecks: readonly Check[] = [
  {
    id: 'media-range',
    title: 'The beginning of a sound can be fetched with `Range`',
    notices: 'Seeking does not work, and Safari plays nothing.',
    needs: ['api', 'session'],
    run: async (target) => {
      const found = await part(target, `0-${FIRST - 1}`);
      if (!found.ok) return found.outcome;
      const { sent, status, length } = found.value;
      const asked = `${sent} with Range: bytes=0-${FIRST - 1}`;
      if (status !== 206) return differs(asked, `${status}, not 206.`);
      const whole = wholeOf(found.value);
      if (whole === null) return differs(asked, '206 without a Content-Range that can be read.');
      return length === Math.min(FIRST, whole) ? passed : differs(asked, `${length} bytes, not ${FIRST}.`);
    },
  },
  {
    id: 'media-seek',
    title: 'A part in the middle of a sound can be fetched',
    notices: 'Seeking goes to a wrong position, or does not work.',
    needs: ['api', 'session'],
    run: async (target) => {
      const length = await lengthOf(target);
      if (!length.ok) return length.outcome;
      const whole = length.value;
      const from = Math.floor(whole / 2);
      const range = `${from}-${from + 9}`;
      const found = await part(target, range);
      if (!found.ok) return found.outcome;
      const given = found.value.headers.get('content-range');
      return found.value.status === 206 && given === `bytes ${range}/${whole}`
        ? passed
        : differs(
            `${found.value.sent} with Range: bytes=${range}`,
            `${found.value.status}, Content-Range: ${given ?? 'none'}`,
          );
    },
  },
  {
    id: 'media-beyond',
    title: 'A part after the end of a sound is refused with 416',
    notices: 'The player waits for a sound that never comes.',
    needs: ['api', 'session'],
    run: async (target) => {
      const length = await lengthOf(target);
      if (!length.ok) return length.outcome;
      const whole = length.value;
      const found = await part(target, `${whole + 1}-`);
      if (!found.ok) return found.outcome;
      return found.value.status === 416
        ? passed
        : differs(`${found.value.sent} with Range: bytes=${whole + 1}-`, `${found.value.status}, not 416.`);
    },
  },
  {
    id: 'media-type',
    title: 'A sound has the type of a sound',
    notices: 'Some browsers do not play it.',
    needs: ['api', 'session'],
    run: async (target) => {
      const found = await part(target, '0-0');
      if (!found.ok) return found.outcome;
      const type = found.value.headers.get('content-type') ?? 'none';
      return SOUND.test(type) ? passed : differs(found.value.sent, `Content-Type: ${type}`);
    },
  },
  {
    id: 'media-origin',
    title: 'Sounds and covers come from origins that the configuration allows',
    notices: 'The browser refuses to load them.',
    needs: ['api', 'session'],
    run: async (target) => {
      const { apiUrl, mediaOrigins } = target.settings;
      const allowed = [new URL(apiUrl).origin, ...mediaOrigins];
      const sound = await tokenized(target);
      if (sound.ok && !allowed.includes(sound.value.origin)) {
        return differs('The address of a sound', `${sound.value.origin} is not among VITE_MEDIA_ORIGINS.`);
      }
      const { items } = await target.known();
      if (!sound.ok && items.length === 0) return notTried('The lists name no title.');
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
    needs: ['api', 'session'],
    run: async (target) => {
      const { items } = await target.known();
      const address = items.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? null;
      const resolved = address === null ? null : resolveMediaUrl(target.settings.apiUrl, address);
      if (resolved === null) return notTried('No title has a cover.');
      const found = await target.sendTo(new URL(resolved));
      if (!found.ok) return found.outcome;
      return isOk(found.value, /^image\//);
    },
  },
  {
    id: 'pdf',
    title: 'A PDF can be fetched',
    notices: '"View PDF" shows an error.',
    needs: ['api', 'session'],
    run: async (target) => {
      const readable = await playableUrl(target, ({ pdfUrl }) => pdfUrl);
      if (!readable.ok) return notTried('No title that this listener may play has a PDF.');
      const asked = await target.ask(async ({ playback }) => playback.tokenize(readable.value));
      if (!asked.ok) return asked.outcome;
      const found = await target.sendTo(new URL(asked.value.value));
      return found.ok ? isOk(found.value, /^application\/pdf/) : found.outcome;
    },
  },
  {
    id: 'transcript',
    title: 'A transcript can be fetched, only with its signature and until its end',
    notices: 'The text beside the sound cannot be read, or everybody reads it.',
    needs: ['api', 'session'],
    run: async (target) => {
      const playable = await playableItems(target);
      const transcript = playable.ok ? await transcriptOf(target, playable.items) : null;
      if (transcript === null) return notTried('No title that this listener may play has a transcript.');
      const asked = await target.ask(async ({ playback }) => playback.tokenize(transcript.url));
      if (!asked.ok) return asked.outcome;
      const address = new URL(asked.value.value);
      const found = await target.sendTo(address);
      if (!found.ok) return found.outcome;
      const read = isOk(found.value, TEXT);
      if (read.kind !== 'passed' || address.search === '') return read;
      const bare = new URL(address);
      bare.search = '';
      for (const changed of [bare, ...prolonged(address)]) {
        const refused = await target.sendTo(changed);
        if (!refused.ok) return refused.outcome;
        const { status, sent } = refused.value;
        if (status < 400) return differs(sent, `${status}, not 403.`);
      }
      return passed;
    },
  },
  {
    id: 'transcript-refused',
    title: 'A transcript of a title that may not be played is refused with 403',
    notices: 'The text of a title can be read without a membership.',
    needs: ['api', 'session'],
    run: async (target) => {
      const playable = await playableItems(target);
      const ids = new Set((playable.ok ? playable.items : []).map(({ id }) => id));
      const { items } = await target.known();
      const locked = playable.ok ? items.filter(({ id }) => !ids.has(id)) : [];
      const transcript = await transcriptOf(target, locked);
      if (transcript === null) return notTried('No title that this listener may not play has a transcript.');
      const asked = await target.ask(async ({ playback }) => playback.tokenize(transcript.url));
      return asked.ok ? differs(asked.value.answer.sent, `${asked.value.answer.status}, not 403.`) : passed;
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
      const asked = await target.ask(async ({ catalogue }) => catalogue.content(id));
      if (!asked.ok) return null;
      const { value } = asked.value;
      return [...value.transcripts, ...value.chapters.flatMap(({ transcripts }) => transcripts)][0] ?? null;
    }),
  );
  return found.find((each) => each !== null) ?? null;
}

const isOk = (answer: Answered, type: RegExp): Outcome =>
  answer.status === 200 && type.test(answer.headers.get('content-type') ?? '')
    ? passed
    : differs(answer.sent, `${answer.status}, Content-Type: ${answer.headers.get('content-type') ?? 'none'}`);
