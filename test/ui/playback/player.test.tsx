import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { AudioOutputState } from '../../../src/application/playback/audio-output-state.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { authorId } from '../../../src/domain/catalogue/content.ts';
import { seconds } from '../../../src/domain/time.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, type ScreenOptions, dialog, region } from '../render-screen.tsx';
import { SKIP_STEP } from '../../../src/domain/playback/player.ts';

/** A subscriber plays a book of three chapters, of five minutes each. */
const playing = async (options: ScreenOptions = {}) => {
  const rendered = await renderScreen('/audios/long-book', {
    items: [LONG_BOOK, QUIET_MIND],
    listener: SUBSCRIBER,
    ...options,
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'Play Long Book' }));
  return { ...rendered, player: await region('Player') };
};

describe('the player', () => {
  test('names the chapter and the title, and leads to its page (PLAY-23)', async () => {
    const authors = ['Ines Odum', 'Bo Lind'].map((name) => ({ id: authorId(name), name }));
    const { user, player, address } = await playing({ items: [{ ...LONG_BOOK, authors }] });
    expect(player.getByText('Long Book')).toBeVisible();
    expect(player.getByRole('link', { name: 'Ines Odum, Bo Lind' })).toHaveAttribute(
      'href',
      '/audios/long-book',
    );
    await user.click(screen.getByRole('link', { name: 'Library' }));
    await screen.findByRole('heading', { level: 1, name: 'Library' });
    await user.click(player.getByRole('link', { name: 'Chapter 1' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Long Book' })).toBeVisible();
    expect(address()).toBe('/audios/long-book');
  });

  test('has no volume slider where only the device sets the volume (PLAY-72)', async () => {
    const { player, app } = await playing();
    expect(player.getByRole('slider', { name: 'Volume' })).toBeVisible();
    app.get(AudioOutputState).setVolumeControl(false);
    await waitFor(() => expect(player.queryByRole('slider', { name: 'Volume' })).toBeNull());
  });

  test('plays on another device only where there is one (PLAY-110)', async () => {
    const { player, user, app } = await playing();
    const name = 'Play on another device';
    expect(player.queryByRole('button', { name })).toBeNull();
    app.output.otherDevices.become('available');
    await user.click(await player.findByRole('button', { name, pressed: false }));
    await waitFor(() => expect(app.output.otherDevices.opened).toBe(1));
    app.output.otherDevices.become('connected');
    expect(await player.findByRole('button', { name, pressed: true })).toBeVisible();
  });

  test('seeks by a key also if the browser reports no change before the slider loses the focus (PLAY-75)', async () => {
    const { player, app } = await playing();
    const slider = player.getByRole('slider', { name: 'Seek' });
    // As in Firefox: a key sends `input`, and no `change`.
    fireEvent.input(slider, { target: { value: '42' } });
    expect(app.player.position).toBeLessThan(42);
    fireEvent.keyUp(slider, { key: 'ArrowRight' });
    await waitFor(() => expect(app.player.position).toBeGreaterThanOrEqual(42));
  });

  test('says that the audio cannot jump, and that the saved position is kept (PLAY-91)', async () => {
    const { player, app } = await playing();
    app.player.positionMissed(seconds(754));
    expect(
      await player.findByText('This audio cannot jump to 12:34. Your saved position is kept.'),
    ).toBeVisible();
  });

  test('pauses and plays', async () => {
    const { user, player, app } = await playing();
    expect(app.output.isPlaying).toBe(true);
    await user.click(player.getByRole('button', { name: 'Pause' }));
    expect(app.output.isPlaying).toBe(false);
    expect(screen.getByRole('button', { name: 'Play Long Book' })).toBeVisible();

    await user.click(player.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(app.output.isPlaying).toBe(true));
  });

  test('goes to the next chapter and back', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: 'Next track' }));
    expect(await player.findByRole('link', { name: 'Chapter 2' })).toBeVisible();
    expect(app.output.url).toContain('long-book-2.mp3');
    await user.click(player.getByRole('button', { name: 'Previous track' }));
    expect(await player.findByRole('link', { name: 'Chapter 1' })).toBeVisible();
  });

  test('ends with its chapter, unless Autoplay is on', async () => {
    const { user, player, app } = await playing({ durationOf: () => seconds(20) });
    await app.passes(21);
    expect(await player.findByRole('button', { name: 'Play' })).toBeVisible();
    expect(player.getByRole('link', { name: 'Chapter 1' })).toBeVisible();

    await user.click(player.getByRole('switch', { name: 'Autoplay', checked: false }));
    await user.click(player.getByRole('button', { name: 'Play' }));
    expect(await player.findByRole('link', { name: 'Chapter 2' })).toBeVisible();
    await app.passes(21);
    expect(await player.findByRole('link', { name: 'Chapter 3' })).toBeVisible();
    expect(app.output.isPlaying).toBe(true);
  });

  test('says no new position while the slider has the focus, until the listener moves it (PLAY-126)', async () => {
    const { player, app } = await playing();
    const slider = player.getByRole('slider', { name: 'Seek' });
    await app.passes(10);
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '0:10 of 5:00'));
    slider.focus();
    await app.passes(20);
    expect(slider).toHaveValue('30');
    expect(slider).toHaveAttribute('aria-valuetext', '0:10 of 5:00');
    fireEvent.input(slider, { target: { value: '200' } });
    expect(slider).toHaveAttribute('aria-valuetext', '3:20 of 5:00');
    fireEvent.change(slider);
    slider.blur();
    await app.passes(1);
    expect(slider).toHaveAttribute('aria-valuetext', '3:21 of 5:00');
  });

  test('names the values of Speed and Sleep after their names (PLAY-126)', async () => {
    const { player } = await playing();
    expect(player.getByRole('button', { name: 'Speed' })).toHaveAccessibleDescription('1.0x');
    expect(player.getByRole('button', { name: 'Sleep' })).toHaveAccessibleDescription('No sleep');
  });

  test('follows the slider, and offers the way back', async () => {
    const { user, player, app } = await playing();
    const slider = player.getByRole('slider', { name: 'Seek' });
    await app.passes(10);
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '0:10 of 5:00'));

    fireEvent.input(slider, { target: { value: '200' } });
    expect(slider).toHaveAttribute('aria-valuetext', '3:20 of 5:00');
    expect(app.output.position()).toBe(10);
    fireEvent.change(slider);
    expect(app.output.position()).toBe(200);

    await user.click(await player.findByRole('button', { name: 'Back to 0:10' }));
    expect(app.output.position()).toBe(10);
  });

  test('skips and rewinds by the skip step (PLAY-18)', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: `Skip ${SKIP_STEP} seconds` }));
    await user.click(player.getByRole('button', { name: `Skip ${SKIP_STEP} seconds` }));
    await user.click(player.getByRole('button', { name: `Rewind ${SKIP_STEP} seconds` }));
    expect(app.output.position()).toBe(SKIP_STEP);
  });

  test('changes the speed by its menu', async () => {
    const { user, player, app } = await playing();
    expect(player.queryByRole('menuitemradio')).toBeNull();
    await user.click(player.getByRole('button', { name: 'Speed' }));
    const menu = within(await player.findByRole('menu', { name: 'Speed' }));
    expect(menu.getAllByRole('menuitemradio')).toHaveLength(20);
    expect(menu.getByRole('menuitemradio', { name: '1.0x', checked: true })).toHaveFocus();

    await user.click(menu.getByRole('menuitemradio', { name: '1.5x' }));
    expect(app.output.speed).toBe(1.5);
    expect(player.queryByRole('menu')).toBeNull();
    await user.click(player.getByRole('button', { name: 'Speed' }));
    expect(menu.getByRole('menuitemradio', { name: '1.5x' })).toBeChecked();
  });

  test('moves through a menu with the arrow keys', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: 'Speed' }));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(app.output.speed).toBe(1.2);
  });

  test('stops after the minutes of the sleep timer', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: 'Sleep' }));
    await user.click(player.getByRole('menuitemradio', { name: '5 minutes' }));
    expect(await player.findByText('5 min')).toBeVisible();
    await app.passes(5 * 60 + 1);
    expect(await player.findByRole('button', { name: 'Play' })).toBeVisible();
    expect(app.output.isPlaying).toBe(false);
  });

  test('lists the playlist behind Menu, and plays from it', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: 'Menu', expanded: false }));
    const queue = within(await player.findByRole('list', { name: 'In this playlist' }));
    expect(queue.getByRole('button', { name: /^Chapter 1/ })).toHaveAttribute('aria-current', 'true');
    await user.click(queue.getByRole('button', { name: /^Chapter 3/ }));
    await waitFor(() => expect(app.output.url).toContain('long-book-3.mp3'));
    expect(queue.getByRole('button', { name: /^Chapter 3/ })).toHaveAttribute('aria-current', 'true');
  });

  test('closes, and resumes at the same position', async () => {
    const { user, player, app } = await playing();
    await app.passes(20);
    await user.click(player.getByRole('button', { name: 'Close' }));
    expect(app.output.isPlaying).toBe(false);
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();

    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await region('Player');
    await waitFor(() => expect(app.output.isPlaying).toBe(true));
    expect(Math.floor(app.output.position())).toBe(20);
  });

  test('says that the sound could not be loaded', async () => {
    const { player, app } = await playing();
    app.output.failWith('unplayable');
    // The player tries once with a fresh address.
    await app.passes(0);
    app.output.failWith('unplayable');
    expect(await player.findByText(MESSAGES.loadFailed)).toBeVisible();
  });

  test('asks for a tap when the browser denies the sound', async () => {
    const { user, player, app } = await playing({
      before: ({ output }) => {
        output.deniesNextPlay = true;
      },
    });
    expect(await player.findByText('Tap to play')).toBeVisible();
    await user.click(player.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(app.output.isPlaying).toBe(true));
    expect(player.queryByText('Tap to play')).toBeNull();
  });

  test('explains that bookmarks are in the mobile app (PLAY-24)', async () => {
    const { user, player } = await playing();
    const bookmark = player.getByRole('button', { name: 'Bookmark' });
    expect(bookmark).toHaveAttribute('aria-disabled', 'true');
    await user.click(bookmark);
    const panel = await dialog('Bookmarks live in the mobile app');
    expect(panel.getByRole('link', { name: 'Get the mobile app' })).toHaveAttribute(
      'href',
      'https://example.com/',
    );
  });

  test('shows no player to a visitor (PLAY-20)', async () => {
    const { user } = await playing();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull();
  });
});

describe('the keys of the player', () => {
  test('play, skip and mute anywhere on the page', async () => {
    const { user, app } = await playing();
    screen.getByRole('main').focus();
    await user.keyboard(' ');
    expect(app.output.isPlaying).toBe(false);
    await user.keyboard('l');
    expect(app.output.position()).toBe(15);
    await user.keyboard('m');
    expect(app.output.volume).toBe(0);
  });

  test('do nothing while the listener types (PLAY-53)', async () => {
    const { user, app } = await playing();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'km');
    expect(app.output.isPlaying).toBe(true);
    expect(app.output.volume).toBe(1);
  });

  test('are listed, and can be turned off (PLAY-53)', async () => {
    const { user, app } = await playing();
    screen.getByRole('main').focus();
    await user.keyboard('?');
    const keys = await dialog('Keyboard shortcuts');
    await user.click(keys.getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.click(keys.getByRole('button', { name: 'Close' }));
    screen.getByRole('main').focus();
    await user.keyboard('k');
    expect(app.output.isPlaying).toBe(true);
  });
});
