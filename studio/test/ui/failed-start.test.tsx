import { screen } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import '../../src/start/start.ts';

test('a studio that cannot be loaded says so, in the language of the page (APP-55, LANG-2)', async () => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.replaceChildren(root);
  const { catalogue } = catalogueOf('de', 'studio');
  window.languageStart = { language: 'de', offered: ['en', 'de'], catalogue: Promise.resolve(catalogue) };
  onTestFinished(() => {
    delete window.languageStart;
    document.body.replaceChildren();
  });
  const script = document.createElement('script');
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
  expect(
    await screen.findByRole('heading', { name: 'Diese Seite konnte nicht geladen werden' }),
  ).toBeVisible();
  expect(screen.getByRole('button')).toHaveTextContent('Erneut versuchen');
});
