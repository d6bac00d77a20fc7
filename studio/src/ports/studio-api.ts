import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import type { Message } from '../../../src/domain/message.ts';
import type { Result } from '../../../src/domain/result.ts';
import type { FieldName, TitleFields, TypedFields } from '../domain/fields.ts';
import type {
  Feed,
  ImportFolder,
  ImportLine,
  ImportReport,
  ListedFeed,
  MergedTable,
  Subject,
  SubjectId,
  SubjectTable,
} from '../domain/sources.ts';
import type {
  CollectionName,
  TitleDetail,
  TitleQuery,
  TitleRow,
  TranscriptPart,
  CollectionMember,
} from '../domain/title.ts';
import type { Instant } from '../../../src/domain/time.ts';
import type { Cancellation } from '../../../src/ports/platform.ts';
import type { FeedId } from '../../../src/domain/feeds/private-feed.ts';
import type {
  Invitation,
  InvitationAccess,
  Member,
  MemberChange,
  MemberDetail,
  MemberId,
  MemberPlan,
  MemberRole,
} from '../domain/members.ts';
import type { Month, Statement } from '../domain/statements.ts';

/** What becomes of an upload. */
export type UploadEvents = {
  /** @param sent bytes that have arrived at the provider, also in earlier attempts */
  progressed(sent: number): void;
  done(): void;
  /** `message` says why, for the person who chose the file. */
  failed(failure: { readonly message: Message; readonly isRefused: boolean }): void;
};

/** An upload that has started. */
export type RunningUpload = {
  /** Stops the upload and deletes what has arrived. */
  cancel(): void;
};

/** Sends files to the provider. An interrupted upload of the same file goes on where it stopped. */
export interface Uploads {
  /**
   * Starts to send a file. `events` tells what becomes of it.
   *
   * @param path the path of the file in its folder, with slashes; the bare name of a single file
   */
  start(file: LocalFile, path: string, events: UploadEvents): RunningUpload;
}

/**
 * Why a call of the studio failed.
 *
 * - `no-session`: nobody is signed in, or the session has ended
 * - `not-allowed`: the account is no publisher or owner
 * - `conflict`: the title was changed by somebody else since it was loaded
 * - `invalid`: a value was refused; `field` names it if it is a field of a title
 * - `unreachable`, `timeout`: no response; `rate-limited`, `server`, `malformed`: a response that is no use
 * - `cancelled`: the caller no longer waits
 *
 * `message` is the provider's own sentence, if it sent one.
 */
export type StudioFailure = {
  readonly kind:
    | 'no-session'
    | 'not-allowed'
    | 'not-found'
    | 'conflict'
    | 'invalid'
    | 'unreachable'
    | 'timeout'
    | 'rate-limited'
    | 'server'
    | 'malformed'
    | 'cancelled';
  readonly message?: Message;
  readonly field?: FieldName;
};

/** The result of a call. Its promise never rejects. */
export type StudioResult<Value> = Promise<Result<Value, StudioFailure>>;

/** Who is signed in. */
export type StudioPerson = {
  readonly email: string;
  readonly name: string;
  readonly role: 'publisher' | 'owner';
};

/** One page of the catalogue. `total` counts all rows of the query. */
export type TitlePage = { readonly total: number; readonly rows: readonly TitleRow[] };

/** A file that somebody chose. The view passes the browser's own `File`. */
export type LocalFile = { readonly name: string; readonly size: number };

/** What to change of a title. `reset` takes fields back to what the source says. */
export type TitleEdit = Partial<TitleFields> & {
  readonly hidden?: boolean;
  readonly reset?: readonly FieldName[];
};

/** The outcome of reading a feed now. */
export type FeedRefresh = { readonly outcome: string; readonly message: Message | null };

/** The calls of the studio: the catalogue as its publishers see it. */
export interface StudioApi {
  /** Returns who is signed in. Fails with `not-allowed` for an account that is neither publisher nor owner. */
  me(cancellation?: Cancellation): StudioResult<StudioPerson>;

  /** Returns at most `limit` rows from `offset`. */
  titles(
    query: TitleQuery,
    window: { readonly offset: number; readonly limit: number },
    cancellation?: Cancellation,
  ): StudioResult<TitlePage>;
  /** Returns one title with what its source says and what was edited. Fails with `not-found` for an unknown id. */
  title(id: ContentId, cancellation?: Cancellation): StudioResult<TitleDetail>;
  /** Fails with `conflict` if the title is no longer of this version. */
  editTitle(id: ContentId, version: string, edit: TitleEdit): StudioResult<TitleDetail>;
  /**
   * Uploads a PDF. It replaces the earlier one. Fails with `invalid` if the provider refuses the file, and with `conflict`
   * if the title is no longer of this version.
   */
  setPdf(id: ContentId, version: string, file: LocalFile): StudioResult<TitleDetail>;
  /** Removes the PDF of a title. Fails with `conflict` if the title is no longer of this version. */
  removePdf(id: ContentId, version: string): StudioResult<TitleDetail>;
  /** Gives a title a public feed, or ends it. */
  setPublicFeed(id: ContentId, isPublic: boolean): StudioResult<TitleDetail>;
  /**
   * Makes a title another edition of `of`; with null it stands alone. Fails with `conflict` if the title has another version
   * by now. Fails with `invalid` unless `of` is an audiobook that is no edition itself, and the title has no editions.
   */
  setEdition(id: ContentId, version: string, of: ContentId | null): StudioResult<TitleDetail>;
  /**
   * Uploads what is said. It replaces an earlier text of the same chapter and language. Fails with `invalid` if the provider
   * cannot read it.
   */
  setTranscript(
    id: ContentId,
    version: string,
    transcript: { readonly file: LocalFile; readonly chapter: number; readonly language: string },
  ): StudioResult<TitleDetail>;
  /** Returns the beginning of each chapter of a transcript. */
  transcript(
    id: ContentId,
    transcript: string,
    cancellation?: Cancellation,
  ): StudioResult<readonly TranscriptPart[]>;
  /** Adds seconds to the times of a transcript. Fails with `invalid` for one without times. */
  shiftTranscript(id: ContentId, version: string, transcript: string, by: number): StudioResult<TitleDetail>;
  /** Removes a transcript of the studio. Fails with `invalid` for one of a file or a feed. */
  removeTranscript(id: ContentId, version: string, transcript: string): StudioResult<TitleDetail>;
  /** Titles with a bound of any window between the two instants. At most 1,000: then `isComplete` is false. */
  windows(
    from: Instant,
    till: Instant,
    cancellation?: Cancellation,
  ): StudioResult<{ readonly rows: readonly TitleRow[]; readonly isComplete: boolean }>;

  /** Creates a collection of these titles, in this order. */
  createCollection(collection: {
    readonly title: string;
    readonly description: string;
    readonly members: readonly ContentId[];
  }): StudioResult<TitleDetail>;
  /** Replaces the titles of a collection. Fails with `conflict` if it is no longer of this version. */
  setMembers(id: ContentId, version: string, members: readonly ContentId[]): StudioResult<TitleDetail>;
  /** All collections in the order in which home shows them. Those that are not shown are listed, too. */
  collections(cancellation?: Cancellation): StudioResult<readonly CollectionName[]>;
  /**
   * Puts these collections first, in this order.
   *
   * @param seen the order that the editor saw. Fails with `conflict` if it was changed meanwhile
   */
  orderCollections(ids: readonly ContentId[], seen: readonly ContentId[]): StudioResult<void>;
  /** Deletes a collection. Its titles stay. */
  deleteCollection(id: ContentId): StudioResult<void>;

  /** Returns all subjects of a table, in the order in which listeners see them. */
  subjects(table: SubjectTable, cancellation?: Cancellation): StudioResult<readonly Subject[]>;
  /** Renames a subject for listeners and publishers. */
  renameSubject(table: SubjectTable, id: SubjectId, name: string): StudioResult<void>;
  /** Makes a series or a narrator a part of another one, which keeps its id and name. Fails with `invalid` if both are the same. */
  mergeSubject(table: MergedTable, id: SubjectId, into: SubjectId): StudioResult<void>;
  /** Puts these subjects first, in this order. `seen` is as for collections. */
  orderSubjects(
    table: SubjectTable,
    ids: readonly SubjectId[],
    seen: readonly SubjectId[],
  ): StudioResult<void>;

  /** Returns the folders that are read, and the reports of past and running imports, newest first. */
  imports(
    cancellation?: Cancellation,
  ): StudioResult<{ readonly folders: readonly ImportFolder[]; readonly imports: readonly ImportReport[] }>;
  /** Returns what an import did, a line for each file or title. */
  importLines(id: string, cancellation?: Cancellation): StudioResult<readonly ImportLine[]>;
  /** Starts to read all folders. Resolves when the import has started, not when it has ended. */
  startImport(): StudioResult<void>;

  /** Returns all feeds with the outcome of their last reading. */
  feeds(cancellation?: Cancellation): StudioResult<readonly Feed[]>;
  /** Reads the podcasts that an OPML document names. Adds none. Fails with `invalid` for another file. */
  listedFeeds(file: LocalFile): StudioResult<readonly ListedFeed[]>;
  /** Returns all feeds as OPML. Fails with `invalid` if there are none. */
  opml(): StudioResult<string>;
  /**
   * Adds the podcast at this address. Fails with `conflict` if it is there already. A feed that cannot be read shows its
   * `error` later, or fails with `invalid` at once.
   */
  addFeed(url: string): StudioResult<Feed>;
  /** Reads a feed now. A feed that cannot be read is no failure: `outcome` says so. */
  refreshFeed(id: string): StudioResult<FeedRefresh>;
  /** Removes a feed. Listeners no longer see its podcast. */
  removeFeed(id: string): StudioResult<void>;
}

/** One page of the members. `total` counts all that were found. */
export type MemberPage = { readonly total: number; readonly members: readonly Member[] };

/** `access`: what whoever invites passes on. Null if the invited person gets a mail. */
export type Invited = { readonly detail: MemberDetail; readonly access: InvitationAccess | null };

/**
 * The calls of the studio about people: its members, and the statements for authors. They fail with `not-allowed` for
 * everybody but owners, and with `invalid` if the provider refuses a change.
 */
export interface PeopleApi {
  /** Finds members by a part of the address or the name. */
  members(
    text: string,
    window: { readonly offset: number; readonly limit: number },
  ): StudioResult<MemberPage>;
  /** Returns one member with plan, titles and changes. Fails with `not-found` for an unknown id. */
  member(id: MemberId): StudioResult<MemberDetail>;
  /** Invites an address, also once more as long as nobody has signed in. Fails with `invalid` if it has an account that is in use. */
  invite(invitation: Invitation): StudioResult<Invited>;
  /** Gives a plan until an instant, or without an end if `until` is null. A `plan` of null takes it away. */
  setPlan(id: MemberId, plan: MemberPlan | null, until: Instant | null): StudioResult<MemberDetail>;
  /** Changes what the member may do in the studio. */
  setRole(id: MemberId, role: MemberRole): StudioResult<MemberDetail>;
  /** Locks an account out, or lets it in again. Fails with `invalid` for the last owner. */
  setDisabled(id: MemberId, isDisabled: boolean): StudioResult<MemberDetail>;
  /** Ends every session of the member. */
  signOut(id: MemberId): StudioResult<MemberDetail>;
  /** Gives a title, as a purchase would. */
  grant(id: MemberId, title: ContentId): StudioResult<MemberDetail>;
  /** Takes a title away. Fails with `invalid` if the member does not have it. */
  revoke(id: MemberId, title: ContentId): StudioResult<MemberDetail>;
  /** Revokes a feed for other apps. Fails with `invalid` if the member does not have it. */
  revokeFeed(id: MemberId, feed: FeedId): StudioResult<MemberDetail>;
  /** Deletes the account. Fails with `invalid` for the last owner. */
  remove(id: MemberId): StudioResult<void>;
  /** What was changed about members, the newest first. */
  changes(window: { readonly offset: number; readonly limit: number }): StudioResult<readonly MemberChange[]>;

  /** Listened time from a month to another one, both included. */
  statement(from: Month, to: Month): StudioResult<Statement>;
  /** Chooses whether authors are credited for downloads. */
  setDownloadsPaid(isPaid: boolean): StudioResult<void>;
}

/** What was typed into the form of a title and is not saved yet. */
export type Draft = {
  /** The version of the title from which the form started. */
  readonly version: string;
  /** The fields of that version. */
  readonly base: TypedFields;
  readonly typed: TypedFields;
  /** The members of a collection in their typed order; null if they are unchanged. */
  readonly members: readonly CollectionMember[] | null;
};

/** Unsaved forms of one person, stored in this tab until they are saved. No method throws. */
export interface Drafts {
  /** Returns null if there is none, or if it cannot be read. */
  load(person: string, id: ContentId): Draft | null;
  /** Stores the form of this title. Replaces an earlier one. A full or blocked storage loses it silently. */
  save(person: string, id: ContentId, draft: Draft): void;
  /** Removes the form of this title. Does nothing if there is none. */
  remove(person: string, id: ContentId): void;
}
