import { afterEach, beforeEach, expect, test } from 'vitest';
import { screen } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import type { Catalogue } from 'audio-streaming-translations/translate';
import { tellFailedStart } from '../../../src/start/failed-start.ts';

tellFailedStart();

beforeEach(() => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.replaceChildren(root);
});

afterEach(() => {
  delete window.languageStart;
  document.body.replaceChildren();
});

function failIn(language: string, catalogue: Promise<Catalogue> | null): void {
  document.documentElement.lang = language;
  window.languageStart = { language, offered: ['en', 'de'], catalogue };
  const script = document.createElement('script');
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
}

test('a page that cannot be loaded says so in English at once (APP-55)', () => {
  failIn('en', null);
  expect(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('it says so in the language of the page (APP-55, LANG-2)', async () => {
  failIn('de', Promise.resolve(catalogueOf('de', 'app').catalogue));
  expect(
    await screen.findByRole('heading', { name: 'Diese Seite konnte nicht geladen werden' }),
  ).toBeVisible();
  expect(document.documentElement.lang).toBe('de');
});

test('it says so in English, and names English, if the texts cannot be had either (APP-55, LANG-2)', async () => {
  failIn('de', Promise.reject(new TypeError('no texts')));
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});
