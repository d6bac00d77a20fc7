import { message, type Message } from '../../../src/domain/message.ts';
import { type ContentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import { FIRST_QUERY, type TitleRow } from '../domain/title.ts';
import type { StudioApi } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';

/** How many titles a search for members shows. */
const MOST_FOUND = 20;

/** Makes collections, and finds titles for them. */
export class MakeCollection {
  constructor(
    private readonly api: StudioApi,
    /** Called after the collection was created. */
    private readonly changed: () => void,
  ) {}

  /** Returns the id of the new collection, or why there is none. */
  async make(
    title: string,
    members: readonly ContentId[],
  ): Promise<Result<ContentId, { readonly message: Message }>> {
    if (title.trim() === '') return failed({ message: message('A collection needs a name.') });
    const made = await this.api.createCollection({ title: title.trim(), description: '', members });
    if (!made.ok) return failed({ message: sentenceOf(made.error) });
    this.changed();
    return ok(made.value.id);
  }

  /** Finds titles and episodes that may be members. */
  async find(text: string): Promise<Result<readonly TitleRow[], { readonly message: Message }>> {
    const query = { ...FIRST_QUERY, text, sort: 'title', isDescending: false, withEpisodes: true } as const;
    const found = await this.api.titles(query, { offset: 0, limit: MOST_FOUND });
    if (!found.ok) return failed({ message: sentenceOf(found.error) });
    return ok(
      found.value.rows.filter(({ kind, type }) => kind !== 'collection' && type !== ContentType.PODCAST),
    );
  }
}
