import type { CatalogueDatabase } from '../catalogue/tables.ts';
import { type TranscriptRow, transcriptsOf } from '../catalogue/transcripts.ts';
import { type Fields, isFields } from '../text.ts';
import { JsonText } from '../http/validation.ts';

/** The name of a language in itself, such as "Deutsch". */
function labelOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language) ?? language;
  } catch {
    return language;
  }
}

const sentOf = ({ id, language, is_timed }: TranscriptRow) => ({
  url: `/media/transcript/${id}.${is_timed ? 'vtt' : 'txt'}`,
  type: is_timed ? 'text/vtt' : 'text/plain',
  language: language === 'und' ? '' : language,
  label: language === 'und' ? 'Transcript' : labelOf(language),
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads the transcripts of details, and adds them. */
export async function withTranscripts(
  db: CatalogueDatabase,
  details: readonly JsonText[],
): Promise<readonly JsonText[]> {
  const items = details.map(({ text }): unknown => JSON.parse(text));
  const idsOf = (item: unknown): readonly string[] =>
    isFields(item)
      ? [item['id'], item['content_id'], ...listOf(item['tracks']).flatMap(idsOf)].filter(
          (id) => typeof id === 'string',
        )
      : [];
  return addTranscripts(details, await transcriptsOf(db, [...new Set(items.flatMap(idsOf))]));
}

/** Adds to details their transcripts: to items, to chapters, and to the tracks of collections (TEXT-54). */
export function addTranscripts(
  details: readonly JsonText[],
  rows: readonly TranscriptRow[],
): readonly JsonText[] {
  if (rows.length === 0) return details;
  const sent = (item: Fields, chapter: unknown): Fields => {
    const own = (id: unknown) =>
      rows.filter((row) => row.item_id === id && row.chapter === chapter).map(sentOf);
    const found = [own(item['id']), own(item['content_id'])].find(({ length }) => length > 0);
    return found === undefined ? {} : { transcripts: found };
  };
  const completed = (item: unknown): unknown => {
    if (!isFields(item)) return item;
    const chapters = listOf(item['chapter_info']).map((chapter) =>
      isFields(chapter) ? { ...chapter, ...sent(item, chapter['chapter_index']) } : chapter,
    );
    return {
      ...item,
      ...('chapter_info' in item && { chapter_info: chapters }),
      ...('tracks' in item && { tracks: listOf(item['tracks']).map(completed) }),
      ...sent(item, 0),
    };
  };
  return details.map(({ text }) => new JsonText(JSON.stringify(completed(JSON.parse(text)))));
}
