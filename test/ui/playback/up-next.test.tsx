import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { UpNextState } from '../../../src/application/playback/up-next-state.ts';
import { upNextKey } from '../../../src/domain/playback/up-next.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER, title } from '../../application/titles.ts';
import { CONFIGURATION } from '../../harness.ts';
import { renderScreen, type ScreenOptions, region } from '../render-screen.tsx';

const RIVER = title({ id: contentId('river'), title: 'River' });
const NIGHT = title({ id: contentId('night'), title: 'Night', authors: [] });

const WITHOUT_APP = {
  ports: { configuration: { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } } },
};

/** A subscriber plays a book, with the player's menu open. */
const playing = async (next: readonly (typeof RIVER)[], options: ScreenOptions = {}) => {
  const rendered = await renderScreen('/audios/long-book', {
    items: [LONG_BOOK, QUIET_MIND, RIVER, NIGHT],
    listener: SUBSCRIBER,
    ...WITHOUT_APP,
    ...options,
  });
  const { user, app } = rendered;
  await user.click(await screen.findByRole('button', { name: 'Play Long Book' }));
  for (const item of next) app.get(UpNextState).addLast(item, null);
  const player = await region('Player');
  await user.click(player.getByRole('button', { name: 'Menu' }));
  return { ...rendered, player, upNext: await region('Up Next') };
};

const choose = async (
  { user }: Pick<Awaited<ReturnType<typeof playing>>, 'user'>,
  menu: string,
  action: string,
) => {
  await user.click(screen.getByRole('button', { name: `Up Next: ${menu}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

const namesIn = (upNext: Awaited<ReturnType<typeof region>>) =>
  upNext.queryAllByRole('button', { name: /^Play / }).map((button) => button.getAttribute('aria-label'));

describe('Up Next', () => {
  test('says what it is for while it is empty', async () => {
    const { upNext } = await playing([]);
    expect(upNext.getByText(/^What you want to hear after this title/)).toBeVisible();
    expect(upNext.queryByRole('button', { name: 'Clear Up Next' })).toBeNull();
  });

  test('gets a title and a chapter from the page of the title, with a confirmation (PLAY-77)', async () => {
    const page = await playing([RIVER]);
    await choose(page, 'Chapter 2', 'Play next');
    expect(await screen.findByText('Chapter 2: plays next')).toBeInTheDocument();
    await choose(page, 'Long Book', 'Add to Up Next');
    expect(await screen.findByText('Long Book: added')).toBeInTheDocument();
    // The clicks in the page have closed the player's menu.
    await page.user.click(page.player.getByRole('button', { name: 'Menu' }));
    const upNext = await region('Up Next');
    expect(namesIn(upNext)).toEqual(['Play Chapter 2', 'Play River', 'Play Long Book']);
    expect(page.app.analytics.events.map(({ name, properties }) => [name, properties])).toContainEqual([
      'Individual Audio Button Clicked Web App',
      { button: 'Play next', content_id: 'long-book' },
    ]);
  });

  test('opens the menu by keyboard, and returns the focus', async () => {
    const { user } = await renderScreen('/audios/river', {
      items: [RIVER],
      listener: SUBSCRIBER,
      ...WITHOUT_APP,
    });
    const button = await screen.findByRole('button', { name: 'Up Next: River' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Play next' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Add to Up Next' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('River: added')).toBeInTheDocument();
  });

  test('is moved with buttons that keep the focus, and each move is announced (PLAY-78)', async () => {
    const { user, upNext } = await playing([RIVER, NIGHT, QUIET_MIND]);
    const up = upNext.getByRole('button', { name: 'Move Quiet Mind up' });
    up.focus();
    await user.keyboard('{Enter}');
    expect(namesIn(upNext)).toEqual(['Play River', 'Play Quiet Mind', 'Play Night']);
    expect(upNext.getByText('Quiet Mind is now number 2 of 3.')).toBeInTheDocument();
    expect(upNext.getByRole('button', { name: 'Move Quiet Mind up' })).toHaveFocus();
    await user.click(upNext.getByRole('button', { name: 'Move River up' }));
    expect(namesIn(upNext)).toEqual(['Play River', 'Play Quiet Mind', 'Play Night']);
    expect(upNext.getByRole('button', { name: 'Move River up' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('is removed and cleared with an undo that gets the focus', async () => {
    const { user, upNext } = await playing([RIVER, NIGHT]);
    await user.click(upNext.getByRole('button', { name: 'Remove River' }));
    expect(namesIn(upNext)).toEqual(['Play Night']);
    expect(upNext.getByText('River').closest('[role=status]')).toHaveTextContent('River was removed.');
    await waitFor(() => expect(upNext.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(namesIn(upNext)).toEqual(['Play River', 'Play Night']);
    expect(screen.getByRole('region', { name: 'Up Next' })).toHaveFocus();

    await user.click(upNext.getByRole('button', { name: 'Clear Up Next' }));
    expect(namesIn(upNext)).toEqual([]);
    expect(upNext.getByText('2 titles were removed.')).toBeVisible();
    await user.click(upNext.getByRole('button', { name: 'Undo' }));
    expect(namesIn(upNext)).toEqual(['Play River', 'Play Night']);
  });

  test('plays an entry at a click, and the next one at the end of the title', async () => {
    const { user, upNext, player, app } = await playing([RIVER, NIGHT], { durationOf: () => seconds(20) });
    await user.click(upNext.getByRole('button', { name: 'Turn on Autoplay' }));
    expect(upNext.queryByRole('button', { name: 'Turn on Autoplay' })).toBeNull();
    expect(player.getByRole('switch', { name: 'Autoplay' })).toBeChecked();
    await user.click(upNext.getByRole('button', { name: 'Play Night' }));
    expect(await player.findByRole('link', { name: 'Night' })).toBeVisible();
    expect(namesIn(upNext)).toEqual(['Play River']);
    await app.passes(22);
    expect(await player.findByRole('link', { name: 'River' })).toBeVisible();
    expect(app.output.url).toContain('river.mp3');
  });

  test('shows why an entry cannot play (APP-19)', async () => {
    const { upNext, app } = await playing([]);
    app
      .get(UpNextState)
      .addLast(
        title({ id: contentId('gone'), title: 'Gone', validity: { from: 'absent', till: 'unreadable' } }),
        null,
      );
    const row = within(await upNext.findByRole('listitem'));
    expect(row.getByText('Not available right now')).toBeVisible();
  });

  test('shows that a window has closed meanwhile, and why an entry was skipped', async () => {
    const { upNext, app } = await playing([NIGHT]);
    const till = instant(app.clock.now() + 10_000);
    app.get(UpNextState).addLast({ ...RIVER, validity: { from: 'absent', till } }, null);
    expect(await upNext.findByRole('button', { name: 'Play River' })).toBeVisible();
    expect(upNext.queryByText(/^Left at/)).toBeNull();
    await app.passes(12);
    expect(await upNext.findByText(/^Left at/)).toBeVisible();
    app.get(UpNextState).skip(upNextKey(NIGHT.id, null), 'no-longer');
    expect(await upNext.findByText('No longer available')).toBeVisible();
  });
});
