import { screen, waitFor, within } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH } from 'audio-streaming-translations/languages';
import { setTranslation } from 'audio-streaming-translations/translate';
import { afterEach, describe, expect, test } from 'vitest';
import { instant } from '../../../src/domain/time.ts';
import { aTitle } from '../contract/titles.ts';
import { region, renderStudio } from './render-studio.tsx';

const speak = (language: string) =>
  setTranslation({ language, catalogue: catalogueOf(language, 'studio').catalogue });

afterEach(() => setTranslation({ language: ENGLISH, catalogue: {} }));

test('every page has the choice of the language at its foot, also for those who may not use the studio (LANG-3)', async () => {
  renderStudio('/studio/nowhere', {
    before: (api) => {
      api.person = null;
    },
  });
  await screen.findByText('The studio is for publishers and owners. Your account has another role.');
  expect(within(screen.getByRole('contentinfo')).getByRole('combobox', { name: 'Language' })).toBeTruthy();
});

test('the page is shown in the language of the account (LANG-9)', async () => {
  const { languages } = renderStudio('/studio', { language: 'ar' });
  await region('Catalogue');
  await waitFor(() => expect(languages).toEqual(['ar']));
});

test('without a session, the account is not asked for its language (LANG-9)', async () => {
  const { account, left } = renderStudio('/studio', {
    before: (api) => api.failNext('me', { kind: 'no-session' }),
  });
  await waitFor(() => expect(left.signIns).toBe(1));
  expect(account.faults.calls).toEqual([]);
});

test('a change of the language shows the page in it at once, without a new check of the account (LANG-3)', async () => {
  renderStudio('/studio');
  await region('Catalogue');
  speak('de');
  await screen.findByRole('region', { name: 'Katalog' });
  expect(screen.getByRole('navigation', { name: 'Bereiche des Studios' })).toBeVisible();
  expect(screen.queryByRole('main')?.querySelector('[aria-busy=true]')).toBeNull();
  expect(document.title).toBe('Hark Studio');
});

const END = new Date(2020, 4, 3, 12, 30).getTime();
const BEACH = aTitle('1', 'The Beach', {
  item: {
    validity: { from: 'absent', till: instant(END) },
    discount: { price: 4.5, window: { from: instant(END - 86_400_000), till: instant(END) } },
  },
});

const plain = (words: string | null | undefined) =>
  (words ?? '').replaceAll(/[\u2066-\u2069\u200E\u200F]/gu, '').replaceAll(/[\u00A0\u202F]/gu, ' ');

describe.each([
  ['de', 'Vorschau', 'Gesperrt', 'Die Verfügbarkeit endete am 03.05.2020, 12:30.', 'Angebot, 4,50 $'],
  ['es', 'Vista previa', 'Bloqueado', 'Su disponibilidad terminó el 3 may 2020, 12:30.', 'Oferta, 4,50 US$'],
  ['fr', 'Aperçu', 'Verrouillé', 'Sa disponibilité a pris fin le 3 mai 2020, 12:30.', 'Promo, 4,50 $US'],
  ['ar', 'المعاينة', 'مقفل', 'انتهت إتاحته في 03/05/2020، 12:30 م.', 'تخفيض، 4.50 US$'],
])('the page of a title in %s', (language, preview, locked, why, sale) => {
  test('has its times and prices as that language writes them (LANG-10)', async () => {
    speak(language);
    renderStudio('/studio/titles/1', { titles: [BEACH] });
    const shown = await screen.findByRole('region', { name: preview });
    expect(plain(shown.textContent)).toContain(locked);
    expect(plain(shown.textContent)).toContain(why);
    expect(plain(shown.textContent)).toContain(sale);
  });
});

test('below a date that the browser writes in its language, it stands in that of the page (LANG-20)', async () => {
  renderStudio('/studio/titles/1', { titles: [BEACH] });
  expect(await screen.findByLabelText('Available until')).not.toHaveAccessibleDescription();
  speak('de');
  const till = await screen.findByLabelText('Verfügbar bis');
  expect(till).toHaveAccessibleDescription('03.05.2020, 12:30');
  expect(screen.getByLabelText('Verfügbar ab')).not.toHaveAccessibleDescription();
});

test('names are added with the comma and the semicolon of Arabic, too', async () => {
  const { user } = renderStudio('/studio/titles/1', { titles: [BEACH] });
  const authors = within(await screen.findByRole('group', { name: 'Authors' }));
  await user.type(authors.getByRole('textbox'), 'سلمى،');
  await user.click(authors.getByRole('textbox'));
  await user.paste('منى؛ نور');
  for (const name of ['سلمى', 'منى', 'نور'])
    expect(authors.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
});

test('each title of a collection says in German what its buttons do (STU-22)', async () => {
  speak('de');
  const [first, second] = ['The Beach', 'Waves'].map((title, at) => ({
    id: aTitle(String(at), title).id,
    title,
    type: 1 as const,
    runTime: null,
  }));
  const members = [first, second].flatMap((each) => each ?? []);
  const { user } = renderStudio('/studio/titles/c', {
    titles: [{ ...aTitle('c', 'Evening', { kind: 'collection' }), members }],
  });
  await user.click(await screen.findByRole('button', { name: 'Waves nach oben' }));
  expect(screen.getByText('Waves ist jetzt Nummer 1 von 2.')).toBeVisible();
  expect(screen.getByText('1 ungespeicherte Änderung')).toBeVisible();
});
