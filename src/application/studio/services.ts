import type { Instant } from '../../domain/time.ts';
import type { BrowseTitles } from './catalogue/browse-titles.ts';
import type { PublishTitles } from './catalogue/publish-titles.ts';
import type { TitleTableState } from './catalogue/title-table-state.ts';
import type { EditTitle } from './editor/edit-title.ts';
import type { EditorState } from './editor/editor-state.ts';
import type { MakeCollection } from './editor/make-collection.ts';
import type { StudioNoticesState } from './notices-state.ts';
import type { CalendarState } from './overviews/calendar-state.ts';
import type { LoadCalendar } from './overviews/load-calendar.ts';
import type { ManageSubjects } from './overviews/manage-subjects.ts';
import type { SubjectsState } from './overviews/subjects-state.ts';
import type { LoadStatement } from './people/load-statement.ts';
import type { ManageMembers } from './people/manage-members.ts';
import type { MembersState } from './people/members-state.ts';
import type { StatementState } from './people/statement-state.ts';
import type { OpenStudio } from './session/open-studio.ts';
import type { SessionState } from './session/session-state.ts';
import type { FeedsState } from './sources/feeds-state.ts';
import type { FollowImports } from './sources/follow-imports.ts';
import type { ImportsState } from './sources/imports-state.ts';
import type { ManageFeeds } from './sources/manage-feeds.ts';
import type { SendFiles } from './uploads/send-files.ts';
import type { UploadsState } from './uploads/uploads-state.ts';

/** Everything that the views of the studio may use. */
export type StudioServices = {
  readonly brand: string;
  /** Makes the address of an image or PDF absolute; null unless it is http or https (APP-39). */
  readonly mediaUrl: (address: string | null) => string | null;
  /** The current time. */
  readonly now: () => Instant;
  readonly signOut: () => void;

  readonly session: SessionState;
  readonly openStudio: OpenStudio;
  readonly notices: StudioNoticesState;

  readonly table: TitleTableState;
  readonly browseTitles: BrowseTitles;
  readonly publishTitles: PublishTitles;

  readonly editor: EditorState;
  readonly editTitle: EditTitle;
  readonly makeCollection: MakeCollection;

  readonly imports: ImportsState;
  readonly followImports: FollowImports;
  readonly feeds: FeedsState;
  readonly manageFeeds: ManageFeeds;

  readonly calendar: CalendarState;
  readonly loadCalendar: LoadCalendar;
  readonly subjects: SubjectsState;
  readonly manageSubjects: ManageSubjects;

  readonly members: MembersState;
  readonly manageMembers: ManageMembers;
  readonly statement: StatementState;
  readonly loadStatement: LoadStatement;

  readonly uploads: UploadsState;
  readonly sendFiles: SendFiles;
};
