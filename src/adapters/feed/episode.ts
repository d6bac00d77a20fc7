import type { ItunesNs, PodcastNs, PscNs } from 'feedsmith';
import { chaptersOf } from './chapters.ts';
import type { FeedEpisode } from './feed.ts';
import { plainLine, plainText } from './plain-text.ts';
import { fileName, pdfAmong, soundAmong, soundIdentity, type LinkedFile } from './sound.ts';
import { ordinalOf, readDate, runTimeOf, webAddress } from './values.ts';

type Texts = readonly (string | undefined)[];

/** What an entry says, in any dialect. Of several texts the first one that is not empty counts. */
export type EntryParts = {
  readonly ids: Texts;
  readonly files: readonly LinkedFile[];
  readonly titles: Texts;
  readonly descriptions: Texts;
  readonly images: Texts;
  readonly authors: Texts;
  readonly dates: Texts;
  readonly podcast: PodcastNs.Item | undefined;
  readonly itunes: ItunesNs.Item | undefined;
  readonly psc: PscNs.Item | undefined;
};

const FIRST_LINE = 100;

export const firstLine = (texts: Texts): string =>
  texts.map((text) => plainLine(text ?? '')).find((text) => text !== '') ?? '';

export const firstText = (texts: Texts): string =>
  texts.map((text) => plainText(text ?? '')).find((text) => text !== '') ?? '';

export const firstAddress = (texts: Texts, base: string): string | null =>
  texts.map((text) => webAddress(text, base)).find((address) => address !== null) ?? null;

/** The title of an episode, else the start of its description, else the name of its file. */
const titleOf = (titles: Texts, description: string, url: string): string => {
  const [line = ''] = description.split('\n');
  return firstLine([...titles, line.length > FIRST_LINE ? '' : line]) || fileName(url) || url;
};

/** Null if the entry has no sound. */
export const readEpisode = (parts: EntryParts, base: string): FeedEpisode | null => {
  const { itunes, podcast, files } = parts;
  const url = soundAmong(files, base);
  if (url === null) return null;
  const description = firstText(parts.descriptions);
  const chapters = chaptersOf(parts.psc);
  return {
    guid: parts.ids.find((id) => id !== undefined) ?? soundIdentity(url),
    title: titleOf(parts.titles, description, url),
    description: [description, ...creditsOf(podcast, base)].filter((text) => text !== '').join('\n\n'),
    url,
    pdfUrl: pdfAmong(files, base),
    imageUrl: firstAddress(parts.images, base),
    author: firstLine(parts.authors) || null,
    publishedAt: readDate(parts.dates.find((date) => date !== undefined)),
    runTime: runTimeOf(itunes?.duration),
    season: ordinalOf(itunes?.season ?? podcast?.season?.number),
    number: ordinalOf(itunes?.episode ?? podcast?.episode?.number),
    isExplicit: itunes?.explicit === true,
    chapters,
    chaptersUrl: chapters.length > 0 ? null : webAddress(podcast?.chapters?.url, base),
  };
};

const MOST_PERSONS = 20;

/** The persons of an episode, and the address of its transcript (Podcasting 2.0). */
const creditsOf = (podcast: PodcastNs.Item | undefined, base: string): readonly string[] => {
  const persons = (podcast?.persons ?? []).slice(0, MOST_PERSONS).flatMap(({ display, role }) => {
    const name = plainLine(display ?? '');
    return name === '' ? [] : [role === undefined ? name : `${name} (${plainLine(role)})`];
  });
  const transcripts = podcast?.transcripts ?? [];
  // A page is easier to read than a file of subtitles.
  const page = transcripts.find(({ type }) => /^text\/(?:html|plain)/iu.test(type ?? ''));
  const transcript = webAddress((page ?? transcripts[0])?.url, base);
  return [
    persons.length === 0 ? '' : `With ${persons.join(', ')}.`,
    transcript === null ? '' : `Transcript: ${transcript}`,
  ];
};

type Link = { readonly rel?: string; readonly href?: string };

/** The address of the next older page, or of the archive before this page (RFC 5005). */
export const olderPage = (links: readonly Link[] | undefined, base: string): string | null =>
  webAddress(links?.find(({ rel }) => rel === 'next' || rel === 'prev-archive')?.href, base);

export const newestFirst = (episodes: readonly FeedEpisode[]): readonly FeedEpisode[] =>
  episodes.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
