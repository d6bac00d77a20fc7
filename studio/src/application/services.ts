import type { Instant } from '../../../src/domain/time.ts';
import type { BrowseTitles } from './browse-titles.ts';
import type { PublishTitles } from './publish-titles.ts';
import type { TitleTableState } from './title-table-state.ts';
import type { MakeCollection } from './make-collection.ts';
import type { CalendarState } from './calendar-state.ts';
import type { LoadCalendar } from './load-calendar.ts';
import type { EditTitle } from './edit-title.ts';
import type { EditorState } from './editor-state.ts';
import type { OpenStudio } from './open-studio.ts';
import type { PersonLanguage } from './person-language.ts';
import type { SessionState } from './session-state.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import type { ManageSubjects } from './manage-subjects.ts';
import type { SubjectsState } from './subjects-state.ts';
import type { LoadStatement } from './load-statement.ts';
import type { StatementState } from './statement-state.ts';
import type { ManageMembers } from './manage-members.ts';
import type { MembersState } from './members-state.ts';
import type { FeedsState } from './feeds-state.ts';
import type { ManageFeeds } from './manage-feeds.ts';
import type { FollowImports } from './follow-imports.ts';
import type { ImportsState } from './imports-state.ts';
import type { SendFiles } from './send-files.ts';
import type { UploadsState } from './uploads-state.ts';

export type StudioServices = {
  readonly brand: string;
  /** Makes the address of an image or PDF absolute; null unless it is http or https (APP-39). */
  readonly mediaUrl: (address: string | null) => string | null;
  readonly now: () => Instant;
  readonly signOut: () => void;

  readonly session: SessionState;
  readonly openStudio: OpenStudio;
  readonly personLanguage: PersonLanguage;
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
