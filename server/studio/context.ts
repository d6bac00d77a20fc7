import type { Kysely } from 'kysely';
import type { ApiContext } from '../api/context.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { FeedTables } from '../feeds/tables.ts';
import type { ImportedFolder } from '../library/serve-folders.ts';
import type { PlaceUpload } from './uploads/place-file.ts';
import type { InvitationMails } from '../mail/index.ts';
import type { Managing } from '../members/manage-members.ts';
import type { MediaStore } from '../store/media-store.ts';
import type { LibraryTables } from '../library/tables.ts';

/** The tables of all titles: those of the members, of the library, and of the podcasts. */
export type StudioDatabase = Kysely<LibraryTables & FeedTables>;

/** The dependencies of the calls of the studio. */
export interface StudioContext extends Omit<ApiContext, 'db'> {
  readonly db: StudioDatabase;
  readonly feeds: Feeds;
  readonly folders: readonly ImportedFolder[];
  readonly members: Managing['pool'];
  readonly invitations: InvitationMails;
  /** Imports all folders as soon as no other import runs. */
  readonly importAll: () => void;
  /** Where PDFs and uploads go. */
  readonly store: MediaStore;
  /** Puts a finished upload where imports find it. */
  readonly placeUpload: PlaceUpload;
  /** The folder of unfinished uploads. */
  readonly parts: string;
}
