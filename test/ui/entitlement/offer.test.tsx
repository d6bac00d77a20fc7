// Proves APP-17, APP-40, ENT-41.
import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import type { User } from '../../../src/domain/account/user.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { CONFIGURATION } from '../../harness.ts';
import { dialog, region } from '../find.ts';
import { renderScreen, type ScreenOptions } from '../render-screen.tsx';

const OFFER = 'Unlock every audio now!';

const opened = async (options: Partial<ScreenOptions> = {}) => {
  const rendered = await renderScreen('/audios/quiet-mind', {
    items: [QUIET_MIND],
    listener: FREE_LISTENER,
    ...options,
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'See plans' }));
  return { ...rendered, offer: await dialog(OFFER) };
};

describe('the offer of a membership', () => {
  test('leads to each plan in a new tab', async () => {
    const { offer } = await opened();
    const annual = offer.getByRole('link', { name: /^Annual/ });
    expect(annual).toHaveAttribute('href', 'https://example.com/');
    expect(annual).toHaveAttribute('target', '_blank');
    expect(offer.getByRole('link', { name: /^Monthly/ })).not.toHaveAttribute('aria-current');
  });

  test('shows no plan without an address', async () => {
    const links = { ...CONFIGURATION.links, monthly: null };
    const { offer } = await opened({ ports: { configuration: { ...CONFIGURATION, links } } });
    expect(offer.getByRole('link', { name: /^Annual/ })).toBeVisible();
    expect(offer.queryByText(/^Monthly/)).toBeNull();
  });

  test.each([
    [
      'its Close button',
      async ({ user, offer }: Awaited<ReturnType<typeof opened>>) =>
        user.click(offer.getByRole('button', { name: 'Close' })),
    ],
    ['Escape', async ({ user }: Awaited<ReturnType<typeof opened>>) => user.keyboard('{Escape}')],
  ])('closes with %s', async (_, close) => {
    await close(await opened());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: OFFER })).toBeNull());
  });

  test('closes with a navigation', async () => {
    const { app } = await opened();
    app.user.showOffer();
    screen.getByRole('link', { name: 'Library' }).click();
    expect(await screen.findByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: OFFER })).toBeNull();
  });
});

const withPlan = (changes: Partial<NonNullable<User['paymentDetails']>>): User => ({
  ...SUBSCRIBER,
  paymentDetails: {
    isExpired: false,
    isCanceled: false,
    isTrialing: false,
    duration: 'yearly',
    ...changes,
  },
});

describe('the membership on the account page', () => {
  test('of a free listener leads to the plans', async () => {
    const { user } = await renderScreen('/account', { listener: FREE_LISTENER });
    const membership = await region('Membership');
    expect(membership.getByText('Free')).toBeVisible();
    expect(membership.queryByRole('button', { name: 'Manage subscription' })).toBeNull();
    await user.click(membership.getByRole('button', { name: 'See plans' }));
    expect(await dialog(OFFER)).toBeDefined();
  });

  test('of a subscriber names the plan, and leads to what changes it', async () => {
    const { user } = await renderScreen('/account', { listener: withPlan({}) });
    const membership = await region('Membership');
    expect(membership.getByText('Annual')).toBeVisible();
    expect(membership.getByText('Active')).toBeVisible();
    expect(membership.queryByRole('button', { name: 'See plans' })).toBeNull();
    await user.click(membership.getByRole('button', { name: 'Manage subscription' }));
    const manage = await dialog('Manage subscription');
    expect(manage.getByRole('link', { name: /^Annual .*Your plan$/ })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await user.click(manage.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of a canceled plan that still runs says that everything stays open', async () => {
    await renderScreen('/account', { listener: withPlan({ isCanceled: true }) });
    const membership = await region('Membership');
    expect(membership.getByText('Canceled')).toBeVisible();
    expect(membership.getByText(/stays open to you until the time you paid for is over/)).toBeVisible();
    expect(membership.queryByRole('button', { name: 'See plans' })).toBeNull();
  });

  test('of a plan that has ended offers the plans again', async () => {
    await renderScreen('/account', { listener: withPlan({ isCanceled: true, isExpired: true }) });
    const membership = await region('Membership');
    expect(
      membership.getByText('Your plan has ended. A new membership opens every audio again.'),
    ).toBeVisible();
    expect(membership.getByRole('button', { name: 'See plans' })).toBeVisible();
  });
});
