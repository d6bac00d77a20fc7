import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import { authorId, contentId, ContentType } from '../../../src/domain/catalogue/content.ts';

import { PODCAST, QUIET_MIND, SUBSCRIBER, title } from '../../application/titles.ts';
import { renderScreen, region, tile } from '../render-screen.tsx';

const COLLECTION = title({
  id: contentId('collection'),
  title: 'Slow Mornings',
  type: ContentType.CURATED_COLLECTION,
});
const INES = { id: authorId('ines'), name: 'Ines Odum', imageUrl: null };

describe('a title', () => {
  test('is saved by Save, and removed by the same button', async () => {
    const { user, app } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
    });
    const save = await screen.findByRole('button', { name: 'Save', pressed: false });
    await user.click(save);
    await waitFor(() => expect(save).toHaveAttribute('aria-pressed', 'true'));
    expect([...app.api.content.favorites]).toEqual([QUIET_MIND.id]);
    await user.click(save);
    await waitFor(() => expect(save).toHaveAttribute('aria-pressed', 'false'));
    expect([...app.api.content.favorites]).toEqual([]);
  });

  test('carries its mark on every tile (FAV-9)', async () => {
    const { user } = await renderScreen('/audios/quiet-mind', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('link', { name: 'Hark Home' }));
    const marks = await screen.findAllByRole('img', { name: 'In your favorites' });
    expect(marks.length).toBeGreaterThan(0);
  });
});

describe('the favourites', () => {
  const favorites = async (path: string) =>
    renderScreen(path, {
      listener: SUBSCRIBER,
      items: [
        { ...QUIET_MIND, isFavorite: true },
        { ...PODCAST, isFavorite: true },
        { ...COLLECTION, isFavorite: true },
        title({ id: contentId('other'), title: 'Not saved' }),
      ],
      authors: [INES],
    });

  test.each([
    ['/favorites', 'Favorite Audios', 'Quiet Mind'],
    ['/favorite-podcasts', 'Favorite Podcasts', 'Podcast'],
    ['/favorite-curated-collections', 'Favorite Curated Collections', 'Slow Mornings'],
  ])('%s lists its own kind alone', async (path, heading, name) => {
    await favorites(path);
    const list = await region(heading);
    expect(await list.findByRole('article', { name })).toBeVisible();
    expect(list.getAllByRole('article')).toHaveLength(1);
  });

  test('are one tab away from each other', async () => {
    const { user, address } = await favorites('/favorites');
    await tile('Quiet Mind');
    const tabs = screen.getByRole('navigation', { name: 'Your shelves' });
    expect(screen.getByRole('link', { name: 'Audios', current: 'page' })).toBeVisible();
    expect(tabs).toContainElement(screen.getByRole('link', { name: 'Podcasts' }));
    await user.click(screen.getByRole('link', { name: 'Podcasts' }));
    expect(await tile('Podcast')).toBeDefined();
    expect(address()).toBe('/favorite-podcasts');
  });

  test('lead to new titles when there are none', async () => {
    await renderScreen('/favorites', { items: [QUIET_MIND], listener: SUBSCRIBER });
    expect(await screen.findByText('Save an audio that you like, and find it here again.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See new releases' })).toHaveAttribute('href', '/new-releases');
  });
});

describe('an author', () => {
  test('is followed, and then among the favourite authors', async () => {
    const { user } = await renderScreen('/authors/ines', { authors: [INES], listener: SUBSCRIBER });
    const follow = await screen.findByRole('button', { name: 'Follow', pressed: false });
    await user.click(follow);
    await waitFor(() => expect(follow).toHaveAttribute('aria-pressed', 'true'));
    await user.click(screen.getByRole('link', { name: 'Library' }));
    await user.click(await screen.findByRole('link', { name: 'Authors' }));
    expect(
      await (await region('Favorite Authors')).findByRole('link', { name: 'Ines Odum' }),
    ).toHaveAttribute('href', '/authors/ines');
  });
});
