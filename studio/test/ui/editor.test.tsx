import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { MemoryDrafts } from '../../src/adapters/memory/memory-studio-api.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { aTitle } from '../contract/titles.ts';
import { region, renderStudio } from './render-studio.tsx';

const BEACH = aTitle('1', 'The Beach');
const TITLES = [BEACH, aTitle('2', 'Waves'), aTitle('3', 'A Walk', { state: 'hidden' })];
const COLLECTION = aTitle('c', 'For the Evening', { kind: 'collection' });

const open = async (id = '1', options: Parameters<typeof renderStudio>[1] = {}) => {
  const rendered = renderStudio(`/studio/titles/${id}`, { titles: [...TITLES, COLLECTION], ...options });
  const title = await screen.findByRole('textbox', { name: 'Title' });
  return { ...rendered, title, save: screen.getByRole('button', { name: 'Save' }) };
};
const stored = async (api: Awaited<ReturnType<typeof open>>['api'], id = '1') => {
  const title = await api.title(contentId(id));
  if (!title.ok) throw new Error(title.error.kind);
  return title.value;
};

describe('the form (STU-8)', () => {
  test('saves only what was changed', async () => {
    const { user, api, title, save } = await open();
    await user.clear(title);
    await user.type(title, 'The Long Beach');
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    await user.click(save);
    expect(await screen.findByText('All changes are saved.')).toBeVisible();
    const saved = await stored(api);
    expect([saved.item.title, saved.edited]).toEqual(['The Long Beach', ['title']]);
  });

  test('names what is wrong at the field, and saves nothing', async () => {
    const { user, api, title, save } = await open();
    await user.clear(title);
    await user.type(screen.getByRole('textbox', { name: 'Discount price in dollars' }), '4,99');
    await user.click(save);
    expect(title).toHaveAccessibleDescription('A title needs a name.');
    expect(screen.getByRole('textbox', { name: 'Discount price in dollars' })).toBeInvalid();
    expect(api.calls).not.toContain('editTitle');
  });

  test('shows what the provider refuses at its field', async () => {
    const { user, api, title, save } = await open();
    api.failNext('editTitle', { kind: 'invalid', field: 'title', message: 'must be shorter' });
    await user.type(title, '!');
    await user.click(save);
    await waitFor(() => expect(title).toHaveAccessibleDescription('must be shorter'));
    expect(title).toHaveValue('The Beach!');
  });

  test('adds and removes names', async () => {
    const { user, api, save } = await open();
    const authors = within(screen.getByRole('group', { name: 'Authors' }));
    await user.type(authors.getByRole('textbox'), 'Ann{Enter}Bob, Cy{Enter}');
    await user.click(authors.getByRole('button', { name: 'Remove Bob' }));
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect((await stored(api)).item.authors.map(({ name }) => name)).toEqual(['Ann', 'Cy']);
  });

  test('edits narrators and series; a number without a series is no series (STU-38)', async () => {
    const { user, api, save } = await open();
    const narrators = within(screen.getByRole('group', { name: 'Narrators' }));
    await user.type(narrators.getByRole('textbox'), 'Rolf Berg{Enter}');
    const add = screen.getByRole('button', { name: 'Add series' });
    for (const [at, name, sequence] of [
      ['', 'Tides', '1,5'],
      [' 2', 'Harbour', 'Ⅲ'],
      [' 3', '', '4'],
    ] as const) {
      await user.click(add);
      if (name !== '') await user.type(screen.getByRole('textbox', { name: `Series${at}` }), name);
      await user.type(screen.getByRole('textbox', { name: `Number${at}` }), sequence);
    }
    await user.click(save);
    expect(await screen.findByText('A number needs the name of its series.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove series 3' }));
    await user.click(screen.getByRole('button', { name: 'Remove Tides' }));
    await user.click(save);
    await screen.findByText('All changes are saved.');
    const { item, edited } = await stored(api);
    expect(item.narrators.map(({ name }) => name)).toEqual(['Rolf Berg']);
    expect(item.series).toMatchObject([{ name: 'Harbour', sequence: 'Ⅲ' }]);
    expect(edited).toEqual(['narrators', 'series']);
  });

  test('takes a field back to what was found (STU-11)', async () => {
    const { user, api, title, save } = await open();
    await user.type(title, '!');
    await user.click(save);
    await screen.findByText('All changes are saved.');
    await user.click(screen.getByRole('button', { name: 'Use what was found' }));
    expect(title).toHaveValue('The Beach');
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect((await stored(api)).edited).toEqual([]);
  });

  test('hides and publishes at once', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    expect(await screen.findByRole('button', { name: 'Hide' })).toBeVisible();
  });

  test('of a title that is not there says so', async () => {
    renderStudio('/studio/titles/gone', { titles: TITLES });
    expect(await screen.findByRole('alert')).toHaveTextContent('no longer there');
    expect(screen.getByRole('link', { name: 'To the catalogue' })).toBeVisible();
  });
});

test('a title is made another edition of one that is searched for, and a title of its own again (STU-40)', async () => {
  const { user, api } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Another edition of' }), 'wav');
  await user.click(await screen.findByRole('button', { name: 'Choose Waves' }));
  const group = await screen.findByRole('group', { name: 'Editions' });
  expect(await within(group).findByRole('link', { name: 'Waves' })).toHaveAttribute(
    'href',
    '/studio/titles/2',
  );
  expect((await stored(api)).editionOf?.title).toBe('Waves');
  await user.click(within(group).getByRole('button', { name: 'Make it a title of its own' }));
  await screen.findByRole('textbox', { name: 'Another edition of' });
  expect((await stored(api)).editionOf).toBeNull();
});

test('a role that was taken meanwhile ends in a sentence, and what was typed stays', async () => {
  const { user, api, title, save, left } = await open();
  await user.type(title, '!');
  api.failNext('editTitle', { kind: 'not-allowed' });
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account may not do this.');
  expect([title, left.signIns]).toEqual([expect.objectContaining({ value: 'The Beach!' }), 0]);
});

describe('a slow provider', () => {
  /** Holds edits back until the response, and counts them. */
  const held = (api: Awaited<ReturnType<typeof open>>['api']) => {
    const edit = api.editTitle.bind(api);
    let edits = 0;
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    api.editTitle = async (...parameters) => {
      edits += 1;
      await responded;
      return edit(...parameters);
    };
    return { respond, edits: () => edits };
  };

  test('is sent once, although Save is clicked twice (STU-23)', async () => {
    const { user, api } = await open();
    const { respond, edits } = held(api);
    const hide = screen.getByRole('button', { name: 'Hide' });
    await user.click(hide);
    await user.click(hide);
    expect(hide).toHaveAttribute('aria-disabled', 'true');
    respond();
    await screen.findByRole('button', { name: 'Publish' });
    expect(edits()).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('takes nothing away that is typed while it saves (STU-20)', async () => {
    const { user, api, title, save, drafts } = await open();
    const { respond } = held(api);
    await user.type(title, ' One');
    await user.click(save);
    await user.type(title, ' Two');
    respond();
    expect(await screen.findByText('1 unsaved change')).toBeVisible();
    expect(title).toHaveValue('The Beach One Two');
    expect((await stored(api)).item.title).toBe('The Beach One');
    expect(drafts.load('olga@example.org', contentId('1'))?.typed.title).toBe('The Beach One Two');
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect((await stored(api)).item.title).toBe('The Beach One Two');
  });

  test('is not told as a conflict if it was saved and only its response was lost (STU-21)', async () => {
    const { user, api, title, save } = await open();
    const edit = api.editTitle.bind(api);
    api.editTitle = async (...parameters) => {
      await edit(...parameters);
      api.editTitle = edit;
      return { ok: false, error: { kind: 'unreachable' } };
    };
    await user.type(title, '!');
    await user.click(save);
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached');
    await user.click(save);
    expect(await screen.findByText('All changes are saved.')).toBeVisible();
    expect(screen.queryByText(/has changed this title meanwhile/u)).toBeNull();
  });
});

describe('the PDF', () => {
  const PDF = new File(['%PDF-1.7'], 'notes.pdf', { type: 'application/pdf' });

  test('is added and removed, each with the version of the title (STU-37)', async () => {
    const { user, api } = await open();
    await user.upload(screen.getByLabelText('Upload PDF'), PDF);
    expect(await screen.findByText('The PDF is saved.')).toBeVisible();
    expect((await stored(api)).item.pdfUrl).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove PDF' }));
    expect(await screen.findByText('The PDF is removed.')).toBeVisible();
    expect((await stored(api)).item.pdfUrl).toBeNull();
  });

  test('is not replaced by an editor who has not seen it (STU-37)', async () => {
    const { user, api } = await open();
    const { version } = await stored(api);
    await api.setPdf(contentId('1'), version);
    await user.upload(screen.getByLabelText('Upload PDF'), PDF);
    expect(await screen.findByText(/Somebody else has changed this meanwhile/u)).toBeVisible();
    expect(await screen.findByText(/Listeners can open a PDF beside this title/u)).toBeVisible();
  });
});

describe('transcripts', () => {
  const upload = (name: string) => new File(['WEBVTT'], name);
  const transcripts = async (api: Awaited<ReturnType<typeof open>>['api']) =>
    (await stored(api)).transcripts.map(({ language, source, id }) => [language, source, id]);
  const fromFile = {
    id: 'f',
    language: 'de',
    source: 'file',
    origin: 'a.vtt',
    isTimed: true,
    isShown: false,
    chapters: [1, 2],
  } as const;
  const withFile = { titles: [{ ...BEACH, transcripts: [fromFile] }] };

  test('are uploaded, shown beside the sound, moved and removed; a refused one says why (STU-53, STU-54)', async () => {
    const { user, api } = await open();
    await user.type(screen.getByLabelText('Language of the transcript'), 'en');
    await user.upload(screen.getByLabelText('Upload transcript'), upload('a.vtt'));
    expect(await screen.findByText('The transcript is saved.')).toBeVisible();
    expect(await transcripts(api)).toEqual([['en', 'studio', '0/en']]);
    const entry = () => within(screen.getByRole('listitem', { name: 'English from the studio' }));
    await user.click(entry().getByRole('button', { name: 'Show with the sound' }));
    expect(await entry().findByRole('button', { name: 'Play from 0:01.0' })).toBeVisible();
    expect(entry().getByLabelText('The Beach', { selector: 'audio' })).toHaveAttribute(
      'src',
      'https://hark.invalid/media/audio/1.mp3',
    );
    await user.type(entry().getByLabelText('Move the times by seconds'), 'x');
    expect(entry().getByRole('alert')).toHaveTextContent('A number of seconds');
    await user.clear(entry().getByLabelText('Move the times by seconds'));
    await user.type(entry().getByLabelText('Move the times by seconds'), '-1,5');
    await user.click(entry().getByRole('button', { name: 'Move times' }));
    expect(await screen.findByText('The times are moved.')).toBeVisible();
    expect(await transcripts(api)).toEqual([['en', 'studio', '0/en-1.5']]);
    await user.click(entry().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The transcript is removed.')).toBeVisible();
    expect(await transcripts(api)).toEqual([]);
    api.failNext('setTranscript', { kind: 'invalid', message: 'It is empty.' });
    await user.upload(screen.getByLabelText('Upload transcript'), upload('b.vtt'));
    expect(await screen.findByText(/It is empty\./u)).toBeVisible();
  });

  test('of a file can be moved, but not removed here; the preview says who reads (STU-54, STU-55)', async () => {
    await open('1', withFile);
    const entry = within(screen.getByRole('listitem', { name: 'German from a file, 2 chapters' }));
    expect(entry.getByText('Another one is shown')).toBeVisible();
    expect(entry.queryByRole('button', { name: 'Remove' })).toBeNull();
    const preview = await region('Preview');
    const cells = within(preview.getByRole('table'))
      .getAllByRole('row')
      .map((row) => [row.children[0], row.children[3]].map((cell) => cell?.textContent));
    expect(cells).toEqual([
      ['Who', 'Transcript'],
      ['Visitor', 'Nothing'],
      ['Free listener', 'Nothing'],
      ['Member', 'Reads'],
      ['Buyer', 'Reads'],
    ]);
  });
});

describe('a conflict (STU-9)', () => {
  test('shows what changed elsewhere, and keeps what was typed', async () => {
    const { user, api, title, save } = await open();
    await user.type(title, ' of Mine');
    await api.editTitle(contentId('1'), '1', { title: 'Theirs', description: 'Also new' });
    await user.click(save);
    expect(await screen.findByText(/has changed this title meanwhile/u)).toBeVisible();
    expect(screen.getByText(/Title is now/u)).toHaveTextContent('Theirs');
    expect(title).toHaveValue('The Beach of Mine');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Also new');
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect((await stored(api)).item).toMatchObject({ title: 'The Beach of Mine', description: 'Also new' });
  });

  test('can take theirs', async () => {
    const { user, api, title, save } = await open();
    await user.type(title, ' of Mine');
    await api.editTitle(contentId('1'), '1', { title: 'Theirs' });
    await user.click(save);
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(title).toHaveValue('Theirs');
  });
});

describe('names that are pasted', () => {
  test('stand in lines, or are separated by commas', async () => {
    const { user } = await open();
    const authors = within(screen.getByRole('group', { name: 'Authors' }));
    await user.click(authors.getByRole('textbox'));
    await user.paste('Ann\r\nBob\tCy; Dee');
    for (const name of ['Ann', 'Bob', 'Cy', 'Dee'])
      expect(authors.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  });

  test('may be far too many: the first are shown, the others counted, and none is saved', async () => {
    const { user, api, save } = await open();
    const authors = within(screen.getByRole('group', { name: 'Authors' }));
    await user.click(authors.getByRole('textbox'));
    await user.paste(Array.from({ length: 10_000 }, (_, at) => `Name ${at}`).join('\n'));
    expect(authors.getByText(/and 9,900 more/u)).toBeVisible();
    expect(authors.getAllByRole('button', { name: /^Remove /u })).toHaveLength(101);
    await user.click(save);
    expect(authors.getByRole('textbox')).toHaveAccessibleDescription(/At most 50 authors are possible/u);
    expect(api.calls).not.toContain('editTitle');
    await user.click(authors.getByRole('button', { name: /^Remove all authors after the first 100/u }));
    expect(authors.getAllByRole('button', { name: /^Remove /u })).toHaveLength(100);
  });
});

describe('what is typed is not lost (STU-10)', () => {
  test('when the session ends: it is back after the sign-in', async () => {
    const { user, api, title, save, drafts, left } = await open();
    await user.type(title, ' again');
    api.failNext('editTitle', { kind: 'no-session' });
    await user.click(save);
    await waitFor(() => expect(left.signIns).toBe(1));
    document.body.replaceChildren();
    const back = await open('1', { drafts });
    expect(back.title).toHaveValue('The Beach again');
    expect(screen.getByText(/What you typed before is back/u)).toBeVisible();
  });

  test('when somebody leaves the page: the studio asks first', async () => {
    const { user, title, address } = await open();
    await user.type(title, '!');
    await user.click(screen.getByRole('link', { name: 'Hark Studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(title).toHaveValue('The Beach!');
    expect(address()).toBe('/studio/titles/1');
    await user.click(screen.getByRole('link', { name: 'Hark Studio' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByRole('region', { name: 'Catalogue' })).toBeVisible();
  });

  test('a saved form leaves no draft', async () => {
    const drafts = new MemoryDrafts();
    const { user, title, save } = await open('1', { drafts });
    await user.type(title, '!');
    expect(drafts.load('olga@example.org', contentId('1'))).not.toBeNull();
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect(drafts.load('olga@example.org', contentId('1'))).toBeNull();
  });
});

test('an old draft of a collection says that its titles may have changed elsewhere', async () => {
  const drafts = new MemoryDrafts();
  const first = await open('c', { drafts });
  await first.user.type(screen.getByRole('textbox', { name: 'Add titles' }), 'waves');
  await first.user.click(await screen.findByRole('button', { name: 'Add Waves' }));
  document.body.replaceChildren();
  await open('c', {
    drafts,
    titles: [...TITLES, { ...COLLECTION, version: '2' }],
  });
  expect(await screen.findByText(/titles of the collection were changed, too/u)).toBeVisible();
});

describe('the preview', () => {
  const rows = async () => {
    const preview = await region('Preview');
    return within(preview.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent));
  };

  test('says what each of the four sees and may play, live with what is typed', async () => {
    const { user } = await open();
    expect(await rows()).toEqual([
      ['Visitor', 'No mark', 'Nothing'],
      ['Free listener', 'Included with membership', 'Offers membership'],
      ['Member', 'No mark', 'Plays'],
      ['Buyer', 'No mark', 'Plays'],
    ]);
    await user.click(screen.getByRole('switch', { name: 'Free to listen at any time' }));
    expect((await rows())[1]).toEqual(['Free listener', 'No mark', 'Plays']);
  });

  test('of a hidden title shows nothing to nobody', async () => {
    await open('3');
    for (const row of await rows()) expect(row.slice(1)).toEqual(['Not shown', 'Nothing']);
  });
});

describe('a collection', () => {
  test('gets titles by search, in an order that the keyboard changes (STU-22)', async () => {
    const { user, api, save } = await open('c');
    await user.type(screen.getByRole('textbox', { name: 'Add titles' }), 'a');
    await user.click(await screen.findByRole('button', { name: 'Add Waves' }));
    await user.click(await screen.findByRole('button', { name: 'Add The Beach' }));
    await user.click(screen.getByRole('button', { name: 'Move The Beach up' }));
    expect(screen.getByText('The Beach is now number 1 of 2.')).toBeInTheDocument();
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect((await stored(api, 'c')).members?.map(({ title }) => title)).toEqual(['The Beach', 'Waves']);
    await user.click(screen.getByRole('button', { name: 'Remove Waves' }));
    await user.click(save);
    await screen.findByText('All changes are saved.');
    expect((await stored(api, 'c')).members?.map(({ title }) => title)).toEqual(['The Beach']);
  });

  test('is made in the catalogue, and opens', async () => {
    const { user, address } = renderStudio('/studio', { titles: TITLES });
    await user.click(await screen.findByRole('button', { name: 'New collection' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New collection' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByRole('textbox', { name: 'Name' })).toBeInvalid();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Morning');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(address()).toBe('/studio/titles/collection-4'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning' })).toBeVisible();
  });

  test('is deleted after a question', async () => {
    const { user, address } = await open('c');
    await user.click(screen.getByRole('button', { name: 'Delete collection' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/studio'));
  });
});

test('a public feed is turned on, and its address is shown and copied (FEED-30, STU-58)', async () => {
  const { user } = renderStudio('/studio/titles/a', { titles: [aTitle('a', 'The Beach')] });
  const sw = await screen.findByRole('switch', { name: 'Public feed' });
  expect(sw).not.toBeChecked();
  await user.click(sw);
  expect(await screen.findByText(/Everybody can add this address to a podcast app/u)).toBeVisible();
  const address = screen.getByText(/^http.*\/feeds\/a$/u).textContent;
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText('Address copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(screen.getByRole('switch', { name: 'Public feed' })).toBeChecked();
});
