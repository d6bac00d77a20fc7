import { contentId, type ContentId } from '../../../../src/domain/catalogue/content.ts';
import { failed, ok } from '../../../../src/domain/result.ts';
import { FIELD_NAMES, fieldsOfItem, withFields, type TitleFields } from '../../domain/fields.ts';
import type {
  Feed,
  ListedFeed,
  ImportLine,
  ImportReport,
  MergedTable,
  Subject,
  SubjectId,
  SubjectTable,
} from '../../domain/sources.ts';
import type { TitleDetail, TitleQuery, TitleRow } from '../../domain/title.ts';
import { boundsOf, instant, type Instant, seconds } from '../../../../src/domain/time.ts';
import type {
  LocalFile,
  StudioApi,
  StudioFailure,
  StudioPerson,
  StudioResult,
  TitleEdit,
  RunningUpload,
  UploadEvents,
  Uploads,
  Draft,
  Drafts,
} from '../../ports/studio-api.ts';

type Started = {
  readonly file: LocalFile;
  readonly path: string;
  readonly events: UploadEvents;
  isCancelled: boolean;
};

/** Uploads in memory. A test sends their events. */
export class MemoryUploads implements Uploads {
  /** Every upload that was started, in order, with its events to be sent. */
  started: readonly Started[] = [];

  start(file: LocalFile, path: string, events: UploadEvents): RunningUpload {
    const upload: Started = { file, path, events, isCancelled: false };
    this.started = [...this.started, upload];
    return {
      cancel: () => {
        upload.isCancelled = true;
      },
    };
  }
}

/** Drafts in memory. */
export class MemoryDrafts implements Drafts {
  private readonly stored = new Map<string, Draft>();

  load(person: string, id: ContentId): Draft | null {
    return this.stored.get(`${person} ${id}`) ?? null;
  }

  save(person: string, id: ContentId, draft: Draft): void {
    this.stored.set(`${person} ${id}`, draft);
  }

  remove(person: string, id: ContentId): void {
    this.stored.delete(`${person} ${id}`);
  }
}

/** A title of the double, with the fields that its source says. */
type StoredTitle = Omit<TitleDetail, 'found'> & { readonly found: TitleFields; readonly addedAt: Instant };

const rowOf = (title: StoredTitle): TitleRow => ({
  id: title.id,
  kind: title.kind,
  type: title.item.type,
  title: title.item.title,
  authors: title.item.authors.map(({ name }) => name),
  imageUrl: title.item.imageUrl,
  runTime: title.item.runTime,
  addedAt: title.addedAt,
  state: title.state,
  isEdited: title.edited.length > 0,
  validity: title.item.validity,
  listenFreeWindow: title.item.listenFreeWindow,
  discount: title.item.discount,
});

const sortKey = (row: TitleRow, sort: TitleQuery['sort']): string | number => {
  if (sort === 'title') return row.title.toLowerCase();
  if (sort === 'author') return (row.authors[0] ?? '').toLowerCase();
  return sort === 'added' ? (row.addedAt ?? 0) : (row.runTime ?? Number.POSITIVE_INFINITY);
};

/** True if the entries that an editor saw stand in another order now. */
function isOtherOrder<Id>(seen: readonly Id[], stored: readonly { readonly id: Id }[]): boolean {
  const now = stored.map(({ id }) => id).filter((id) => seen.includes(id));
  return seen.filter((id) => now.includes(id)).some((id, at) => id !== now[at]);
}

/** A studio in memory: titles, subjects, imports and feeds of one provider. */
export class MemoryStudioApi implements StudioApi {
  /** Who is signed in; null for an account that may not use the studio. */
  person: StudioPerson | null = { email: 'olga@example.org', name: 'Olga', role: 'owner' };
  /** Every call that was made, in order. */
  calls: readonly string[] = [];
  /** What `imports` lists. */
  importReports: readonly ImportReport[] = [];
  /** What `importLines` returns for every import. */
  importReportLines: readonly ImportLine[] = [];
  /** What `feeds` lists. */
  storedFeeds: readonly Feed[] = [];
  /** The podcasts that every OPML document names. */
  listed: readonly ListedFeed[] = [];
  /** What `subjects` lists, by table. */
  storedSubjects: Readonly<Record<SubjectTable, readonly Subject[]>> = {
    authors: [],
    narrators: [],
    series: [],
    categories: [],
    topics: [],
  };
  private titlesById = new Map<ContentId, StoredTitle>();
  private readonly failures = new Map<string, StudioFailure[]>();

  constructor(titles: readonly TitleDetail[] = []) {
    for (const [at, title] of titles.entries())
      this.titlesById.set(title.id, {
        ...title,
        found: { ...fieldsOfItem(title.item), ...title.found },
        addedAt: instant(at * 1000),
      });
  }

  /** Lets the next call of this name fail. */
  failNext(call: keyof StudioApi, failure: StudioFailure): void {
    this.failures.set(call, [...(this.failures.get(call) ?? []), failure]);
  }

  async me() {
    return this.respond('me', () =>
      this.person === null ? failed<StudioFailure>({ kind: 'not-allowed' }) : ok(this.person),
    );
  }

  async titles(query: TitleQuery, { offset, limit }: { readonly offset: number; readonly limit: number }) {
    return this.respond('titles', () => {
      const text = query.text.trim().toLowerCase();
      const found = [...this.titlesById.values()]
        .map(rowOf)
        .filter(
          (row) =>
            (query.state === null || row.state === query.state) &&
            (query.kind === null || row.kind === query.kind) &&
            [row.title, ...row.authors].some((words) => words.toLowerCase().includes(text)),
        )
        .toSorted((one, other) => {
          const [first, second] = [sortKey(one, query.sort), sortKey(other, query.sort)];
          const order = first < second ? -1 : first > second ? 1 : 0;
          return query.isDescending ? -order : order;
        });
      return ok({ total: found.length, rows: found.slice(offset, offset + limit) });
    });
  }

  async title(id: ContentId) {
    return this.respond('title', () => this.found(id));
  }

  async editTitle(id: ContentId, version: string, { hidden, reset = [], ...fields }: TitleEdit) {
    return this.respond('editTitle', () =>
      this.change(id, version, (title) => {
        const back = Object.fromEntries(reset.map((name) => [name, title.found[name]]));
        const values = { ...fieldsOfItem(title.item), ...fields, ...back };
        const edited = new Set([...title.edited, ...this.namesIn(fields)]);
        for (const name of reset) edited.delete(name);
        const isFixed = hidden === undefined || title.state === 'missing';
        return {
          ...title,
          item: withFields(title.item, values),
          edited: [...edited],
          state: isFixed ? title.state : hidden ? 'hidden' : 'published',
        };
      }),
    );
  }

  async setPdf(id: ContentId, version: string) {
    return this.respond('setPdf', () =>
      this.change(id, version, (title) => withPdf(title, '/media/pdf/1.pdf')),
    );
  }

  async removePdf(id: ContentId, version: string) {
    return this.respond('removePdf', () => this.change(id, version, (title) => withPdf(title, null)));
  }

  async setPublicFeed(id: ContentId, isPublic: boolean) {
    return this.respond('setPublicFeed', () => {
      const title = this.found(id);
      if (!title.ok) return title;
      const changed = { ...title.value, publicFeed: isPublic ? `/feeds/${id}` : null };
      this.titlesById.set(id, changed);
      return ok(changed);
    });
  }

  async setEdition(id: ContentId, version: string, of: ContentId | null) {
    return this.respond('setEdition', () => {
      const other = of === null ? null : this.titlesById.get(of);
      const isPossible =
        other === null || (other?.kind === 'file' && other.editionOf === null && other.id !== id);
      const hasEditions = [...this.titlesById.values()].some(({ editionOf }) => editionOf?.id === id);
      if (!isPossible || (of !== null && hasEditions)) return failed<StudioFailure>({ kind: 'invalid' });
      const editionOf = other && { id: other.id, title: other.item.title };
      return this.change(id, version, (title) => ({ ...title, editionOf }));
    });
  }

  async setTranscript(
    id: ContentId,
    version: string,
    { chapter, language }: { readonly file: LocalFile; readonly chapter: number; readonly language: string },
  ) {
    return this.respond('setTranscript', () => {
      const added = {
        language,
        source: 'studio',
        origin: '',
        isTimed: true,
        isShown: true,
        chapters: [chapter],
      } as const;
      return this.change(id, version, (title) => ({
        ...title,
        transcripts: [
          ...title.transcripts.filter(
            (each) =>
              each.source !== 'studio' || each.language !== language || !each.chapters.includes(chapter),
          ),
          { ...added, id: `${chapter}/${language}` },
        ],
      }));
    });
  }

  async transcript(id: ContentId) {
    return this.respond('transcript', () => {
      const found = this.found(id);
      if (!found.ok) return found;
      const cues = [{ start: seconds(1), text: 'The first sentence.' }];
      return ok([
        { chapter: 0, title: found.value.item.title, soundUrl: '/media/audio/1.mp3', cues, isWhole: true },
      ]);
    });
  }

  async shiftTranscript(id: ContentId, version: string, transcript: string, by: number) {
    return this.respond('shiftTranscript', () =>
      this.change(id, version, (title) => ({
        ...title,
        transcripts: title.transcripts.map((each) =>
          each.id === transcript ? { ...each, id: `${transcript}${by}`, source: 'studio' } : each,
        ),
      })),
    );
  }

  async removeTranscript(id: ContentId, version: string, transcript: string) {
    return this.respond('removeTranscript', () =>
      this.change(id, version, (title) => ({
        ...title,
        transcripts: title.transcripts.filter((each) => each.id !== transcript),
      })),
    );
  }

  async windows(from: Instant, till: Instant) {
    return this.respond('windows', () => {
      const rows = [...this.titlesById.values()]
        .map(rowOf)
        .filter(({ validity, listenFreeWindow, discount }) =>
          boundsOf(validity, listenFreeWindow, discount.window).some((at) => from <= at && at < till),
        );
      return ok({ rows, isComplete: true });
    });
  }

  async createCollection(collection: {
    readonly title: string;
    readonly description: string;
    readonly members: readonly ContentId[];
  }) {
    return this.respond('createCollection', () => {
      const [template] = this.titlesById.values();
      if (template === undefined) return failed<StudioFailure>({ kind: 'invalid' });
      const id = contentId(`collection-${this.titlesById.size + 1}`);
      const fields = { ...fieldsOfItem(template.item), ...collection };
      const created: StoredTitle = {
        ...template,
        id,
        kind: 'collection',
        state: collection.members.length === 0 ? 'missing' : 'published',
        version: '1',
        item: { ...withFields(template.item, fields), id, type: 5 },
        found: fields,
        members: this.membersOf(collection.members),
      };
      this.titlesById.set(id, created);
      return ok(created);
    });
  }

  async setMembers(id: ContentId, version: string, members: readonly ContentId[]) {
    return this.respond('setMembers', () =>
      this.change(id, version, (title) => ({
        ...title,
        state: members.length === 0 ? 'missing' : 'published',
        members: this.membersOf(members),
      })),
    );
  }

  async collections() {
    return this.respond('collections', () => {
      const collections = [...this.titlesById.values()].filter(({ kind }) => kind === 'collection');
      return ok(collections.map(({ id, item }) => ({ id, title: item.title })));
    });
  }

  async orderCollections(ids: readonly ContentId[], seen: readonly ContentId[]) {
    return this.respond('orderCollections', () => {
      const stored = [...this.titlesById.values()].filter(({ kind }) => kind === 'collection');
      if (isOtherOrder(seen, stored)) return failed<StudioFailure>({ kind: 'conflict' });
      const first = ids.flatMap((id) => this.titlesById.get(id) ?? []);
      const others = [...this.titlesById.values()].filter((title) => !ids.includes(title.id));
      this.titlesById = new Map([...first, ...others].map((title) => [title.id, title]));
      return ok(undefined);
    });
  }

  async deleteCollection(id: ContentId) {
    return this.respond('deleteCollection', () => {
      this.titlesById.delete(id);
      return ok(undefined);
    });
  }

  async subjects(table: SubjectTable) {
    return this.respond('subjects', () => ok(this.storedSubjects[table]));
  }

  async renameSubject(table: SubjectTable, id: SubjectId, name: string) {
    return this.respond('renameSubject', () => {
      const subjects = this.storedSubjects[table];
      if (subjects.some((each) => each.name === name && each.id !== id))
        return failed<StudioFailure>({ kind: 'invalid', message: `There already is “${name}”.` });
      this.setSubjects(
        table,
        subjects.map((each) => (each.id === id ? { ...each, name } : each)),
      );
      return ok(undefined);
    });
  }

  async mergeSubject(table: MergedTable, id: SubjectId, into: SubjectId) {
    return this.respond('mergeSubject', () => {
      const subjects = this.storedSubjects[table];
      const merged = subjects.find((each) => each.id === id);
      if (id === into) return failed<StudioFailure>({ kind: 'invalid' });
      if (merged === undefined || !subjects.some((each) => each.id === into))
        return failed<StudioFailure>({ kind: 'not-found' });
      this.setSubjects(
        table,
        subjects
          .filter((each) => each !== merged)
          .map((each) => (each.id === into ? { ...each, titles: each.titles + merged.titles } : each)),
      );
      return ok(undefined);
    });
  }

  async orderSubjects(table: SubjectTable, ids: readonly SubjectId[], seen: readonly SubjectId[]) {
    return this.respond('orderSubjects', () => {
      const subjects = this.storedSubjects[table];
      if (isOtherOrder(seen, subjects)) return failed<StudioFailure>({ kind: 'conflict' });
      const first = ids.flatMap((id) => subjects.find((each) => each.id === id) ?? []);
      this.setSubjects(table, [...first, ...subjects.filter(({ id }) => !ids.includes(id))]);
      return ok(undefined);
    });
  }

  async imports() {
    return this.respond('imports', () => {
      const folders = [{ path: '/audio', kind: 'library' as const }];
      return ok({ folders, imports: this.importReports });
    });
  }

  async importLines() {
    return this.respond('importLines', () => ok(this.importReportLines));
  }

  async startImport() {
    return this.respond('startImport', () => ok(undefined));
  }

  async feeds() {
    return this.respond('feeds', () => ok(this.storedFeeds));
  }

  async listedFeeds() {
    return this.respond('listedFeeds', () =>
      this.listed.length > 0 ? ok(this.listed) : failed<StudioFailure>({ kind: 'invalid' }),
    );
  }

  async opml() {
    return this.respond('opml', () =>
      this.storedFeeds.length > 0 ? ok('<opml version="2.0"/>') : failed<StudioFailure>({ kind: 'invalid' }),
    );
  }

  async addFeed(url: string) {
    return this.respond('addFeed', () => {
      if (this.storedFeeds.some((feed) => feed.url === url))
        return failed<StudioFailure>({ kind: 'conflict' });
      const id = String(this.storedFeeds.length + 1);
      const feed: Feed = { id, title: url, url, episodes: 1, fetchedAt: null, nextAt: null, error: null };
      this.storedFeeds = [...this.storedFeeds, feed];
      return ok(feed);
    });
  }

  async refreshFeed() {
    return this.respond('refreshFeed', () => ok({ outcome: 'unchanged', message: null }));
  }

  async removeFeed(id: string) {
    return this.respond('removeFeed', () => {
      this.storedFeeds = this.storedFeeds.filter((feed) => feed.id !== id);
      return ok(undefined);
    });
  }

  private namesIn(fields: Partial<TitleFields>): readonly (keyof TitleFields)[] {
    return FIELD_NAMES.filter((name) => fields[name] !== undefined);
  }

  private membersOf(ids: readonly ContentId[]) {
    return ids.flatMap((id) => {
      const item = this.titlesById.get(id)?.item;
      return item === undefined ? [] : [{ id, title: item.title, type: item.type, runTime: item.runTime }];
    });
  }

  private setSubjects(table: SubjectTable, subjects: readonly Subject[]): void {
    this.storedSubjects = { ...this.storedSubjects, [table]: subjects };
  }

  private found(id: ContentId) {
    const title = this.titlesById.get(id);
    return title === undefined ? failed<StudioFailure>({ kind: 'not-found' }) : ok(title);
  }

  private change(id: ContentId, version: string, edit: (title: StoredTitle) => StoredTitle) {
    const title = this.found(id);
    if (!title.ok) return title;
    if (version !== title.value.version) return failed<StudioFailure>({ kind: 'conflict' });
    const changed = { ...edit(title.value), version: String(Number(title.value.version) + 1) };
    this.titlesById.set(id, changed);
    return ok(changed);
  }

  private async respond<Value>(
    call: keyof StudioApi,
    work: () => Awaited<StudioResult<Value>>,
  ): StudioResult<Value> {
    this.calls = [...this.calls, call];
    const failure = this.failures.get(call)?.shift();
    return failure === undefined ? work() : failed(failure);
  }
}

const withPdf = (title: StoredTitle, pdfUrl: string | null): StoredTitle => ({
  ...title,
  item: { ...title.item, pdfUrl },
});
