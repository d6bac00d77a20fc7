import { me } from 'audio-streaming-wire/people';
import {
  addedFeed,
  feedRefresh,
  feeds,
  importLines,
  imports,
  listedFeeds,
  opmlText,
} from 'audio-streaming-wire/sources';
import {
  calendar,
  collectionNames,
  subjects,
  titleDetail,
  titlePage,
  transcriptText,
} from 'audio-streaming-wire/titles';
import { contentId, type ContentId } from '../../../../src/domain/catalogue/content.ts';
import { failed } from '../../../../src/domain/result.ts';
import { FIELD_KINDS, FIELD_NAMES } from '../../domain/fields.ts';
import type { MergedTable, SubjectId, SubjectTable } from '../../domain/sources.ts';
import type { TitleQuery } from '../../domain/title.ts';
import type { Instant } from '../../../../src/domain/time.ts';
import type { Log, Cancellation } from '../../../../src/ports/platform.ts';
import type { LocalFile, StudioApi, StudioFailure, TitleEdit } from '../../ports/studio-api.ts';
import { type StudioCall, StudioClient, type StudioClientOptions } from './client.ts';
import {
  entriesOf,
  said,
  toDetail,
  toFeed,
  toImportLine,
  toReport,
  toRow,
  toSubject,
  toTranscriptPart,
  wireName,
} from './decode.ts';

// A first import of a feed, and a PDF of 50 MB on a slow line.
const LONG_DEADLINE = 10 * 60_000;

export class HttpStudioApi implements StudioApi {
  private readonly client: StudioClient;

  constructor(
    options: StudioClientOptions,
    private readonly log: Log,
  ) {
    this.client = new StudioClient(options);
  }

  async me(cancellation?: Cancellation) {
    return this.client.read({ method: 'GET', path: ['me'], cancellation }, me, (sent) => sent);
  }

  async titles(
    { text, sort, isDescending, state, kind, withEpisodes }: TitleQuery,
    { offset, limit }: { readonly offset: number; readonly limit: number },
    cancellation?: Cancellation,
  ) {
    const params = {
      query: text.trim() || undefined,
      sort: `${isDescending ? '-' : ''}${sort}`,
      state: state ?? undefined,
      kind: kind ?? undefined,
      episodes: withEpisodes ? 1 : undefined,
      offset,
      limit,
    };
    return this.client.read({ method: 'GET', path: ['titles'], params, cancellation }, titlePage, (sent) => ({
      total: sent.total,
      rows: entriesOf(sent.titles, 'titles', this.log, toRow),
    }));
  }

  async title(id: ContentId, cancellation?: Cancellation) {
    return this.detail({ method: 'GET', path: ['titles', id], cancellation });
  }

  async editTitle(id: ContentId, version: string, edit: TitleEdit) {
    return this.detail({ method: 'PATCH', path: ['titles', id], version, body: wireEdit(edit) });
  }

  async setPdf(id: ContentId, version: string, file: LocalFile) {
    if (!(file instanceof Blob)) return failed<StudioFailure>({ kind: 'invalid' });
    const body = file.slice(0, file.size, 'application/pdf');
    return this.detail({
      method: 'PUT',
      path: ['titles', id, 'pdf'],
      version,
      body,
      deadline: LONG_DEADLINE,
    });
  }

  async removePdf(id: ContentId, version: string) {
    return this.detail({ method: 'DELETE', path: ['titles', id, 'pdf'], version });
  }

  async setPublicFeed(id: ContentId, isPublic: boolean) {
    const body = { is_public: isPublic };
    return this.detail({ method: 'PUT', path: ['titles', id, 'public-feed'], body });
  }

  async setEdition(id: ContentId, version: string, of: ContentId | null) {
    return this.detail({ method: 'PUT', path: ['titles', id, 'edition'], version, body: { of } });
  }

  async setTranscript(
    id: ContentId,
    version: string,
    {
      file,
      chapter,
      language,
    }: { readonly file: LocalFile; readonly chapter: number; readonly language: string },
  ) {
    if (!(file instanceof Blob)) return failed<StudioFailure>({ kind: 'invalid' });
    return this.detail({
      method: 'PUT',
      path: ['titles', id, 'transcripts'],
      params: { chapter, language, name: file.name },
      version,
      body: file.slice(0, file.size, 'application/octet-stream'),
      deadline: LONG_DEADLINE,
    });
  }

  async transcript(id: ContentId, transcript: string, cancellation?: Cancellation) {
    const path = ['titles', id, 'transcripts', transcript];
    return this.client.read({ method: 'GET', path, cancellation }, transcriptText, ({ parts }) =>
      entriesOf(parts, 'parts', this.log, toTranscriptPart),
    );
  }

  async shiftTranscript(id: ContentId, version: string, transcript: string, by: number) {
    const path = ['titles', id, 'transcripts', transcript];
    return this.detail({ method: 'PATCH', path, version, body: { seconds: by } });
  }

  async removeTranscript(id: ContentId, version: string, transcript: string) {
    return this.detail({ method: 'DELETE', path: ['titles', id, 'transcripts', transcript], version });
  }

  async windows(from: Instant, till: Instant, cancellation?: Cancellation) {
    const params = { from: new Date(from).toISOString(), till: new Date(till).toISOString() };
    return this.client.read({ method: 'GET', path: ['windows'], params, cancellation }, calendar, (sent) => ({
      isComplete: sent.is_complete,
      rows: entriesOf(sent.titles, 'titles', this.log, toRow),
    }));
  }

  async createCollection(body: {
    readonly title: string;
    readonly description: string;
    readonly members: readonly ContentId[];
  }) {
    return this.detail({ method: 'POST', path: ['collections'], body });
  }

  async setMembers(id: ContentId, version: string, members: readonly ContentId[]) {
    return this.detail({ method: 'PUT', path: ['collections', id, 'members'], version, body: { members } });
  }

  async collections(cancellation?: Cancellation) {
    return this.client.read({ method: 'GET', path: ['collections'], cancellation }, collectionNames, (sent) =>
      entriesOf(sent.collections, 'collections', this.log, ({ id, title }) => ({ id: contentId(id), title })),
    );
  }

  async orderCollections(ids: readonly ContentId[], seen: readonly ContentId[]) {
    return this.client.send({ method: 'PUT', path: ['collections', 'order'], body: { ids, seen } });
  }

  async deleteCollection(id: ContentId) {
    return this.client.send({ method: 'DELETE', path: ['collections', id] });
  }

  async subjects(table: SubjectTable, cancellation?: Cancellation) {
    return this.client.read({ method: 'GET', path: ['subjects', table], cancellation }, subjects, (sent) =>
      entriesOf(sent.subjects, 'subjects', this.log, toSubject),
    );
  }

  async renameSubject(table: SubjectTable, id: SubjectId, name: string) {
    return this.client.send({ method: 'PATCH', path: ['subjects', table, id], body: { name } });
  }

  async mergeSubject(table: MergedTable, id: SubjectId, into: SubjectId) {
    return this.client.send({ method: 'POST', path: ['subjects', table, id, 'merge'], body: { into } });
  }

  async orderSubjects(table: SubjectTable, ids: readonly SubjectId[], seen: readonly SubjectId[]) {
    return this.client.send({ method: 'PUT', path: ['subjects', table, 'order'], body: { ids, seen } });
  }

  async imports(cancellation?: Cancellation) {
    return this.client.read({ method: 'GET', path: ['imports'], cancellation }, imports, (sent) => ({
      folders: entriesOf(sent.folders, 'folders', this.log, (folder) => folder),
      imports: entriesOf(sent.imports, 'imports', this.log, toReport),
    }));
  }

  async importLines(id: string, cancellation?: Cancellation) {
    return this.client.read({ method: 'GET', path: ['imports', id], cancellation }, importLines, (sent) =>
      entriesOf(sent.lines, 'lines', this.log, toImportLine),
    );
  }

  async startImport() {
    return this.client.send({ method: 'POST', path: ['imports'], body: {} });
  }

  async feeds(cancellation?: Cancellation) {
    return this.client.read({ method: 'GET', path: ['feeds'], cancellation }, feeds, (sent) =>
      entriesOf(sent.feeds, 'feeds', this.log, toFeed),
    );
  }

  async listedFeeds(file: LocalFile) {
    if (!(file instanceof Blob)) return failed<StudioFailure>({ kind: 'invalid' });
    const body = file.slice(0, file.size, 'application/octet-stream');
    return this.client.read(
      { method: 'POST', path: ['feeds', 'opml'], body, deadline: LONG_DEADLINE },
      listedFeeds,
      (sent) => sent.feeds,
    );
  }

  async opml() {
    return this.client.read({ method: 'GET', path: ['feeds', 'opml'] }, opmlText, ({ opml }) => opml);
  }

  async addFeed(url: string) {
    return this.client.read(
      { method: 'POST', path: ['feeds'], body: { url }, deadline: LONG_DEADLINE },
      addedFeed,
      (sent) => toFeed(sent.feed),
    );
  }

  async refreshFeed(id: string) {
    return this.client.read(
      { method: 'POST', path: ['feeds', id, 'refresh'], body: {}, deadline: LONG_DEADLINE },
      feedRefresh,
      ({ outcome, message }) => ({ outcome, message: said(message) }),
    );
  }

  async removeFeed(id: string) {
    return this.client.send({ method: 'DELETE', path: ['feeds', id] });
  }

  private async detail(call: StudioCall) {
    return this.client.read(call, titleDetail, toDetail(this.log));
  }
}

/** Instants are sent as ISO 8601 in UTC. Absent fields are not sent. */
const wireEdit = ({ hidden, reset, ...fields }: TitleEdit): Readonly<Record<string, unknown>> => {
  const body: Record<string, unknown> = {};
  for (const name of FIELD_NAMES) {
    const value = fields[name];
    if (value === undefined) continue;
    const isInstant = typeof value === 'number' && FIELD_KINDS[name] === 'instant';
    body[wireName(name)] = isInstant ? new Date(value).toISOString() : value;
  }
  if (hidden !== undefined) body['hidden'] = hidden;
  if (reset !== undefined && reset.length > 0) body['reset'] = reset.map(wireName);
  return body;
};
