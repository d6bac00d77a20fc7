import { Assembler, coverUrl } from './assemble.ts';
import { AUTHOR_NAMES } from './authors.ts';
import { generatedAuthors, generatedItems } from './generate.ts';
import { AUDIOBOOKS } from './named/audiobooks.ts';
import { CHAPTERED } from './named/chaptered.ts';
import { PROGRAMMES, SELECTIONS } from './named/collections.ts';
import { MEDITATIONS } from './named/meditations.ts';
import { PODCASTS } from './named/podcasts.ts';
import { QUICK_LISTENS } from './named/quick-listens.ts';
import { CATEGORY_NAMES, TOPIC_NAMES } from './shelves.ts';
import type { Author, Catalogue, CatalogueItem } from '../../catalogue/types.ts';

const BATCH = 500;

/**
 * The catalogue, the same on every call but for its dates, which are measured from `now`.
 *
 * @param options.now epoch milliseconds; every window, discount and release date is relative to it.
 * @param options.scale how many items in all, the hand-named ones included; fewer than those changes nothing.
 */
export function buildCatalogue(options: { readonly now: number; readonly scale?: number }): Catalogue {
  const items = namedItems(new Assembler(options.now));
  const generated = Math.max(0, (options.scale ?? 0) - items.length);
  const authors: readonly Author[] = [
    ...Object.entries(AUTHOR_NAMES).map(([id, name]) => ({ id, name })),
    ...generatedAuthors(generated),
  ].map((author) => ({ ...author, img_url: coverUrl('author', author.id) }));

  return {
    authors,
    topics: withCovers('topic', TOPIC_NAMES),
    categories: withCovers('category', CATEGORY_NAMES),
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
    ...CHAPTERED.map((draft) => assembler.chaptered(draft)),
    ...AUDIOBOOKS.map((draft) => assembler.single(draft, 1)),
    ...MEDITATIONS.map((draft) => assembler.single(draft, 0)),
    ...QUICK_LISTENS.map((draft) => assembler.single(draft, 1)),
  ];
  const shelf = new Map(standalone.map((item) => [item.id, item]));
  return [
    ...standalone,
    ...PODCASTS.flatMap((draft) => assembler.podcast(draft)),
    ...PROGRAMMES.flatMap((draft) => assembler.programme(draft)),
    ...SELECTIONS.flatMap((draft) => assembler.selection(draft, shelf)),
  ];
}

function* everyItem(
  named: readonly CatalogueItem[],
  generated: Iterable<CatalogueItem>,
): Generator<CatalogueItem, void, undefined> {
  yield* named;
  yield* generated;
}

function withCovers(of: 'category' | 'topic', names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([id, name]) => ({ id, name, img_url: coverUrl(of, id) }));
}
