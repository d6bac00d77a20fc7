import { authorId, contentId } from '../../../domain/catalogue/content.ts';
import { failed, ok, type Result } from '../../../domain/result.ts';
import { FIRST_QUERY } from '../../../domain/studio/title.ts';
import type { StudioApi, StudioFailure } from '../../../ports/studio-api.ts';
import { sentenceOf } from '../messages.ts';
import type { StudioNoticesState } from '../notices-state.ts';
import type { OrderedEntry, OrderedList, SubjectsState } from './subjects-state.ts';

/** How many collections the list holds. */
const MOST_COLLECTIONS = 200;

/** Renames authors, categories and topics, and orders them and the collections (STU-15). */
export class ManageSubjects {
  constructor(
    private readonly api: StudioApi,
    private readonly state: SubjectsState,
    private readonly notices: StudioNoticesState,
    /** Called after a change of a name, because titles show it. */
    private readonly changed: () => void,
  ) {}

  async open(list: OrderedList): Promise<void> {
    this.state.open(list);
    const entries = await this.load(list);
    if (this.state.list !== list) return;
    if (entries.ok) this.state.loaded(entries.value);
    else this.state.failed(sentenceOf(entries.error));
  }

  /** Fails with a sentence for the field. */
  async rename(entry: OrderedEntry, typed: string): Promise<Result<void, { readonly message: string }>> {
    const { list } = this.state;
    const name = typed.trim();
    if (name === '') return failed({ message: 'A name cannot be empty.' });
    if (list === 'collections' || name === entry.name) return ok(undefined);
    const renamed = await this.api.renameSubject(list, authorId(entry.id), name);
    if (!renamed.ok) return failed({ message: sentenceOf(renamed.error) });
    this.state.renamed(entry.id, name);
    this.notices.post('done', `“${entry.name}” is now “${name}”.`);
    this.changed();
    return ok(undefined);
  }

  async saveOrder(): Promise<void> {
    const { list, entries } = this.state;
    if (entries === null) return;
    const saved =
      list === 'collections'
        ? await this.api.orderCollections(entries.map(({ id }) => contentId(id)))
        : await this.api.orderSubjects(
            list,
            entries.map(({ id }) => authorId(id)),
          );
    if (saved.ok) {
      this.state.loaded(entries);
      this.notices.post('done', 'The order is saved.');
    } else {
      this.notices.post('failure', sentenceOf(saved.error));
    }
  }

  private async load(list: OrderedList): Promise<Result<readonly OrderedEntry[], StudioFailure>> {
    if (list !== 'collections') return this.api.subjects(list);
    const query = { ...FIRST_QUERY, kind: 'collection', sort: 'title', isDescending: false } as const;
    const found = await this.api.titles(query, { offset: 0, limit: MOST_COLLECTIONS });
    if (!found.ok) return found;
    return ok(found.value.rows.map(({ id, title }) => ({ id, name: title, titles: null })));
  }
}
