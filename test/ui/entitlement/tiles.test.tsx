import { screen, waitFor, fireEvent } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';
import { ALWAYS, instant } from '../../../src/domain/time.ts';
import { CONFIGURATION } from '../../harness.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, type ScreenOptions, dialog, region, tile } from '../render-screen.tsx';
import { FollowMembership } from '../../../src/application/entitlement/follow-membership.ts';
import type { Profile, User } from '../../../src/domain/account/user.ts';

/** The clock of these tests stands at the first of January. */
const day = (date: number) => instant(Date.UTC(2026, 0, date, 12));

const SELLS = {
  configuration: {
    ...CONFIGURATION,
    links: { ...CONFIGURATION.links, purchase: 'https://shop.invalid/buy/{content_id}' },
  },
};

describe('the tile of a title', () => {
  test('plays for a subscriber', async () => {
    const { user } = await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    const quietMind = await tile('Quiet Mind');
    await user.click(quietMind.getByRole('button', { name: 'Play Quiet Mind' }));
    expect(await (await region('Player')).findByRole('link', { name: 'Quiet Mind' })).toBeVisible();
    expect(quietMind.getByRole('button', { name: 'Pause Quiet Mind' })).toBeVisible();
  });

  test('says that a membership includes it, and opens the offer instead of playing', async () => {
    const { user, app } = await renderScreen('/trending', { items: [QUIET_MIND], listener: FREE_LISTENER });
    const quietMind = await tile('Quiet Mind');
    expect(await quietMind.findByText('Included with membership')).toBeVisible();
    expect(quietMind.queryByRole('img', { name: 'Locked' })).toBeNull();
    await user.click(quietMind.getByRole('button', { name: 'Play Quiet Mind' }));
    expect((await dialog('Unlock every audio now!')).getByRole('link', { name: /^Annual/ })).toHaveAttribute(
      'aria-current',
      'true',
    );
    expect(app.output.isPlaying).toBe(false);
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  });

  test('is locked before its window opens, and plays once it has opened', async () => {
    const soon = {
      ...QUIET_MIND,
      validity: { from: instant(Date.UTC(2026, 0, 1, 0, 1)), till: 'absent' as const },
    };
    const { app } = await renderScreen('/trending', { items: [soon], listener: SUBSCRIBER });
    const quietMind = await tile('Quiet Mind');
    expect(quietMind.getByRole('img', { name: 'Locked' })).toBeVisible();
    expect(quietMind.getByText(/^Available from/)).toBeVisible();
    expect(quietMind.queryByRole('button', { name: 'Play Quiet Mind' })).toBeNull();

    await app.passes(65);
    expect(await quietMind.findByRole('button', { name: 'Play Quiet Mind' })).toBeVisible();
    expect(quietMind.queryByRole('img', { name: 'Locked' })).toBeNull();
  });

  test('changes as soon as its sale starts, and as soon as its free window ends', async () => {
    const soon = (seconds: number) => instant(Date.UTC(2026, 0, 1, 0, 0, seconds));
    const changing = {
      ...QUIET_MIND,
      listenFreeWindow: { from: day(-1), till: soon(20) },
      discount: { price: 4.99, window: { from: soon(40), till: soon(60) } },
    };
    const { app } = await renderScreen('/trending', { items: [changing], listener: FREE_LISTENER });
    const quietMind = await tile('Quiet Mind');
    expect(await quietMind.findByText(/^Free until/)).toBeVisible();
    await app.passes(21);
    expect(await quietMind.findByText('Included with membership')).toBeVisible();
    await app.passes(20);
    expect(await quietMind.findByText('Sale')).toBeVisible();
    await app.passes(20);
    await waitFor(() => expect(quietMind.queryByText('Sale')).toBeNull());
  });

  test('says until when it is free, and plays for a free listener', async () => {
    const free = { ...QUIET_MIND, listenFreeWindow: { from: day(-1), till: day(4) } };
    const { user, app } = await renderScreen('/trending', { items: [free], listener: FREE_LISTENER });
    const quietMind = await tile('Quiet Mind');
    expect(await quietMind.findByText('Free until Sunday')).toBeVisible();
    await user.click(quietMind.getByRole('button', { name: 'Play Quiet Mind' }));
    await waitFor(() => expect(app.output.isPlaying).toBe(true));
  });

  test('plays what was bought, for good', async () => {
    const bought = {
      ...QUIET_MIND,
      isPurchased: true,
      validity: { from: 'absent', till: day(-30) } as const,
    };
    await renderScreen('/trending', { items: [bought], listener: FREE_LISTENER });
    const quietMind = await tile('Quiet Mind');
    expect(await quietMind.findByText('Purchased')).toBeVisible();
    expect(quietMind.getByRole('button', { name: 'Play Quiet Mind' })).toBeVisible();
  });

  test('shows a sale with its price, and where to buy', async () => {
    const window = { from: day(-3), till: day(20) };
    const onSale = { ...QUIET_MIND, discount: { price: 4.99, window } };
    await renderScreen('/discounted', { items: [onSale], listener: FREE_LISTENER, ports: SELLS });
    const quietMind = await tile('Quiet Mind');
    expect(await quietMind.findByText('Sale')).toBeVisible();
    expect(quietMind.getByText('$4.99 to own')).toBeVisible();
    const buy = quietMind.getByRole('link', { name: 'Buy Quiet Mind' });
    expect(buy).toHaveAttribute('href', 'https://shop.invalid/buy/quiet-mind');
    expect(buy).toHaveAttribute('target', '_blank');
  });
});

describe('the page of a title', () => {
  test('offers Buy beside Play', async () => {
    const forSale = { ...QUIET_MIND, discount: { price: 12, window: ALWAYS } };
    await renderScreen('/audios/quiet-mind', { items: [forSale], listener: FREE_LISTENER, ports: SELLS });
    expect(await screen.findByRole('link', { name: 'Buy Quiet Mind' })).toHaveAttribute(
      'href',
      'https://shop.invalid/buy/quiet-mind',
    );
    expect(screen.getByRole('button', { name: 'Play Quiet Mind' })).toBeVisible();
  });

  test('leads a free listener to the plans', async () => {
    const { user } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: FREE_LISTENER,
    });
    expect(await screen.findByText('Included with membership')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'See plans' }));
    expect(await dialog('Unlock every audio now!')).toBeDefined();
  });

  test('has no Play while the window is closed', async () => {
    const gone = { ...QUIET_MIND, validity: { from: 'absent', till: day(-30) } as const };
    await renderScreen('/audios/quiet-mind', { items: [gone], listener: SUBSCRIBER });
    expect(await screen.findByText(/^Left on/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Play Quiet Mind' })).toBeNull();
  });
});

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
  test('leads to each plan in a new tab (APP-40)', async () => {
    const { offer } = await opened();
    const annual = offer.getByRole('link', { name: /^Annual/ });
    expect(annual).toHaveAttribute('href', 'https://example.com/');
    expect(annual).toHaveAttribute('target', '_blank');
    expect(offer.getByRole('link', { name: /^Monthly/ })).not.toHaveAttribute('aria-current');
  });

  test('shows no plan without an address (ENT-41)', async () => {
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

  test('closes with a navigation (APP-17)', async () => {
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

/** The address of both plans in the configuration of the tests. */
const PLANS = 'https://example.com';

/** Opens the offer, with a double of the tab that its links open. */
async function openOffer(listener: Profile) {
  const addresses: string[] = [];
  const tab = {
    opener: window as unknown,
    close: () => undefined,
    location: { replace: (to: string) => addresses.push(to) },
  };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const rendered = await renderScreen('/audios/quiet-mind', {
    items: [QUIET_MIND],
    listener,
    before: ({ api }) => {
      api.content.user = { ...api.content.user, ...listener };
    },
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'See plans' }));
  const annual = (await dialog('Unlock every audio now!')).getByRole('link', { name: /^Annual/ });
  return { ...rendered, annual, addresses, opened, tab };
}

const OWN: Profile = { ...FREE_LISTENER, billingPages: PLANS };

test('a link to a billing page of the provider opens it with a code, in a tab without access to the app (SES-95)', async () => {
  const { user, annual, addresses, tab } = await openOffer(OWN);
  await user.click(annual);
  await vi.waitFor(() => expect(addresses).toEqual(['https://example.com/?sign_in_code=billing-code-1']));
  expect(tab.opener).toBeNull();
});

test('without a code, the page opens all the same', async () => {
  const { user, app, annual, addresses } = await openOffer(OWN);
  app.api.faults.failNext('users.billingCode', { kind: 'unreachable' });
  await user.click(annual);
  await vi.waitFor(() => expect(addresses).toEqual(['https://example.com/?sign_in_code=none']));
});

test.each([
  ['of a provider that names no pages', FREE_LISTENER],
  ['of another shop', { ...FREE_LISTENER, billingPages: 'https://example.co' }],
])('a link %s stays a plain link, and gets no code', async (_, listener) => {
  const { annual, opened, addresses } = await openOffer(listener);
  const isFollowed = fireEvent.click(annual);
  expect(isFollowed).toBe(true);
  expect(opened).not.toHaveBeenCalled();
  expect(addresses).toEqual([]);
});

test('the link is followed if the browser opens no tab', async () => {
  const { annual, opened, addresses } = await openOffer(OWN);
  opened.mockReturnValue(null);
  expect(fireEvent.click(annual)).toBe(true);
  expect(addresses).toEqual([]);
});

test('a click with a key is left to the browser', async () => {
  const { annual, opened } = await openOffer(OWN);
  expect(fireEvent.click(annual, { ctrlKey: true })).toBe(true);
  expect(opened).not.toHaveBeenCalled();
});

test('the offer turns into a welcome, whose button plays the title (ENT-63)', async () => {
  const { app, user } = await renderScreen('/audios/quiet-mind', {
    items: [QUIET_MIND],
    listener: FREE_LISTENER,
  });
  await user.click(await screen.findByRole('button', { name: 'Play Quiet Mind' }));
  const offer = await dialog('Unlock every audio now!');
  await user.click(offer.getByRole('link', { name: /^Annual/ }));
  app.api.content.user = SUBSCRIBER;
  void app.get(FollowMembership).returned(() => undefined);
  const welcome = await dialog('You are a member now');
  expect(screen.queryByRole('dialog', { name: 'Unlock every audio now!' })).toBeNull();
  await user.click(welcome.getByRole('button', { name: 'Play Quiet Mind' }));
  await waitFor(() => expect(app.player.isPlaying).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
});
