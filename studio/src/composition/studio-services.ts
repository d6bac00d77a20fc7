import { BrowseTitles } from '../application/browse-titles.ts';
import { PublishTitles } from '../application/publish-titles.ts';
import { TitleTableState } from '../application/title-table-state.ts';
import { MakeCollection } from '../application/make-collection.ts';
import { CalendarState } from '../application/calendar-state.ts';
import { LoadCalendar } from '../application/load-calendar.ts';
import { EditTitle } from '../application/edit-title.ts';
import { EditorState } from '../application/editor-state.ts';
import { ManageSubjects } from '../application/manage-subjects.ts';
import { SubjectsState } from '../application/subjects-state.ts';
import { OpenStudio } from '../application/open-studio.ts';
import { PersonLanguage } from '../application/person-language.ts';
import { SessionState } from '../application/session-state.ts';
import { StudioNoticesState } from '../application/studio-notices-state.ts';
import { LoadStatement } from '../application/load-statement.ts';
import { StatementState } from '../application/statement-state.ts';
import { ManageMembers } from '../application/manage-members.ts';
import { MembersState } from '../application/members-state.ts';
import type { StudioServices } from '../application/services.ts';
import type { Clock } from '../../../src/ports/platform.ts';
import type { ContentCache, UserApi } from '../../../src/ports/content-api.ts';
import type { StudioApi, Uploads, PeopleApi, Drafts } from '../ports/studio-api.ts';
import { FeedsState } from '../application/feeds-state.ts';
import { ManageFeeds } from '../application/manage-feeds.ts';
import { FollowImports } from '../application/follow-imports.ts';
import { ImportsState } from '../application/imports-state.ts';
import { SendFiles } from '../application/send-files.ts';
import { UploadsState } from '../application/uploads-state.ts';
import { observed } from '../../../src/composition/observed.ts';

export type StudioDependencies = {
  readonly api: StudioApi;
  readonly people: PeopleApi;
  /** The account of this person. */
  readonly users: Pick<UserApi, 'me' | 'update'>;
  readonly clock: Clock;
  readonly drafts: Drafts;
  readonly files: Uploads;
  readonly brand: string;
  readonly mediaUrl: StudioServices['mediaUrl'];
  /** The app's cached responses in this browser. */
  readonly cache: Pick<ContentCache, 'clear'>;
  readonly signOut: () => void;
  /** Leads to the sign-in page, and back to this page afterwards. */
  readonly leadToSignIn: () => void;
  /** Shows the page in another language. */
  readonly showLanguage: (language: string) => void;
};

export function studioServices({
  api,
  people,
  users,
  clock,
  drafts,
  files,
  brand,
  mediaUrl,
  cache,
  signOut,
  leadToSignIn: leadAway,
  showLanguage,
}: StudioDependencies): StudioServices {
  const session = observed(new SessionState());
  const notices = observed(new StudioNoticesState());
  const table = observed(new TitleTableState());
  const editor = observed(new EditorState());
  const imports = observed(new ImportsState());
  const feeds = observed(new FeedsState());
  const uploads = observed(new UploadsState());
  const calendar = observed(new CalendarState());
  const subjects = observed(new SubjectsState());
  const members = observed(new MembersState());
  const statement = observed(new StatementState());
  const leadToSignIn = (): void => {
    session.leave();
    leadAway();
  };
  const browseTitles = new BrowseTitles(api, table);
  // What the app has cached in this browser is outdated, too (STU-17).
  const changed = (): void => {
    cache.clear();
    void browseTitles.reload();
  };
  const followImports = new FollowImports(api, imports, clock, notices, changed);
  return {
    brand,
    mediaUrl,
    now: () => clock.now(),
    signOut,
    session,
    openStudio: new OpenStudio(api, session, leadToSignIn),
    personLanguage: new PersonLanguage(users, notices, showLanguage),
    notices,
    table,
    browseTitles,
    publishTitles: new PublishTitles(api, table, notices, () => cache.clear()),
    editor,
    editTitle: new EditTitle({ api, state: editor, session, drafts, notices, changed, leadToSignIn }),
    makeCollection: new MakeCollection(api, changed),
    imports,
    followImports,
    feeds,
    manageFeeds: new ManageFeeds(api, feeds, notices, changed),
    calendar,
    loadCalendar: new LoadCalendar(api, calendar),
    subjects,
    manageSubjects: new ManageSubjects(api, subjects, notices, changed),
    members,
    manageMembers: new ManageMembers(people, members, notices),
    statement,
    loadStatement: new LoadStatement(people, statement),
    uploads,
    // The provider imports the uploads by itself. The page shows it.
    sendFiles: new SendFiles(files, uploads, () => void followImports.follow(true)),
  };
}
