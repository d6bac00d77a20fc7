import type { Catalogue, CatalogueItem, Reference, Subject } from '../../catalogue/types.ts';
import { subjectCover } from '../../catalogue/items.ts';
import type { SubjectKind } from '../../catalogue/subjects.ts';
import { Assembler } from './assemble.ts';
import {
  AUDIOBOOKS,
  AUTHORS,
  CATEGORIES,
  CHAPTERED_AUDIOBOOKS,
  MEDITATIONS,
  NARRATORS,
  PODCASTS,
  PROGRAMMES,
  QUICK_LISTENS,
  SELECTIONS,
  SERIES,
  TOPICS,
} from './data.ts';
import { generatedAuthors, generatedItems, generatedNarrators, generatedSeries } from './generate.ts';

/** The next release with another catalogue has the next number. A test knows the catalogue of each. */
export const CATALOGUE_VERSION = 2;

const BATCH = 500;

/**
 * Builds the catalogue of the demonstration. Two catalogues differ in their dates only, which are measured from `now`.
 *
 * @param options.now epoch milliseconds; every window, discount and release date is relative to it
 * @param options.scale the number of items; a number below that of the named items changes nothing
 */
export function buildCatalogue(options: { readonly now: number; readonly scale?: number }): Catalogue {
  const items = namedItems(new Assembler(options.now));
  const generated = Math.max(0, (options.scale ?? 0) - items.length);
  const authors: readonly Subject[] = [
    ...withCovers('author', AUTHORS),
    ...withCovers('author', generatedAuthors(generated)),
  ];

  return {
    authors,
    topics: withCovers('topic', TOPICS),
    categories: withCovers('category', CATEGORIES),
    series: withCovers('series', [...SERIES, ...generatedSeries(generated)]),
    narrators: withCovers('narrator', [...NARRATORS, ...generatedNarrators(generated)]),
    items,
    total: items.length + generated,
    *batches(size = BATCH) {
      let batch: CatalogueItem[] = [];
      for (const item of everyItem(items, generatedItems(options.now, generated, authors))) {
        batch.push(item);
        if (batch.length >= size) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function namedItems(assembler: Assembler): readonly CatalogueItem[] {
  const standalone = [
    ...CHAPTERED_AUDIOBOOKS.map((entry) => assembler.chaptered(entry)),
    ...AUDIOBOOKS.map((entry) => assembler.single(entry, 1)),
    ...MEDITATIONS.map((entry) => assembler.single(entry, 0)),
    ...QUICK_LISTENS.map((entry) => assembler.single(entry, 1)),
  ];
  const byId = new Map(standalone.map((item) => [item.id, item]));
  return [
    ...standalone,
    ...PODCASTS.flatMap((entry) => assembler.podcast(entry)),
    ...PROGRAMMES.flatMap((entry) => assembler.programme(entry)),
    ...SELECTIONS.flatMap((entry) => assembler.selection(entry, byId)),
  ];
}

function* everyItem(
  named: readonly CatalogueItem[],
  generated: Iterable<CatalogueItem>,
): Generator<CatalogueItem, void, undefined> {
  yield* named;
  yield* generated;
}

function withCovers(of: SubjectKind, references: readonly Reference[]) {
  return references.map(({ id, name }) => ({ id, name, img_url: subjectCover(of, id) }));
}
