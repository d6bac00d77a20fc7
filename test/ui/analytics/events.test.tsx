import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { PrivacyState } from '../../../src/application/analytics/privacy-state.ts';
import type { TrackingEvent, TrackingEventName } from '../../../src/domain/analytics.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { EMAIL, PASSWORD, type Harness } from '../../harness.ts';
import {
  FREE_LISTENER,
  LONG_BOOK,
  PODCAST,
  QUIET_MIND,
  SUBSCRIBER,
  title,
} from '../../application/titles.ts';
import { renderScreen, dialog, region } from '../render-screen.tsx';

/** What was recorded under a name, in order. */
const recorded = ({ analytics }: Harness, name: TrackingEventName): readonly TrackingEvent['properties'][] =>
  analytics.events.filter((event) => event.name === name).map(({ properties }) => properties);

describe('the page of a title records', () => {
  const BUTTON = 'Individual Audio Button Clicked Web App';

  test('each of its buttons', async () => {
    const { user, app } = await renderScreen('/audios/long-book', {
      items: [LONG_BOOK],
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('button', { name: 'Play Long Book' }));
    await user.click(await screen.findByRole('button', { name: 'Pause Long Book' }));
    // The player has a button of the same name.
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Play Chapter 2' }));
    expect(recorded(app, BUTTON)).toEqual(
      ['Play', 'Pause', 'Save', 'Play Track'].map((button) => ({ button, content_id: 'long-book' })),
    );
  });

  test('a title that was saved, and a podcast that was followed', async () => {
    const { user, app } = await renderScreen('/audios/podcast', {
      items: [PODCAST, QUIET_MIND],
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    await waitFor(() => expect(recorded(app, 'Follow Button Clicked')).toEqual([{ content_id: 'podcast' }]));
    expect(recorded(app, 'Moved to Library')).toEqual([]);
    expect(app.messaging.events.map(({ name }) => name)).toContain('Follow Button Clicked');
  });

  test('no save that failed', async () => {
    const { user, app } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
    });
    app.api.faults.failNext('favorites.saveContent', 'server');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    expect(recorded(app, 'Moved to Library')).toEqual([]);
  });
});

describe('the search records', () => {
  test('which result was opened', async () => {
    const { user, app } = await renderScreen('/search-results?q=evening', {
      items: ['Evening Rain', 'Evening Walk'].map((name) =>
        title({ id: contentId(name.slice(8).toLowerCase()), title: name, categories: ['Rest'] }),
      ),
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('link', { name: 'Evening Walk' }));
    await screen.findByRole('heading', { level: 1, name: 'Evening Walk' });
    expect(recorded(app, 'Search Result Clicked')).toEqual([
      { term: 'evening', content_id: 'walk', position: 2 },
    ]);
  });
});

test('the account page says that the browser asks not to be tracked', async () => {
  const { app } = await renderScreen('/account', {
    items: [QUIET_MIND],
    listener: SUBSCRIBER,
    before: (harness) => harness.get(PrivacyState).setBrowserObjects(true),
  });
  expect(await screen.findByText(/^Your browser asks not to be tracked/)).toBeVisible();
  expect(app.analytics.events).toEqual([]);
});

describe('the home page records', () => {
  test('that chance was asked', async () => {
    const { user, app } = await renderScreen('/', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await user.click(await screen.findByRole('button', { name: 'Ask the Universe' }));
    await region('Player');
    expect(recorded(app, 'Ask the Universe Used')).toEqual([{ content_id: 'quiet-mind' }]);
  });
});

describe('the offer records', () => {
  test('that it was shown, and closed without a plan', async () => {
    const { user, app } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: FREE_LISTENER,
    });
    await user.click(await screen.findByRole('button', { name: 'See plans' }));
    const offer = await dialog('Unlock every audio now!');
    expect(recorded(app, 'Onboarding - Subscribe - Show')).toHaveLength(1);
    expect(recorded(app, 'Onboarding - Subscribe - X out')).toHaveLength(0);
    await user.click(offer.getByRole('button', { name: 'Close' }));
    expect(recorded(app, 'Onboarding - Subscribe - X out')).toHaveLength(1);
  });

  test('the plan whose link was used', async () => {
    const { user, app } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: FREE_LISTENER,
    });
    await user.click(await screen.findByRole('button', { name: 'See plans' }));
    await user.click((await dialog('Unlock every audio now!')).getByRole('link', { name: /^Monthly/ }));
    expect(recorded(app, 'Onboarding - Subscribe - Tap Start Subscription Button')).toEqual([
      { plan: 'Monthly' },
    ]);
  });
});

describe('the sign-in records', () => {
  test('the first use of each control, and the sign-in', async () => {
    const { user, app } = await renderScreen('/login', {
      before: ({ api }) => {
        api.content.user = SUBSCRIBER;
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), EMAIL);
    await user.type(screen.getByLabelText('Password'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await screen.findByRole('link', { name: 'Hi, Ada' });
    const names = app.analytics.events.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      'Onboarding - Sign In - Tap Email',
      'Onboarding - Sign In - Tap Password',
      'Onboarding - Sign In - Tap Sign In button',
      'Signed In',
    ]);
    expect(recorded(app, 'Onboarding - Sign In - Tap Password')).toEqual([{ visible: false }]);
    expect(recorded(app, 'Signed In')).toEqual([{ method: 'password' }]);
    expect(app.analytics.user.id).toBe(SUBSCRIBER.id);
  });

  test('the links to a new password and from a new account to the sign-in (ANA-7, ANA-13)', async () => {
    const { user, app } = await renderScreen('/login', {});
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { level: 1 });
    expect(recorded(app, 'Onboarding - Sign In - Tap Forgot Password')).toEqual([{}]);
    await user.click(await screen.findByRole('link', { name: 'Create Free Account' }));
    expect(recorded(app, 'Onboarding - Sign Up - Tap Sign In button')).toEqual([]);
    const [header] = await screen.findAllByRole('link', { name: 'Sign In' });
    if (header === undefined) throw new Error('There is no link to the sign-in.');
    await user.click(header);
    expect(recorded(app, 'Onboarding - Sign Up - Tap Sign In button')).toEqual([{}]);
  });
});

describe('a listener who opts out', () => {
  test('is recorded no more, until the choice is taken back', async () => {
    const { user, app } = await renderScreen('/account', { items: [QUIET_MIND], listener: SUBSCRIBER });
    const share = await screen.findByRole('switch', { name: 'Share how I use this app', checked: true });
    await user.click(share);
    expect((await region('Privacy')).getByText('Not shared from this browser')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Hark Home' }));
    await user.click(await screen.findByRole('button', { name: 'Ask the Universe' }));
    await region('Player');
    expect(app.analytics.events).toEqual([]);

    await user.click(screen.getByRole('link', { name: 'Hi, Ada' }));
    await user.click(await screen.findByRole('switch', { name: 'Share how I use this app', checked: false }));
    await user.click(screen.getByRole('link', { name: 'Hark Home' }));
    await user.click(await screen.findByRole('button', { name: 'Ask the Universe' }));
    await waitFor(() => expect(recorded(app, 'Ask the Universe Used')).toHaveLength(1));
  });
});
