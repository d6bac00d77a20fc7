import { message, type Message } from '../../../src/domain/message.ts';
import { authorId, contentId } from '../../../src/domain/catalogue/content.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';
import type { StudioApi, StudioFailure } from '../ports/studio-api.ts';
import { isolated, sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import { mergedTable, type OrderedEntry, type OrderedList, type SubjectsState } from './subjects-state.ts';

/** Renames authors, narrators, series, categories and topics, and orders them and the collections (STU-15). */
export class ManageSubjects {
  constructor(
    private readonly api: StudioApi,
    private readonly state: SubjectsState,
    private readonly notices: StudioNoticesState,
    /** Called after a change, because listeners see it. */
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
  async rename(entry: OrderedEntry, typed: string): Promise<Result<void, { readonly message: Message }>> {
    const { list } = this.state;
    const name = typed.trim();
    if (name === '') return failed({ message: message('A name cannot be empty.') });
    if (list === 'collections' || name === entry.name) return ok(undefined);
    const renamed = await this.api.renameSubject(list, authorId(entry.id), name);
    if (!renamed.ok) return failed({ message: sentenceOf(renamed.error) });
    this.state.renamed(entry.id, name);
    this.notices.post(
      'done',
      message('“{before}” is now “{name}”.', { before: isolated(entry.name), name: isolated(name) }),
    );
    this.changed();
    return ok(undefined);
  }

  /** Makes an entry a part of another one (STU-39). Returns true if it is done. */
  async merge(entry: OrderedEntry, into: OrderedEntry): Promise<boolean> {
    const { list } = this.state;
    const table = mergedTable(list);
    if (table === undefined) return false;
    const merged = await this.api.mergeSubject(table, authorId(entry.id), authorId(into.id));
    if (!merged.ok) {
      this.notices.post('failure', sentenceOf(merged.error));
      return false;
    }
    this.notices.post(
      'done',
      message('“{name}” is now a part of “{whole}”.', {
        name: isolated(entry.name),
        whole: isolated(into.name),
      }),
    );
    this.changed();
    // The order that is not saved yet names an entry that is gone.
    if (this.state.list === list) await this.open(list);
    return true;
  }

  async saveOrder(): Promise<void> {
    const { list, entries, stored } = this.state;
    if (entries === null) return;
    const saved =
      list === 'collections'
        ? await this.api.orderCollections(
            entries.map(({ id }) => contentId(id)),
            stored.map(({ id }) => contentId(id)),
          )
        : await this.api.orderSubjects(
            list,
            entries.map(({ id }) => authorId(id)),
            stored.map(({ id }) => authorId(id)),
          );
    if (saved.ok) {
      // Somebody may have moved another entry, or opened another list, meanwhile.
      if (this.state.entries === entries) this.state.loaded(entries);
      else if (this.state.list === list) this.state.orderSaved(entries);
      this.notices.post('done', message('The order is saved.'));
      this.changed();
    } else {
      this.notices.post('failure', sentenceOf(saved.error));
      if (saved.error.kind === 'conflict' && this.state.list === list) await this.open(list);
    }
  }

  private async load(list: OrderedList): Promise<Result<readonly OrderedEntry[], StudioFailure>> {
    if (list !== 'collections') return this.api.subjects(list);
    const found = await this.api.collections();
    return found.ok
      ? ok(found.value.map(({ id, title }) => ({ id, name: title, titles: null, authors: '' })))
      : found;
  }
}
