import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, dialog, region } from '../render-screen.tsx';

describe('the header', () => {
  test('leads a visitor to the sign-in and to a new account (APP-12)', async () => {
    const { user } = await renderScreen('/login', {});
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Library' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Create Free Account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  });

  test('opens Discover, which Escape and a choice close (APP-10, APP-11)', async () => {
    const { user, address } = await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    const discover = await screen.findByRole('button', { name: 'Discover', expanded: false });
    expect(screen.queryByRole('link', { name: 'Quick Listens' })).toBeNull();
    await user.click(discover);
    expect(discover).toHaveAttribute('aria-expanded', 'true');
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names.slice(names.indexOf('Browse All'), names.indexOf('Library'))).toEqual([
      'Browse All',
      'New Releases',
      'Trending Now',
      'Curated Collections',
      'Browse by Category',
      'Browse by Author',
      'Browse by Topic',
      'Quick Listens',
    ]);
    await user.keyboard('{Escape}');
    expect(discover).toHaveAttribute('aria-expanded', 'false');
    expect(discover).toHaveFocus();

    await user.click(discover);
    await user.click(screen.getByRole('link', { name: 'Quick Listens' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Quick Listens' })).toBeVisible();
    expect(discover).toHaveAttribute('aria-expanded', 'false');
    expect(address()).toBe('/quick-listens');
  });

  test('names the account until the name of the listener is known (APP-13)', async () => {
    await renderScreen('/trending', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
      before: ({ api }) => api.faults.failNext('users.me', 'server', 3),
    });
    expect(await screen.findByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account');
  });

  test('lets the keyboard skip to the content (APP-14)', async () => {
    const { user } = await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await user.click(await screen.findByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('a new page', () => {
  test('has its title, and its heading gets the focus (APP-5)', async () => {
    const { user } = await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await region('Trending Now');
    await waitFor(() => expect(document.title).toBe('Trending Now · Hark'));
    await user.click(screen.getByRole('link', { name: 'Library' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Library' })).toHaveFocus();
    expect(document.title).toBe('Library · Hark');
  });
});

describe('an unknown address', () => {
  test.each([
    ['a listener', SUBSCRIBER],
    ['a visitor', undefined],
  ])('says so to %s (APP-3)', async (_, listener) => {
    await renderScreen('/nowhere/at-all', { ...(listener && { listener }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse everything' })).toHaveAttribute('href', '/');
  });
});

describe('a campaign link', () => {
  test('shows the offer once, and leaves the address', async () => {
    const { address } = await renderScreen('/?subscribe', { items: [QUIET_MIND], listener: FREE_LISTENER });
    expect(await dialog('Unlock every audio now!')).toBeDefined();
    expect(address()).toBe('/');
  });
});

describe('the footer', () => {
  test('leads to help and legal texts in new tabs (APP-15)', async () => {
    await renderScreen('/login', {});
    const footer = within(await screen.findByRole('contentinfo'));
    for (const name of ['Help Desk', 'Privacy Policy', 'Terms & Conditions']) {
      const link = footer.getByRole('link', { name });
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    expect(footer.getByText('© 2026 Hark')).toBeVisible();
  });
});

describe('a network that is gone', () => {
  test('is mentioned until it is back', async () => {
    await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await region('Trending Now');
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    window.dispatchEvent(new Event('offline'));
    expect(await screen.findByText(/^You are offline\./)).toBeVisible();
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/^You are offline\./)).toBeNull());
  });
});
