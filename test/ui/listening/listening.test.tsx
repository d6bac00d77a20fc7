import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, region } from '../render-screen.tsx';

const NUMBERS = {
  today: '2026-03-30',
  days: [
    { day: '2026-02-28', seconds: 1800 },
    { day: '2026-03-29', seconds: 3600 },
    { day: '2026-03-30', seconds: 300 },
  ],
  finishedBooks: 3,
  authors: [{ id: 'ines', name: 'Ines Odum', seconds: 5700 }],
  narrators: [{ id: 'rolf', name: 'Rolf Berg', seconds: 300 }],
};

test('the page shows time by day, month and year, and the account page leads to it', async () => {
  const { user } = await renderScreen('/account', {
    listener: SUBSCRIBER,
    before: ({ listening }) => {
      listening.response = NUMBERS;
    },
  });
  await user.click(await screen.findByRole('link', { name: 'Show my listening' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your listening' })).toBeVisible();
  expect(screen.getByText('1 h 35 min', { selector: 'dd' })).toBeVisible();
  expect(screen.getAllByText('2 days', { selector: 'dd' })).toHaveLength(2);
  const time = await region('Time heard');
  expect(time.getByText('This is the time of the titles: an hour at 2x counts as two.')).toBeVisible();
  await user.selectOptions(time.getByRole('combobox', { name: 'Time heard by' }), 'By month');
  expect(time.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'February 202630 min',
    'March 20261 h 5 min',
  ]);
  expect((await region('Most heard authors')).getByRole('link', { name: 'Ines Odum' })).toHaveAttribute(
    'href',
    '/authors/ines',
  );
  expect((await region('Most heard narrators')).getByRole('link', { name: 'Rolf Berg' })).toHaveAttribute(
    'href',
    '/narrators/rolf',
  );
});

test('the account page shows nothing of it if the provider does not count', async () => {
  await renderScreen('/account', { listener: SUBSCRIBER });
  await region('Playback');
  expect(screen.queryByRole('region', { name: 'Listening in numbers' })).toBeNull();
});
