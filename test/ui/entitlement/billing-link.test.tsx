import { fireEvent, screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import type { Profile } from '../../../src/domain/account/user.ts';
import { FREE_LISTENER, QUIET_MIND } from '../../application/titles.ts';
import { dialog } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

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
