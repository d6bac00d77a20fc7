import type { Instant } from '../../../src/domain/time.ts';
import type {
  BrowseTitles,
  PublishTitles,
  TitleTableState,
  MakeCollection,
  CalendarState,
  LoadCalendar,
} from './titles.ts';
import type { EditTitle } from './edit-title.ts';
import type { EditorState } from './editor-state.ts';
import type { OpenStudio, SessionState, StudioNoticesState } from './session.ts';
import type { ManageSubjects, SubjectsState } from './subjects.ts';
import type { LoadStatement, StatementState, ManageMembers, MembersState } from './members.ts';
import type { FeedsState, ManageFeeds, FollowImports, ImportsState } from './sources.ts';
import type { SendFiles, UploadsState } from './uploads.ts';

export type StudioServices = {
  readonly brand: string;
  /** Makes the address of an image or PDF absolute; null unless it is http or https (APP-39). */
  readonly mediaUrl: (address: string | null) => string | null;
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
