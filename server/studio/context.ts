import type { Kysely } from 'kysely';
import type { ApiContext } from '../api/context.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { FeedTables } from '../feeds/tables.ts';
import type { ImportedFolder } from '../library/index.ts';
import type { InvitationMails } from '../mail/index.ts';
import type { Managing } from '../members/manage-members.ts';
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
  /** The folder of the PDFs. */
  readonly pdfs: string;
  /** The folder of the files that publishers upload, and the folder of their unfinished parts. */
  readonly uploads: string;
  readonly parts: string;
}
