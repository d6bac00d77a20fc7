import type { CatalogueItem, Chapter } from '../../catalogue/types.ts';
import { references, seriesOf } from '../../catalogue/ids.ts';
import { NOT_FOR_SALE } from '../../catalogue/windows.ts';
import { soundAddress } from './sound-address.ts';
import type { TitleDraft } from './title-draft.ts';

/** Genres whose titles are not books. */
const NOT_A_BOOK = /meditation|mindful|sleep|relax|yoga|music|ambient/iu;

/**
 * Makes the item of a title for the catalogue.
 *
 * @param releasedAt epoch milliseconds
 */
export function makeItem(
  id: string,
  draft: TitleDraft,
  releasedAt: number,
  popularity: number,
): CatalogueItem {
  const { description, sections, cover } = draft;
  const hasChapters = sections.length > 1;
  const [first] = sections;
  const categories = references('c', description.categories);
  const isBook = !categories.some(({ name }) => NOT_A_BOOK.test(name));
  const topics = references('u', description.topics);
  const authors = references('a', description.authors);
  const { series = [], sequence, narrators = [], language, published } = description;
  return {
    id,
    content_id: null,
    title: draft.title,
    img_url:
      cover === null ? `/media/covers/item-${id}.svg` : `/media/covers/item-${id}.webp?v=${cover.version}`,
    content_type: hasChapters ? 2 : isBook ? 1 : 0,
    run_time: seconds(sections.reduce((sum, section) => sum + section.seconds, 0)),
    author_info: authors,
    description: textOf(draft),
    index: null,
    day_number: null,
    url: hasChapters || first === undefined ? null : soundAddress(id, null, first.sound),
    listen_free: false,
    valid_from: null,
    valid_till: null,
    chapter_info: hasChapters
      ? sections.map((section, at): Chapter => ({
          chapter_title: section.title,
          chapter_url: soundAddress(id, at + 1, section.sound),
          chapter_index: at + 1,
          chapter_run_time: seconds(section.seconds),
        }))
      : [],
    tracks: [],
    category_info: categories,
    topic_info: topics.length > 0 ? topics : references('u', description.categories),
    ...(series.length > 0 && {
      series: seriesOf(
        series.map((each, at) => (at === 0 ? { sequence, ...each } : each)),
        authors,
      ),
    }),
    ...(narrators.length > 0 && { narrators: references('n', narrators) }),
    ...(language !== undefined && { language }),
    ...(published !== undefined && { published }),
    ...NOT_FOR_SALE,
    parent_id: null,
    position: 0,
    released_at: new Date(releasedAt).toISOString(),
    popularity,
  };
}

/** Rounds to whole seconds, at least one. */
const seconds = (exact: number): number => Math.max(1, Math.round(exact));

function textOf({ description }: TitleDraft): string {
  const lines = [description.subtitle, description.description];
  return lines.filter((line) => line !== undefined).join('\n\n');
}
