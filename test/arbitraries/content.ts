import * as fc from 'fast-check';
import type { CacheEntry, CachePayload } from '../../src/domain/catalogue/cache-policy.ts';
import {
  type Author,
  type AuthorReference,
  type Category,
  type Chapter,
  type ContentId,
  type ContentItem,
  ContentType,
  type Discount,
  type PlaybackRecord,
  type Topic,
  authorId,
  categoryId,
  contentId,
  narratorId,
  seriesId,
  topicId,
} from '../../src/domain/catalogue/content.ts';
import { ALWAYS } from '../../src/domain/time.ts';
import { TRANSCRIPT_TYPES, type TranscriptSource } from '../../src/domain/catalogue/transcript-source.ts';
import { aText, anAddress } from './text.ts';
import { aPosition, aRunTime, aWindow, anInstant } from './time.ts';

/** One of a few ids, so that lists contain the same id twice. */
export const aContentId = (): fc.Arbitrary<ContentId> =>
  fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '1_1', '__proto__', 'é').map(contentId);

/** Any code of `ContentType`. */
export const aContentType = (): fc.Arbitrary<ContentType> => fc.constantFrom(...Object.values(ContentType));

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(arbitrary, { nil: null, freq: 3 });

/** A reference to an author. */
export const anAuthorReference = (): fc.Arbitrary<AuthorReference> =>
  fc.record({ id: aText().map(authorId), name: aText() });

/** An author of any name. */
export const anAuthor = (): fc.Arbitrary<Author> =>
  fc.record({ id: aText().map(authorId), name: aText(), imageUrl: orNull(anAddress()) });

/** A volume number in a form that people use, such as `2`, `2a` or `1-3`. */
export const aSequence = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('1', '2', '0.5', '1-3', '2a', '1,5', 'Ⅲ', 'Book Three', '٣', '第四巻', 'Special', ''),
    aText(),
  );

/** A topic of any name. */
export const aTopic = (): fc.Arbitrary<Topic> =>
  fc.record({ id: aText().map(topicId), name: aText(), imageUrl: orNull(anAddress()) });

/** A category of any name. */
export const aCategory = (): fc.Arbitrary<Category> =>
  fc.record({ id: aText().map(categoryId), name: aText(), imageUrl: orNull(anAddress()) });

/** Transcripts of any type and language, also several of one language. */
export const someTranscripts = (): fc.Arbitrary<readonly TranscriptSource[]> =>
  fc.array(
    fc.record({
      url: anAddress(),
      type: fc.constantFrom(...TRANSCRIPT_TYPES),
      language: fc.constantFrom('', 'en', 'en-GB', 'DE', 'pt-BR'),
      label: fc.constantFrom('', 'Original'),
    }),
    { maxLength: 3 },
  );

/** A chapter. An index may be repeated or invalid. */
export const aChapter = (): fc.Arbitrary<Chapter> =>
  fc.record({
    title: aText(),
    url: anAddress(),
    index: fc.integer({ min: 0, max: 12 }),
    runTime: orNull(aRunTime()),
    transcripts: someTranscripts(),
  });

/** A discount with no price, a price or an invalid price. */
export const aDiscount = (): fc.Arbitrary<Discount> =>
  fc.record({
    price: fc.constantFrom(0, 0.01, 4.99, 12, -1, Number.NaN, -0, Infinity),
    window: aWindow(),
  });

/** A plain item for laws to change: a single audio, always valid, for members only. */
export const PLAIN_ITEM: ContentItem = {
  id: contentId('1'),
  contentId: null,
  title: 'The Quiet Hour',
  description: '',
  imageUrl: null,
  type: ContentType.AUDIOBOOK,
  runTime: null,
  chapters: [],
  tracks: [],
  authors: [],
  narrators: [],
  editions: [],
  series: [],
  categories: [],
  topics: [],
  validity: ALWAYS,
  listenFree: false,
  listenFreeWindow: ALWAYS,
  hasListenFreeContent: false,
  isPurchased: false,
  isFavorite: false,
  discount: { price: 0, window: ALWAYS },
  index: null,
  dayNumber: null,
  publishedAt: null,
  season: null,
  published: null,
  language: null,
  url: '/media/audio/1.mp3',
  pdfUrl: null,
  transcripts: [],
  matches: [],
  progress: null,
};

/** An item with drawn values only for playing and buying. Everything else is plain. */
export const anEntitlement = (): fc.Arbitrary<ContentItem> =>
  fc
    .record({
      validity: aWindow(),
      isPurchased: fc.boolean(),
      listenFree: fc.boolean(),
      listenFreeWindow: aWindow(),
      hasListenFreeContent: fc.boolean(),
      discount: aDiscount(),
    })
    .map((drawn) => ({ ...PLAIN_ITEM, ...drawn }));

const itemWithout = (tracks: fc.Arbitrary<readonly ContentItem[]>): fc.Arbitrary<ContentItem> =>
  fc.record({
    id: aContentId(),
    contentId: orNull(fc.oneof(aContentId(), fc.constant(contentId('')))),
    title: aText(),
    description: aText(),
    imageUrl: orNull(anAddress()),
    type: aContentType(),
    runTime: orNull(aRunTime()),
    chapters: fc.array(aChapter(), { maxLength: 6 }),
    tracks,
    authors: fc.array(anAuthorReference(), { maxLength: 2 }),
    editions: fc.constant([]),
    narrators: fc.array(fc.record({ id: aText().map(narratorId), name: aText() }), { maxLength: 2 }),
    series: fc.array(fc.record({ id: aText().map(seriesId), name: aText(), sequence: orNull(aSequence()) }), {
      maxLength: 3,
    }),
    categories: fc.array(aText(), { maxLength: 2 }),
    topics: fc.array(aText(), { maxLength: 2 }),
    validity: aWindow(),
    listenFree: fc.boolean(),
    listenFreeWindow: aWindow(),
    hasListenFreeContent: fc.boolean(),
    isPurchased: fc.boolean(),
    isFavorite: fc.boolean(),
    discount: aDiscount(),
    index: orNull(fc.integer({ min: 0, max: 20 })),
    dayNumber: orNull(fc.integer({ min: 0, max: 30 })),
    publishedAt: orNull(anInstant()),
    season: orNull(fc.integer({ min: 1, max: 40 })),
    published: fc.constantFrom(null, '1998', '1998-05', '1998-05-31'),
    language: fc.constantFrom(null, 'en', 'pt-BR'),
    url: orNull(anAddress()),
    pdfUrl: orNull(anAddress()),
    transcripts: someTranscripts(),
    matches: fc.constant([]),
    progress: orNull(fc.record({ position: aPosition(), chapterIndex: orNull(fc.nat({ max: 12 })) })),
  });

/** An item that is part of another one, such as an episode. It has no tracks. */
export const aChildItem = (): fc.Arbitrary<ContentItem> => itemWithout(fc.constant([]));

/** An item of any kind. */
export const aContentItem = (): fc.Arbitrary<ContentItem> =>
  itemWithout(fc.array(aChildItem(), { maxLength: 3 }));

/** A provider's record of a position, active or not. */
export const aPlaybackRecord = (): fc.Arbitrary<PlaybackRecord> =>
  fc.record({
    isActive: fc.boolean(),
    type: aContentType(),
    chapterIndex: orNull(fc.nat({ max: 12 })),
    position: aPosition(),
    speed: orNull(fc.constantFrom(0, 0.6, 1, 1.2000000000000002, 2.5, 3)),
    updatedAt: orNull(anInstant()),
  });

/** A cached response that expires at some instant. */
export const aCacheEntry = (): fc.Arbitrary<CacheEntry> => fc.record({ expiresAt: anInstant() });

/** The parameters of a call, with hostile names and values. */
export const aPayload = (): fc.Arbitrary<CachePayload> =>
  fc.dictionary(
    fc.oneof(fc.constantFrom('limit', 'next_page', 'cid', 'random', 'q'), aText()),
    fc.oneof(fc.integer(), fc.boolean(), aText(), fc.constant(undefined), fc.double()),
    { maxKeys: 6 },
  );

/** A path of the product API, below its base. */
export const aPath = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('/browse', '/search', '/content', '/content/1', '/trending', '/authors/', '/topics/3'),
    fc.webPath(),
  );
