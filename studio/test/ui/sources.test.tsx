import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';
import type { Feed, ImportReport } from '../../src/domain/sources.ts';
import { region, renderStudio } from './render-studio.tsx';

const COUNTS = { added: 0, changed: 0, missing: 0, returned: 0, refused: 0, notes: 0 };
const REPORT: ImportReport = {
  id: '1',
  folder: '/audio',
  startedAt: null,
  endedAt: null,
  outcome: 'done',
  message: null,
  progress: null,
  counts: { ...COUNTS, added: 2, refused: 1 },
};
const FEED: Feed = {
  id: '1',
  title: 'Evening Walks',
  url: 'https://example.org/feed.xml',
  episodes: 12,
  fetchedAt: null,
  nextAt: null,
  error: 'The host answered 503.',
};

describe('the imports (STU-12)', () => {
  test('show their counts, and their lines by kind', async () => {
    const { user } = renderStudio('/studio', {
      before: (api) => {
        api.importReports = [REPORT];
        api.importReportLines = [
          { kind: 'added', path: 'a', title: 'The Beach', reason: null },
          { kind: 'refused', path: 'b.mp3', title: null, reason: 'The file is empty.' },
        ];
      },
    });
    const imports = await region('Imports');
    expect(await imports.findByText(/1 refused, 2 added/u)).toBeVisible();
    await user.click(imports.getByRole('button', { name: 'Open the report of /audio' }));
    expect(await imports.findByText('b.mp3')).toBeVisible();
    expect(imports.getByText('The file is empty.')).toBeVisible();
    await user.click(imports.getByRole('button', { name: 'Close the report of /audio' }));
    expect(imports.queryByText('b.mp3')).toBeNull();
  });

  test('follow one that is running, until it is done', async () => {
    const running: ImportReport = {
      ...REPORT,
      outcome: 'running',
      progress: { read: 1200, total: 5000 },
    };
    const { api, clock } = renderStudio('/studio', {
      before: (api) => {
        api.importReports = [running];
      },
    });
    const imports = await region('Imports');
    expect(await imports.findByText('1,200 of 5,000 files')).toBeVisible();
    expect(imports.getByRole('progressbar')).toHaveAttribute('value', '1200');
    expect(imports.getByRole('button', { name: 'Import now' })).toHaveAttribute('aria-disabled', 'true');
    api.importReports = [REPORT];
    const asked = api.calls.filter((call) => call === 'titles').length;
    clock.advance(2000);
    expect(await imports.findByText('Done')).toBeVisible();
    // The titles may have changed, so the table asks again.
    await waitFor(() => expect(api.calls.filter((call) => call === 'titles').length).toBeGreaterThan(asked));
  });

  test('that were over before they were seen running show their titles, too', async () => {
    const { user, api, clock } = renderStudio('/studio');
    const imports = await region('Imports');
    await user.click(await imports.findByRole('button', { name: 'Import now' }));
    await screen.findByText('The import has started.');
    const asked = api.calls.filter((call) => call === 'titles').length;
    api.importReports = [REPORT];
    clock.advance(2000);
    expect(await imports.findByText('Done')).toBeVisible();
    await waitFor(() => expect(api.calls.filter((call) => call === 'titles').length).toBeGreaterThan(asked));
  });

  test('start at a click, and say why they do not', async () => {
    const { user, api } = renderStudio('/studio');
    const imports = await region('Imports');
    api.failNext('startImport', { kind: 'server' });
    await user.click(imports.getByRole('button', { name: 'Import now' }));
    expect(await screen.findByText(/went wrong at the provider/u)).toBeVisible();
    await user.click(imports.getByRole('button', { name: 'Import now' }));
    expect(await screen.findByText('The import has started.')).toBeVisible();
  });
});

describe('the feeds (STU-13)', () => {
  const open = async () => {
    const rendered = renderStudio('/studio', {
      before: (api) => {
        api.storedFeeds = [FEED];
      },
    });
    const feeds = await region('Feeds');
    await feeds.findByText('Evening Walks');
    return { ...rendered, feeds };
  };

  test('show what went wrong, and are read again', async () => {
    const { user, api, feeds } = await open();
    expect(feeds.getByText('The host answered 503.')).toBeVisible();
    await user.click(feeds.getByRole('button', { name: 'Refresh Evening Walks' }));
    // Marks keep a name of right-to-left letters from turning the sentence round.
    expect(await screen.findByText(/is up to date/u)).toHaveTextContent(
      '“\u2068Evening Walks\u2069” is up to date.',
    );
    expect(api.calls).toContain('refreshFeed');
  });

  test('are added by their address, which stays if it is refused', async () => {
    const { user, api, feeds } = await open();
    const field = feeds.getByRole('textbox', { name: 'Address of a feed' });
    await user.type(field, 'example.org');
    await user.click(feeds.getByRole('button', { name: 'Add feed' }));
    expect(await feeds.findByText(/starts with http/u)).toBeVisible();
    await user.clear(field);
    await user.type(field, 'https://new.example/feed');
    api.failNext('addFeed', { kind: 'invalid', message: 'This is no feed.' });
    await user.click(feeds.getByRole('button', { name: 'Add feed' }));
    expect(await feeds.findByText('This is no feed.')).toBeVisible();
    expect(field).toHaveValue('https://new.example/feed');
    await user.click(feeds.getByRole('button', { name: 'Add feed' }));
    expect(await feeds.findByRole('button', { name: 'Refresh https://new.example/feed' })).toBeVisible();
    expect(field).toHaveValue('');
  });

  test('come from an OPML file, with a line for each, and go into one (STU-46)', async () => {
    const { user, api, feeds } = await open();
    const file = new File(['<opml/>'], 'podcasts.opml');
    const input = feeds.getByLabelText('OPML file');
    await user.upload(input, file);
    expect(await screen.findByText(/was refused/u)).toBeVisible();
    api.listed = [
      { title: 'Evening Walks', url: FEED.url },
      { title: 'Nowhere', url: '' },
      { title: 'New', url: 'https://new.example/feed' },
    ];
    await user.upload(input, file);
    const report = within(await feeds.findByRole('group', { name: 'Imported podcasts' }));
    expect(await report.findByText('3 of 3 podcasts')).toBeVisible();
    expect(
      report
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.trim())
        .toSorted(),
    ).toEqual([
      'Added: https://new.example/feed',
      'Not added: Nowhere The document has no address of it.',
      'There already: Evening Walks',
    ]);
    expect(await feeds.findByRole('button', { name: 'Refresh https://new.example/feed' })).toBeVisible();
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:podcasts');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(feeds.getByRole('button', { name: 'Export OPML' }));
    await waitFor(() => expect(saved.mock.contexts[0]).toHaveProperty('download', 'podcasts.opml'));
    vi.restoreAllMocks();
  });

  test('are removed after a question', async () => {
    const { user, feeds } = await open();
    await user.click(feeds.getByRole('button', { name: 'Remove Evening Walks' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this podcast?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await feeds.findByText(/No podcasts yet/u)).toBeVisible();
  });
});

describe('uploads (STU-14)', () => {
  const open = async () => {
    const rendered = renderStudio('/studio');
    const input = await screen.findByLabelText('Files to upload');
    if (!(input instanceof HTMLInputElement)) throw new Error('The input is missing');
    await rendered.user.upload(input, [
      new File(['12345678'], 'one.mp3'),
      new File(['1'], 'two.mp3'),
      new File(['1'], 'three.mp3'),
      new File(['1'], 'four.mp3'),
    ]);
    return { ...rendered, uploads: within(await screen.findByRole('group', { name: 'Uploads' })) };
  };

  test('send a few files at a time, and show how far each has come', async () => {
    const { files, uploads } = await open();
    expect(files.started.map(({ path }) => path)).toEqual(['one.mp3', 'two.mp3', 'three.mp3']);
    files.started[0]?.events.progressed(4);
    await waitFor(() =>
      expect(uploads.getByRole('progressbar', { name: 'Progress of one.mp3' })).toHaveAttribute('value', '4'),
    );
    files.started[0]?.events.done();
    expect(await uploads.findByText('1 of 4 files uploaded')).toBeVisible();
    expect(files.started.map(({ path }) => path)).toContain('four.mp3');
  });

  test('of a refused file say why; an interrupted one is sent again', async () => {
    const { user, files, uploads } = await open();
    files.started[0]?.events.failed({ message: 'This is no audio file.', isRefused: true });
    files.started[1]?.events.failed({ message: 'The connection was lost.', isRefused: false });
    expect(await uploads.findByText('This is no audio file.')).toBeVisible();
    expect(uploads.queryByRole('button', { name: 'Retry one.mp3' })).toBeNull();
    await user.click(uploads.getByRole('button', { name: 'Retry two.mp3' }));
    expect(files.started.filter(({ path }) => path === 'two.mp3').length).toBe(2);
    await user.click(uploads.getByRole('button', { name: 'Clear finished' }));
    expect(uploads.queryByText('one.mp3')).toBeNull();
    expect(uploads.getByText('two.mp3')).toBeVisible();
  });

  test('are cancelled, and the next file begins', async () => {
    const { user, files, uploads } = await open();
    await user.click(uploads.getByRole('button', { name: 'Cancel one.mp3' }));
    expect(files.started[0]?.isCancelled).toBe(true);
    expect(uploads.queryByText('one.mp3')).toBeNull();
    await waitFor(() => expect(files.started.map(({ path }) => path)).toContain('four.mp3'));
  });
});
