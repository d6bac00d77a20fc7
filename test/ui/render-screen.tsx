import { createMemoryHistory } from '@tanstack/react-router';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { screen, within } from '@testing-library/dom';
import { openApp } from '../../src/ui/app/app.tsx';
import type { Services } from '../../src/ui/services.ts';
import { EMAIL, Harness, PASSWORD, type HarnessOptions } from '../harness.ts';
import type { Profile } from '../../src/domain/account/user.ts';

export type ScreenOptions = Omit<HarnessOptions, 'items' | 'user' | 'asPage'> & {
  readonly items?: HarnessOptions['items'];
  /** Who has a session; nobody if absent. */
  readonly listener?: Profile;
  /** Prepares the doubles before the first page opens. */
  readonly before?: (app: Harness) => void | Promise<void>;
  /** Changes the services that the views get. */
  readonly change?: (services: Services) => Services;
};

/** A page of the application, and what stands behind it. */
export type RenderedScreen = {
  /** The listener's hands. */
  readonly user: UserEvent;
  /** The doubles, the states and the clock. */
  readonly app: Harness;
  /** The address that the browser shows: path, query and hash. */
  readonly address: () => string;
};

/**
 * Opens a page of the whole application: real states, use cases, router and screens, on the memory doubles. Time stands
 * still until `app.passes`.
 */
export async function renderScreen(path: string, options: ScreenOptions): Promise<RenderedScreen> {
  const { items = [], listener, before, change, ...rest } = options;
  const app = new Harness({ ...rest, items, ...(listener && { user: listener }), asPage: true });
  if (listener !== undefined) await app.auth.signIn({ email: EMAIL, password: PASSWORD });
  await before?.(app);

  const history = createMemoryHistory({ initialEntries: [path] });
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const services = change === undefined ? app.services : change(app.services);
  root.render(openApp(services, { history }).screens);
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
    app.crash();
  });
  return { user: userEvent.setup({ delay: null }), app, address: () => history.location.href };
}

/** Queries in the region of a name: a shelf, a list, the player. Waits until it is there. */
export const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** Queries in the tile of a title. Waits until it is there. */
export const tile = async (name: string) => within(await screen.findByRole('article', { name }));

/** Queries in the dialog of a name. Waits until it is open. */
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
