import { BrowseTitles } from '../../application/studio/catalogue/browse-titles.ts';
import { PublishTitles } from '../../application/studio/catalogue/publish-titles.ts';
import { TitleTableState } from '../../application/studio/catalogue/title-table-state.ts';
import { StudioNoticesState } from '../../application/studio/notices-state.ts';
import type { StudioServices } from '../../application/studio/services.ts';
import { OpenStudio } from '../../application/studio/session/open-studio.ts';
import { SessionState } from '../../application/studio/session/session-state.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StudioApi } from '../../ports/studio-api.ts';
import { observed } from '../observed.ts';

/** What the studio needs from outside. */
export type StudioDependencies = {
  readonly api: StudioApi;
  readonly clock: Clock;
  readonly brand: string;
  readonly mediaUrl: StudioServices['mediaUrl'];
  readonly signOut: () => void;
  /** Leads to the sign-in page, and back to this page afterwards. */
  readonly leadToSignIn: () => void;
};

/** Connects the states and use cases of the studio. */
export function studioServices({
  api,
  clock,
  brand,
  mediaUrl,
  signOut,
  leadToSignIn,
}: StudioDependencies): StudioServices {
  const session = observed(new SessionState());
  const notices = observed(new StudioNoticesState());
  const table = observed(new TitleTableState());
  return {
    brand,
    mediaUrl,
    now: () => clock.now(),
    signOut,
    session,
    openStudio: new OpenStudio(api, session, leadToSignIn),
    notices,
    table,
    browseTitles: new BrowseTitles(api, table),
    publishTitles: new PublishTitles(api, table, notices),
  };
}
