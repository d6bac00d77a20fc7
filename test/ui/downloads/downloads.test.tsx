import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import fc from 'fast-check';
import { setTranslation } from 'audio-streaming-translations/translate';
import { MemoryOfflineApp } from '../../../src/adapters/memory/memory-platform.ts';
import { DOWNLOAD_MESSAGES, DownloadsState } from '../../../src/application/downloads/downloads-state.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { requireSession } from '../../../src/ui/routes/guards.ts';
import { loadDetail } from '../../../src/ui/screens/catalogue/detail/load-detail.ts';
import type { Services } from '../../../src/ui/services.ts';
import { downloading } from '../../application/downloads/listener.ts';
import { CONFIGURATION, EMAIL, PASSWORD } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, type ScreenOptions, dialog, region, tile } from '../render-screen.tsx';
import type { DownloadStatus } from '../../../src/domain/downloads/download.ts';
import {
  announcement,
  controlName,
  percentOf,
  sizeInWords,
} from '../../../src/ui/screens/downloads/words.ts';

/** A configuration without a mobile app. */
const WITHOUT_APP = { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } };

const open = async (path: string, options: ScreenOptions = {}) =>
  renderScreen(path, {
    items: [QUIET_MIND, LONG_BOOK],
    listener: SUBSCRIBER,
    ...options,
    ports: { configuration: WITHOUT_APP, ...options.ports },
  });

const main = async () => within(await screen.findByRole('main'));

const button = async (name: string | RegExp) => (await main()).findByRole('button', { name });

describe('the button on the page of a title', () => {
  test('shows the progress, then that the title is downloaded, and removes it (DOWN-51)', async () => {
    const { user, app } = await open('/audios/quiet-mind');
    const download = await button('Download');
    await user.click(download);
    expect(await button('Downloading 0%')).toBe(download);
    await app.passes(0.25);
    expect(await button(/^Downloading [1-9]\d%$/)).toBe(download);
    await app.passes(10);
    expect(await button('Downloaded')).toBe(download);
    await user.click(download);
    await user.click(await screen.findByRole('menuitem', { name: 'Remove download', hidden: true }));
    expect(await button('Download')).toBe(download);
  });

  test('is beside the stored cover if the cover cannot be fetched (DOWN-56)', async () => {
    const covered = { ...QUIET_MIND, imageUrl: '/cover.png' };
    const { user, app } = await open('/audios/quiet-mind', { items: [covered] });
    await user.click(await button('Download'));
    await app.passes(10);
    await button('Downloaded');
    const stored = app.get(DownloadsState).coverOf(covered.id);
    if (stored === null) throw new Error('The cover was not stored.');
    const covers = () =>
      Array.from(document.querySelectorAll('main img'), (image) => image.getAttribute('src'));
    expect(covers()).not.toContain(stored);
    const [image] = document.querySelectorAll('main img');
    if (image === undefined) throw new Error('The page has no cover.');
    fireEvent.error(image);
    await waitFor(() => expect(covers()).toContain(stored));
  });

  test('asks which chapters, and downloads only those (DOWN-55)', async () => {
    const { user, app } = await open('/audios/long-book');
    await user.click(await button('Download'));
    const question = await dialog('What do you want to download?');
    expect(question.getByRole('radio', { name: 'All 3 chapters' })).toBeChecked();
    await user.selectOptions(question.getByRole('combobox', { name: 'From' }), '2. Chapter 2');
    expect(question.getByRole('radio', { name: 'Some chapters' })).toBeChecked();
    await user.click(question.getByRole('button', { name: 'Download' }));
    await app.passes(20);
    await button('Downloaded');
    const { downloads } = await app.services.openDownloads();
    expect(downloads.find(LONG_BOOK.id)?.tracks.map(({ id }) => id)).toEqual(['long-book_2', 'long-book_3']);
  });
});

describe('while the app itself is not stored (DOWN-90)', () => {
  test('a whole title shows that something is missing, and can be removed', async () => {
    const app = new MemoryOfflineApp(false);
    app.store = async () => new Promise(() => undefined);
    const { user, app: page } = await open('/audios/quiet-mind', { ports: { offlineApp: app } });
    await user.click(await button('Download'));
    await page.passes(10);
    await user.click(await button('Downloading 99%'));
    await user.click(await screen.findByRole('menuitem', { name: 'Go to downloads', hidden: true }));
    expect(await (await main()).findByText('Storing the app itself')).toBeVisible();
    await user.click(await button('Remove Quiet Mind'));
    await user.click((await dialog('Remove “Quiet Mind”?')).getByRole('button', { name: 'Remove' }));
    await (await main()).findByText(/listen on a plane/);
  });

  test.each(['app-full', 'app-blocked'] as const)('the list says why: %s', async (reason) => {
    const app = new MemoryOfflineApp(false);
    app.refusal = reason;
    const { user, app: page } = await open('/audios/quiet-mind', { ports: { offlineApp: app } });
    await user.click(await button('Download'));
    await page.passes(10);
    await button('Download');
    await user.click(await screen.findByRole('link', { name: 'Library' }));
    await user.click(await (await main()).findByRole('link', { name: 'Downloads' }));
    expect(await (await main()).findByText(DOWNLOAD_MESSAGES[reason])).toBeVisible();
  });
});

describe('the page of downloads', () => {
  test('says what it is for while it is empty (DOWN-57)', async () => {
    await open('/downloads');
    expect(await (await main()).findByText(/listen on a plane/)).toBeVisible();
    expect((await main()).getByRole('link', { name: 'Find something to take along' })).toHaveAttribute(
      'href',
      '/',
    );
  });

  test('lists titles with their size, and removes one or all after a question (DOWN-57)', async () => {
    const { user, app } = await open('/downloads');
    const { downloadAudio } = await app.services.openDownloads();
    await downloadAudio.download(QUIET_MIND);
    await downloadAudio.download(LONG_BOOK);
    expect(await (await main()).findByRole('progressbar', { name: 'Download of Long Book' })).toBeVisible();
    await app.passes(30);
    expect(await (await tile('Quiet Mind')).findByText('1 MB')).toBeVisible();
    expect(await (await tile('Long Book')).findByText('3 MB · 3 chapters')).toBeVisible();
    expect(await (await region('Storage')).findByText(/left$/)).toHaveTextContent('4 MB used · 996 MB left');

    await user.click((await tile('Quiet Mind')).getByRole('button', { name: 'Remove Quiet Mind' }));
    const question = await dialog('Remove “Quiet Mind”?');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(await tile('Quiet Mind')).toBeDefined();
    await user.click((await tile('Quiet Mind')).getByRole('button', { name: 'Remove Quiet Mind' }));
    await user.click((await dialog('Remove “Quiet Mind”?')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Quiet Mind' })).toBeNull());
    expect((await main()).getByText('Quiet Mind was removed.')).toHaveAttribute('role', 'status');

    await user.click((await main()).getByRole('button', { name: 'Remove all downloads' }));
    await user.click((await dialog('Remove all downloads?')).getByRole('button', { name: 'Remove all' }));
    expect(await (await main()).findByText(/listen on a plane/)).toBeVisible();
  });

  test('asks the browser once to keep the files, and says what it promised (DOWN-58)', async () => {
    const { user, app } = await open('/downloads');
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    const storage = await region('Storage');
    await user.click(await storage.findByRole('button', { name: 'Keep my downloads' }));
    expect(
      await storage.findByText('This browser keeps your downloads until you remove them.'),
    ).toBeVisible();
    expect(storage.queryByRole('button', { name: 'Keep my downloads' })).toBeNull();
  });

  test('does not ask the browser again after it has refused to keep the files (DOWN-86)', async () => {
    const { user, app } = await open('/downloads');
    app.downloadFiles.refusesToKeep = true;
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(10);
    const storage = await region('Storage');
    await user.click(await storage.findByRole('button', { name: 'Keep my downloads' }));
    expect(await storage.findByText(/did not promise it/)).toHaveAttribute('role', 'status');

    await user.click((await tile('Quiet Mind')).getByRole('link', { name: 'Quiet Mind' }));
    await user.click(await button('Downloaded'));
    await user.click(await screen.findByRole('menuitem', { name: 'Go to downloads', hidden: true }));
    expect(await (await region('Storage')).findByText(/did not promise it/)).toBeVisible();
    expect((await region('Storage')).queryByRole('button', { name: 'Keep my downloads' })).toBeNull();
  });

  test('stops a download, and continues it where it was (DOWN-63)', async () => {
    const { user, app } = await open('/downloads');
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(0.25);
    const row = await tile('Quiet Mind');
    await user.click(row.getByRole('button', { name: 'Stop the download of Quiet Mind' }));
    await app.passes(10);
    expect(await row.findByText('Stopped')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Continue the download of Quiet Mind' }));
    await app.passes(10);
    expect(await row.findByText('1 MB')).toBeVisible();
    const [begun, continued] = app.downloadFiles.starts;
    expect([begun, continued]).toEqual([0, 500_000]);
  });

  test('turns the removal of heard episodes on (DOWN-58)', async () => {
    const { user, app } = await open('/downloads');
    const toggle = await (
      await region('Storage')
    ).findByRole('switch', { name: 'Remove downloads when heard' });
    await user.click(toggle);
    await waitFor(() => expect(toggle).toBeChecked());
    expect((await app.services.openDownloads()).downloads.removesHeard).toBe(true);
  });

  test('says on every page that the storage is full, and tries again (DOWN-52)', async () => {
    const { user, app } = await open('/downloads', {
      before: ({ downloadFiles }) => downloadFiles.leaveRoom(10),
    });
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(5);
    expect(await screen.findByRole('alert')).toHaveTextContent(DOWNLOAD_MESSAGES.full);
    expect((await tile('Quiet Mind')).getByText(DOWNLOAD_MESSAGES.full)).toBeVisible();
    app.downloadFiles.leaveRoom(10_000_000);
    await user.click(
      (await tile('Quiet Mind')).getByRole('button', { name: 'Try to download Quiet Mind again' }),
    );
    await app.passes(10);
    expect(await (await tile('Quiet Mind')).findByText('1 MB')).toBeVisible();
  });

  test('says that the browser stores no files (DOWN-52)', async () => {
    await open('/downloads', { before: ({ downloadFiles }) => downloadFiles.block() });
    expect(await (await main()).findByText(DOWNLOAD_MESSAGES.blocked)).toBeVisible();
  });

  test('is missing where a mobile app is configured (DOWN-54)', async () => {
    await renderScreen('/downloads', { items: [QUIET_MIND], listener: SUBSCRIBER });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });
});

describe('without the provider', () => {
  test('a page that cannot be loaded shows what was downloaded (DOWN-59)', async () => {
    const { user, app } = await open('/downloads');
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(10);
    app.api.faults.isUnreachable = true;
    await user.click(await screen.findByRole('link', { name: 'Hark Home' }));
    expect(await screen.findByText(MESSAGES.browseFailed)).toBeVisible();
    const shelf = await region('Your Downloads');
    expect(shelf.getByRole('article', { name: 'Quiet Mind' })).toBeVisible();
  });

  test('the library shows what was downloaded (DOWN-59)', async () => {
    const { user, app } = await open('/downloads');
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(10);
    app.api.faults.isUnreachable = true;
    await user.click(await screen.findByRole('link', { name: 'Library' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
    const shelf = await region('Your Downloads');
    expect(shelf.getByRole('article', { name: 'Quiet Mind' })).toBeVisible();
  });

  test('home shows what was downloaded, also if most of its shelves are cached (DOWN-59)', async () => {
    const { user, app } = await open('/downloads');
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(10);
    const { faults } = app.api;
    faults.failNext('playback.activeContent', 'unreachable', 99);
    faults.failNext('catalogue.forYou', 'unreachable', 99);
    await user.click(await screen.findByRole('link', { name: 'Hark Home' }));
    const shelves = await screen.findAllByRole('region', { name: 'Your Downloads' });
    expect(shelves).toHaveLength(1);
    expect(within(shelves[0] ?? document.body).getByRole('article', { name: 'Quiet Mind' })).toBeVisible();
    expect(await region('New Releases')).toBeDefined();
  });

  test('the shelf has only what plays now (DOWN-3, DOWN-59)', async () => {
    const { user, app } = await open('/downloads');
    const { downloadAudio, downloads } = await app.services.openDownloads();
    await downloadAudio.download(LONG_BOOK);
    await downloadAudio.download(QUIET_MIND);
    await app.passes(20);
    downloads.setPaused(new Set([LONG_BOOK.id]));
    app.api.faults.isUnreachable = true;
    await user.click(await screen.findByRole('link', { name: 'Hark Home' }));
    const shelf = await region('Your Downloads');
    expect(shelf.getAllByRole('article')).toHaveLength(1);
    expect(shelf.getByRole('article', { name: 'Quiet Mind' })).toBeVisible();
  });

  test('the page of a downloaded title opens (DOWN-61)', async () => {
    const { user, app } = await open('/downloads');
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(10);
    app.api.faults.isUnreachable = true;
    await user.click((await tile('Quiet Mind')).getByRole('link', { name: 'Quiet Mind' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Quiet Mind' })).toBeVisible();
    expect(await (await region('Tracks')).findByRole('button', { name: 'Play Track 1' })).toBeVisible();
  });

  test('a listener with downloads does not wait for the sign-in service (DOWN-60)', async () => {
    const first = await open('/downloads');
    await (await first.app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await first.app.passes(10);
    document.body.replaceChildren();
    await first.app.passes(3600);
    first.app.pool.isUnreachable = true;
    const { address } = await open('/downloads', { beside: first.app });
    expect(await tile('Quiet Mind')).toBeDefined();
    expect(address()).toBe('/downloads');
  });

  test('shows the downloads when their code arrives late (DOWN-69)', async () => {
    let come = (): void => undefined;
    const comes = new Promise<void>((resolve) => {
      come = resolve;
    });
    await open('/downloads', {
      change: (services) => ({
        ...services,
        openDownloads: async () => comes.then(services.openDownloads),
      }),
    });
    // The loader of the page waits for three seconds.
    await screen.findByText('Your downloads are loading.', {}, { timeout: 8_000 });
    come();
    expect(await screen.findByRole('link', { name: 'Find something to take along' })).toBeVisible();
  }, 20_000);

  describe('a page does not wait long for code that does not load (DOWN-69)', () => {
    /** The services of a page that has lost the network before the code of downloads had loaded. */
    const servicesWithoutCode = async (): Promise<Services> => {
      const app = downloading({ items: [QUIET_MIND] });
      await app.auth.signIn({ email: EMAIL, password: PASSWORD });
      await app.passes(7200);
      app.pool.isUnreachable = true;
      app.api.faults.isUnreachable = true;
      return { ...app.services, openDownloads: async () => new Promise<never>(() => undefined) };
    };

    const pages: readonly [string, (services: Services) => Promise<string>][] = [
      [
        'the guard sends to the sign-in page',
        async (services) =>
          requireSession(services, { href: '/library' }).then(
            () => 'stays',
            () => 'sign-in',
          ),
      ],
      [
        'the page of a title says that it cannot be loaded',
        async (services) => {
          const loaded = await loadDetail(services, QUIET_MIND.id, new AbortController().signal);
          return loaded.ok ? 'title' : loaded.error.kind;
        },
      ],
    ];

    test.each(pages)('%s', async (_what, open) => {
      const services = await servicesWithoutCode();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      let outcome = 'waits';
      const opening = async () => {
        outcome = await open(services);
      };
      void opening();
      await vi.advanceTimersByTimeAsync(2_900);
      expect(outcome).toBe('waits');
      await vi.advanceTimersByTimeAsync(200);
      expect(outcome).toMatch(/^(sign-in|unreachable)$/);
    });
  });

  test('a title that is not downloaded says why it does not play (DOWN-62)', async () => {
    const { user, app } = await open('/trending');
    const play = await (await tile('Quiet Mind')).findByRole('button', { name: 'Play Quiet Mind' });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    app.api.faults.isUnreachable = true;
    await user.click(play);
    const player = await region('Player');
    expect(await player.findByText('You are offline, and this is not downloaded')).toBeVisible();
  });
});

describe('an amount of bytes in words (DOWN-50)', () => {
  test.each([
    [0, '0 kB'],
    [999, '1 kB'],
    [45_300_000, '45 MB'],
    [9_960_000, '10 MB'],
    [999_600_000, '1.0 GB'],
    [1_240_000_000, '1.2 GB'],
    [2_000_000_000_000, '2.0 TB'],
    [5e18, '5000000 TB'],
  ])('%d is %s', (bytes, words) => {
    expect(sizeInWords(bytes)).toBe(words);
  });

  test.each([
    ['de', 45_300_000, '45 MB'],
    ['de', 1_240_000_000, '1,2 GB'],
    ['fr', 999_600_000, '1,0 Go'],
    ['ar', 0, '0 كيلوبايت'],
  ])('in %s, %d is %s (LANG-7)', (language, bytes, words) => {
    setTranslation({ language, catalogue: {} });
    onTestFinished(() => setTranslation({ language: 'en', catalogue: {} }));
    expect(sizeInWords(bytes).replaceAll(/\s/gu, ' ')).toBe(words);
  });
});

const LOADING = fc
  .option(fc.double({ min: 0, max: 1, noNaN: true }))
  .map((part): DownloadStatus => ({ kind: 'loading', part }));

describe('the control of a download (DOWN-51)', () => {
  test('is named Download, then by its progress, then Downloaded', () => {
    const statuses: readonly DownloadStatus[] = [
      { kind: 'none' },
      { kind: 'waiting' },
      { kind: 'loading', part: null },
      { kind: 'loading', part: 0.4 },
      { kind: 'storing-app' },
      { kind: 'downloaded' },
      { kind: 'paused' },
      { kind: 'failed', reason: 'full' },
      { kind: 'stopped' },
    ];
    expect(statuses.map(controlName)).toEqual([
      'Download',
      'Downloading 0%',
      'Downloading 0%',
      'Downloading 40%',
      'Downloading 99%',
      'Downloaded',
      'Downloaded',
      'Download',
      'Download',
    ]);
  });

  test('never says 100% while something is missing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (part) => {
        expect(percentOf(part)).toBeLessThan(100);
      }),
    );
  });
});

describe('what a screen reader announces (DOWN-53)', () => {
  test('names at most five steps of a download, in their order', () => {
    const said = Array.from({ length: 1001 }, (_, step) =>
      announcement('Quiet Mind', { kind: 'loading', part: step / 1000 }),
    );
    expect([...new Set(said)]).toEqual([
      'Downloading Quiet Mind: 0%',
      'Downloading Quiet Mind: 25%',
      'Downloading Quiet Mind: 50%',
      'Downloading Quiet Mind: 75%',
      'Downloading Quiet Mind: 100%',
    ]);
  });

  test('always names the title', () => {
    fc.assert(
      fc.property(LOADING, (status) => {
        expect(announcement('Quiet Mind', status)).toContain('Quiet Mind');
      }),
    );
  });
});
