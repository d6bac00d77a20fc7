import { createMemoryHistory } from '@tanstack/react-router';
import { screen, within } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryDrafts, MemoryUploads, MemoryStudioApi } from '../../src/adapters/memory/memory-studio-api.ts';
import { MemoryPeopleApi } from '../../src/adapters/memory/memory-people-api.ts';
import { NOBODY } from '../../../src/domain/account/user.ts';
import { studioServices } from '../../src/composition/studio-services.ts';
import type { TitleDetail } from '../../src/domain/title.ts';
import { openStudio } from '../../src/ui/studio.tsx';

export type RenderedStudio = {
  readonly user: UserEvent;
  readonly api: MemoryStudioApi;
  readonly clock: MemoryClock;
  readonly drafts: MemoryDrafts;
  readonly files: MemoryUploads;
  /** Path, query and hash that the browser shows. */
  readonly address: () => string;
  /** How often the page led to the sign-in page, somebody signed out, and the app's cache was dropped. */
  readonly left: { signIns: number; signOuts: number; caches: number };
  /** The app's provider, which keeps the account. */
  readonly account: MemoryContentApi;
  /** The languages in which the page was to be shown, in order. */
  readonly languages: readonly string[];
};

type Options = {
  readonly titles?: readonly TitleDetail[];
  /** What an earlier visit has left. */
  readonly drafts?: MemoryDrafts;
  readonly people?: MemoryPeopleApi;
  /** The language that the account keeps; absent if the provider keeps none. */
  readonly language?: string | null;
  /** Prepares the doubles before the page opens. */
  readonly before?: (api: MemoryStudioApi) => void;
};

/** Opens a page of the studio on the doubles. */
export function renderStudio(
  path: string,
  { titles = [], before, drafts: earlier, people: earlierPeople, language }: Options = {},
): RenderedStudio {
  // Nothing has a size in this DOM, and the table renders only the rows that have room.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  const api = new MemoryStudioApi(titles);
  before?.(api);
  const people = earlierPeople ?? new MemoryPeopleApi();
  const clock = new MemoryClock();
  const files = new MemoryUploads();
  const drafts = earlier ?? new MemoryDrafts();
  const left = { signIns: 0, signOuts: 0, caches: 0 };
  const user = { ...NOBODY, ...(language !== undefined && { language }) };
  const account = new MemoryContentApi({ items: [], user }, clock);
  const languages: string[] = [];
  const services = studioServices({
    api,
    people,
    users: account.users,
    clock,
    drafts,
    files,
    brand: 'Hark',
    mediaUrl: (address) => address && new URL(address, 'https://hark.invalid').href,
    cache: {
      clear: () => {
        left.caches += 1;
      },
    },
    signOut: () => {
      left.signOuts += 1;
    },
    leadToSignIn: () => {
      left.signIns += 1;
    },
    showLanguage: (shown) => languages.push(shown),
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(openStudio(services, history));
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  return {
    user: userEvent.setup({ delay: null }),
    api,
    clock,
    drafts,
    files,
    address: () => history.location.href,
    left,
    account,
    languages,
  };
}

/** Queries in the region of a name. Waits until it is there. */
export const region = async (name: string) => within(await screen.findByRole('region', { name }));
