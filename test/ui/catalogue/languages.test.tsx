import { screen, waitFor, within } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH, PSEUDO } from 'audio-streaming-translations/languages';
import { setTranslation, t } from 'audio-streaming-translations/translate';
import { afterEach, describe, expect, test } from 'vitest';
import { authorId, contentId, type ContentItem, narratorId } from '../../../src/domain/catalogue/content.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { chapterName } from '../../../src/ui/components/chapter-name.ts';
import { renderScreen, tile } from '../render-screen.tsx';

const speak = (language: string) =>
  setTranslation({ language, catalogue: catalogueOf(language, 'app').catalogue });

afterEach(() => setTranslation({ language: ENGLISH, catalogue: {} }));

const BOOK: ContentItem = {
  ...LONG_BOOK,
  categories: ['Fiction'],
  topics: ['Calm'],
  published: '1998-05-03',
  language: 'fi',
  authors: [
    { id: authorId('ines'), name: 'Ines Odum' },
    { id: authorId('jo'), name: 'Jo Ek' },
    { id: authorId('li'), name: 'Li Wu' },
  ],
  narrators: [
    { id: narratorId('rolf'), name: 'Rolf Berg' },
    { id: narratorId('ana'), name: 'Ana Lund' },
  ],
};

describe.each([
  ['de', 'Von Ines Odum, Jo Ek und Li Wu', 'Gelesen von Rolf Berg und Ana Lund', '3. Mai 1998', 'Finnisch'],
  ['es', 'De Ines Odum, Jo Ek y Li Wu', 'Narrado por Rolf Berg y Ana Lund', '3 de mayo de 1998', 'Finés'],
  ['fr', 'Par Ines Odum, Jo Ek et Li Wu', 'Lu par Rolf Berg et Ana Lund', '3 mai 1998', 'Finnois'],
  ['ar', 'تأليف Ines Odum وJo Ek وLi Wu', 'بصوت Rolf Berg وAna Lund', '3 مايو 1998', 'الفنلندية'],
])('the page of a title in %s', (language, authors, narrators, day, ofTitle) => {
  test('has lists of names, its day and its language as that language writes them (LANG-10)', async () => {
    speak(language);
    await renderScreen('/audios/long-book', { items: [BOOK], listener: SUBSCRIBER });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Long Book' });
    const header = heading.closest('header');
    const words = header?.textContent.replaceAll(/[\u2066-\u2069]/gu, '') ?? '';
    for (const expected of [authors, narrators, day, ofTitle]) expect(words).toContain(expected);
  });
});

test('an English page has commas between names, and its day in the American order (LANG-10)', async () => {
  await renderScreen('/audios/long-book', { items: [BOOK], listener: SUBSCRIBER });
  await screen.findByRole('heading', { level: 1, name: 'Long Book' });
  const words = screen.getByRole('main').textContent;
  for (const expected of [
    'By Ines Odum, Jo Ek, Li Wu',
    'Read by Rolf Berg, Ana Lund',
    'May 3, 1998',
    'Finnish',
  ])
    expect(words).toContain(expected);
});

test.each([
  ['en', ['English', 'French', 'German', 'Spanish', 'Turkish']],
  ['de', ['Deutsch', 'Englisch', 'Französisch', 'Spanisch', 'Türkisch']],
  ['fr', ['Allemand', 'Anglais', 'Espagnol', 'Français', 'Turc']],
  ['ar', ['الإسبانية', 'الألمانية', 'الإنجليزية', 'التركية', 'الفرنسية']],
])('a filter has languages in the order of their names in %s (CAT-233)', async (language, names) => {
  if (language !== ENGLISH) speak(language);
  const items = ['de', 'en', 'es', 'fr', 'tr'].map((each) => ({
    ...BOOK,
    id: contentId(each),
    language: each,
  }));
  const { user } = await renderScreen('/new-releases', { items, listener: SUBSCRIBER, arranges: true });
  await user.click(await screen.findByRole('button', { name: t('Filter') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('Filter') }));
  const group = within(dialog.getByRole('group', { name: t('Language') }));
  const shown = group.getAllByRole('checkbox').map((each) => each.closest('label')?.textContent);
  expect(shown).toEqual(names);
  // Closes the dialog before the next test.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['de', 'Kapitel 2'],
  ['es', 'Capítulo 2'],
  ['fr', 'Chapitre 2'],
  ['ar', 'الفصل 2'],
])('a chapter without a title is named in the language of the page: %s (CAT-56)', async (language, name) => {
  speak(language);
  await renderScreen('/audios/long-book', { items: [LONG_BOOK], listener: SUBSCRIBER });
  expect(await screen.findByText(name)).toBeVisible();
});

test('a chapter keeps a title that is more than a number (CAT-56)', () => {
  speak('de');
  expect(['Chapter 2: The Sea', 'chapter 2', 'Chapter two', 'Chapter 10'].map(chapterName)).toEqual([
    'Chapter 2: The Sea',
    'chapter 2',
    'Chapter two',
    'Kapitel 10',
  ]);
});

test('the rest of a started title is one sentence on its tile (LANG-10)', async () => {
  speak('de');
  const started = {
    ...QUIET_MIND,
    runTime: seconds(7500),
    progress: { position: seconds(600), chapterIndex: null },
  };
  await renderScreen('/trending', { items: [started], listener: SUBSCRIBER });
  await tile('Quiet Mind');
  expect(await screen.findByText('Weiter ·', { exact: false })).toBeVisible();
  expect(screen.getByRole('article').textContent).toContain('Weiter · noch 1 Std. 55 Min.');
});

/** The words on a page that no catalogue has, apart from `data`. */
function unmarkedWords(page: HTMLElement, data: readonly string[]): readonly string[] {
  const attributes = [...page.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'title', 'placeholder', 'aria-roledescription'].flatMap(
      (name) => element.getAttribute(name) ?? [],
    ),
  );
  const texts = [
    ...page.querySelectorAll('h1, h2, h3, p, li, a, button, label, option, summary, legend'),
  ].map(({ textContent }) => textContent);
  return [...attributes, ...texts]
    .map((words) => {
      let rest = words;
      for (let before = ''; before !== rest; rest = rest.replaceAll(/\[[^[\]]*\]/gu, '')) before = rest;
      for (const each of data) rest = rest.replaceAll(each, '');
      return rest;
    })
    .filter((rest) => /\p{L}{2}/u.test(rest));
}

const DATA = [
  ...[LONG_BOOK, QUIET_MIND, PODCAST].map(({ title }) => title),
  'Chapter',
  'Fiction',
  'Calm',
  'Ines Odum',
  'Jo Ek',
  'Li Wu',
  'Rolf Berg',
  'Ana Lund',
  // The pseudo-language has the English names of the browser.
  'May 3, 1998',
  'Finnish',
];

/** Nothing but the catalogue, without the parts of other features. */
const PAGES = [
  '/library',
  '/recently-listened',
  '/new-releases',
  '/favorite-authors',
  '/categories',
  '/topics',
  '/authors',
  '/search-results?q=zzz',
  '/search-results',
];

describe('each text comes from the catalogue (LANG-7)', () => {
  test.each([
    ...PAGES.map((path) => [path, []] as const),
    ['/trending', [BOOK, QUIET_MIND]] as const,
    ['/audios/long-book', [BOOK]] as const,
    ['/audios/podcast', [PODCAST]] as const,
  ])('on %s', async (path, items) => {
    speak(PSEUDO);
    await renderScreen(path, { items, listener: SUBSCRIBER });
    const heading = await screen.findByRole('heading', { level: 1 });
    if (items.length > 0) await screen.findAllByRole('button', { name: /^\[Plá/u });
    else expect(heading.textContent).toMatch(/^\[.*\]$/u);
    expect(unmarkedWords(screen.getByRole('main'), DATA)).toEqual([]);
  });
});

test('the title of the document follows a change of the language (APP-4, LANG-3)', async () => {
  await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
  await tile('Quiet Mind');
  await waitFor(() => expect(document.title).toMatch(/^Trending Now · /u));
  speak('de');
  await waitFor(() => expect(document.title).toMatch(/^Gerade beliebt · /u));
  speak('fr');
  await waitFor(() => expect(document.title).toMatch(/^Tendances · /u));
});

test('the notes of an episode keep their direction beside an Arabic date (LANG-10)', async () => {
  speak('ar');
  const listed = episodes(1).map((each) => ({
    ...each,
    description: 'One word.',
    publishedAt: instant(Date.UTC(2024, 6, 21, 12)),
  }));
  await renderScreen('/audios/podcast', {
    items: [PODCAST],
    episodes: new Map([[PODCAST.id, listed]]),
    listener: SUBSCRIBER,
  });
  const notes = await screen.findByText('One word.');
  expect(notes.tagName).toBe('BDI');
});
