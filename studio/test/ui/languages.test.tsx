import { screen, waitFor, within } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH } from 'audio-streaming-translations/languages';
import { setTranslation } from 'audio-streaming-translations/translate';
import { afterEach, expect, test } from 'vitest';
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

test('a change of the language shows the page in it at once, without a new check of the account (LANG-3)', async () => {
  renderStudio('/studio');
  await region('Catalogue');
  speak('de');
  await screen.findByRole('navigation', { name: 'Bereiche des Studios' });
  expect(screen.queryByRole('main')?.querySelector('[aria-busy=true]')).toBeNull();
  expect(document.title).toBe('Hark Studio');
});
