import { screen, waitFor, within } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH } from 'audio-streaming-translations/languages';
import { setTranslation, t } from 'audio-streaming-translations/translate';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { bookmarkId } from '../../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { CONFIGURATION, type Harness } from '../../harness.ts';
import { aBookmarkOf } from '../../application/stored-positions.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, type ScreenOptions, dialog, region } from '../render-screen.tsx';

/** A host without a mobile app: the browser has the bookmarks. */
const WITHOUT_APP = {
  ports: { configuration: { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } } },
} as const;

const OTHER = aBookmarkOf({
  id: bookmarkId('page-1.2'),
  audio: contentId('quiet-mind'),
  page: contentId('quiet-mind'),
  contentId: contentId('quiet-mind'),
  track: trackId('quiet-mind'),
  title: 'Quiet Mind',
  trackTitle: null,
  link: { chapter: null, second: seconds(12) },
  position: seconds(12),
  note: 'Breathe out',
  createdAt: instant(0),
});

const withBookmarks = async (app: Harness): Promise<void> => {
  await app.bookmarks.save(SUBSCRIBER.id, aBookmarkOf());
  await app.bookmarks.save(SUBSCRIBER.id, OTHER);
};

const open = async (path: string, options: ScreenOptions = {}) =>
  renderScreen(path, {
    items: [LONG_BOOK, QUIET_MIND],
    listener: SUBSCRIBER,
    ...WITHOUT_APP,
    ...options,
  });

const playing = async () => {
  const rendered = await open('/audios/long-book');
  await rendered.user.click(await screen.findByRole('button', { name: 'Play Long Book' }));
  const player = await region('Player');
  await rendered.app.passes(65);
  return { ...rendered, player };
};

afterEach(() => setTranslation({ language: ENGLISH, catalogue: {} }));

test.each(['Export as Markdown', 'Export as CSV'])(
  '%s names a chapter without a title in the language of the page (CAT-56)',
  async (name) => {
    setTranslation({ language: 'de', catalogue: catalogueOf('de', 'app').catalogue });
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) made.push(file);
      return 'blob:bookmarks';
    });
    const { user } = await open('/bookmarks', { before: withBookmarks });
    await user.click(await screen.findByRole('button', { name: t(name) }));
    expect(await made[0]?.text()).toContain('Kapitel 2');
  },
);

describe('the Bookmark button', () => {
  test('adds a bookmark with a message, and the page of the title shows it', async () => {
    const { user, player, app } = await playing();
    expect(screen.queryByRole('region', { name: 'Bookmarks' })).toBeNull();
    const button = player.getByRole('button', { name: 'Bookmark' });
    expect(button).not.toHaveAttribute('aria-disabled');
    await user.click(button);
    await waitFor(() =>
      expect(player.getByText('Bookmark added at 1:05', { selector: '[role=status]' })).toBeInTheDocument(),
    );
    const list = await region('Bookmarks');
    expect(list.getByRole('button', { name: 'Play from Chapter 1, 1:05' })).toBeVisible();
    expect(app.output.isSounding).toBe(true);
  });

  test('lets the listener write a note at once, while the sound goes on', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: 'Bookmark' }));
    await user.click(await player.findByRole('button', { name: 'Add a note' }));
    const note = await dialog('Note at 1:05');
    expect(note.getByRole('textbox', { name: 'Note' })).toHaveFocus();
    await user.keyboard('The tide turns');
    await user.click(note.getByRole('button', { name: 'Save' }));
    expect(await (await region('Bookmarks')).findByText('The tide turns')).toBeVisible();
    expect(app.output.isSounding).toBe(true);
    expect(await player.findByRole('button', { name: 'Edit the note' })).toBeVisible();
  });

  test('can be undone', async () => {
    const { user, player, app } = await playing();
    await user.click(player.getByRole('button', { name: 'Bookmark' }));
    await user.click(await player.findByRole('button', { name: 'Undo: remove the bookmark' }));
    await waitFor(async () =>
      expect(await app.bookmarks.list(SUBSCRIBER.id)).toEqual({ ok: true, value: [] }),
    );
  });

  test('also works by the keys B and Shift+B (with a note), which the help lists', async () => {
    const { user, app } = await playing();
    await user.keyboard('b');
    await waitFor(async () => expect(await app.bookmarks.list(SUBSCRIBER.id)).toMatchObject({ value: [{}] }));
    await app.passes(10);
    await user.keyboard('{Shift>}B{/Shift}');
    await dialog('Note at 1:15');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('?');
    const help = await dialog('Keyboard shortcuts');
    expect(help.getByText('Bookmark this second')).toBeVisible();
    expect(help.getByText('Bookmark this second, with a note')).toBeVisible();
  });

  test('opens the panel of the mobile app where there is one, and B does nothing', async () => {
    const { user, app } = await renderScreen('/audios/long-book', {
      items: [LONG_BOOK],
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('button', { name: 'Play Long Book' }));
    const player = await region('Player');
    await app.passes(5);
    await user.keyboard('b');
    const button = player.getByRole('button', { name: 'Bookmark' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    await dialog('Bookmarks live in the mobile app');
    expect(await app.bookmarks.list(SUBSCRIBER.id)).toEqual({ ok: true, value: [] });
  });
});

describe('the page of bookmarks', () => {
  test('groups them by title, newest title first', async () => {
    await open('/bookmarks', { before: withBookmarks });
    const headings = await screen.findAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Long Book', 'Quiet Mind']);
    const quiet = await region('Quiet Mind');
    expect(quiet.getByText('Breathe out')).toBeVisible();
    expect(quiet.getByRole('button', { name: 'Play from 0:12' })).toBeVisible();
    expect(
      within(screen.getByRole('navigation', { name: 'Your shelves' })).getByRole('link', {
        name: 'Bookmarks',
      }),
    ).toHaveAttribute('aria-current', 'page');
  });

  test('plays from a bookmark', async () => {
    const { user, app } = await open('/bookmarks', { before: withBookmarks });
    await user.click(await screen.findByRole('button', { name: 'Play from Chapter 2, 1:05' }));
    await waitFor(() => expect(app.output.isPlaying).toBe(true));
    await app.passes(1);
    expect([app.player.track?.id, app.output.position()]).toEqual(['long-book_2', 66]);
  });

  test('edits a note', async () => {
    const { user } = await open('/bookmarks', { before: withBookmarks });
    const quiet = await region('Quiet Mind');
    await user.click(quiet.getByRole('button', { name: 'Edit note at 0:12' }));
    const note = await dialog('Note at 0:12');
    await user.clear(note.getByRole('textbox', { name: 'Note' }));
    await user.type(note.getByRole('textbox', { name: 'Note' }), 'Breathe in');
    await user.click(note.getByRole('button', { name: 'Save' }));
    expect(await quiet.findByText('Breathe in')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps what was typed if the note could not be saved', async () => {
    const { user, app } = await open('/bookmarks', { before: withBookmarks });
    await user.click(await screen.findByRole('button', { name: 'Edit note at 0:12' }));
    const note = await dialog('Note at 0:12');
    await user.type(note.getByRole('textbox', { name: 'Note' }), ' again');
    app.bookmarks.failure = { kind: 'full' };
    await user.click(note.getByRole('button', { name: 'Save' }));
    expect(await note.findByRole('alert')).toHaveTextContent('The note could not be saved');
    expect(note.getByRole('textbox', { name: 'Note' })).toHaveValue('Breathe out again');
  });

  test('removes a bookmark, offers to undo it, and keeps the focus', async () => {
    const { user, app } = await open('/bookmarks', { before: withBookmarks });
    await user.click(await screen.findByRole('button', { name: 'Remove bookmark at 0:12' }));
    const undo = await screen.findByRole('button', { name: 'Undo: put back the bookmark at 0:12' });
    await waitFor(() => expect(undo).toHaveFocus());
    expect(await app.bookmarks.list(SUBSCRIBER.id)).toMatchObject({ value: [{ title: 'Long Book' }] });
    await user.click(undo);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Play from 0:12' })).toHaveFocus());
    expect(await app.bookmarks.list(SUBSCRIBER.id)).toMatchObject({ value: [{}, {}] });
  });

  test('finds a bookmark among many', async () => {
    const { user } = await open('/bookmarks', {
      before: async (app) => {
        await withBookmarks(app);
        for (let at = 0; at < 8; at += 1) {
          await app.bookmarks.save(
            SUBSCRIBER.id,
            aBookmarkOf({ id: bookmarkId(`many-${at}`), position: seconds(at) }),
          );
        }
      },
    });
    await user.type(await screen.findByRole('searchbox', { name: 'Find in bookmarks' }), 'breathe');
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1));
    expect(await region('Quiet Mind')).toBeTruthy();
    await user.type(screen.getByRole('searchbox', { name: 'Find in bookmarks' }), ' nothing');
    expect(await screen.findByText('No bookmark has these words.')).toBeVisible();
  });

  test('shares the link to the second', async () => {
    const { user } = await open('/bookmarks', { before: withBookmarks });
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: 'Share Chapter 2, 1:05' }));
    await waitFor(() => expect(copied).toHaveBeenCalledOnce());
    expect(copied.mock.calls[0]?.[0]).toContain('/audios/long-book?chapter=2&t=65');
  });

  test('without bookmarks says what they are for', async () => {
    await open('/bookmarks');
    expect(await screen.findByText(/Mark a second while you listen/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
  });

  test('is not found where a mobile app has the bookmarks', async () => {
    await renderScreen('/bookmarks', { listener: SUBSCRIBER });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });
});
