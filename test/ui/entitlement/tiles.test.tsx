import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { ALWAYS, instant } from '../../../src/domain/time.ts';
import { CONFIGURATION } from '../../harness.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { dialog, region, tile } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

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
