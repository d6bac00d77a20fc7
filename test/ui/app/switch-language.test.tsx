import { switchLanguage } from 'audio-streaming-translations/switch-language';
import { currentLanguage, setTranslation } from 'audio-streaming-translations/translate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The paths of the language files that were requested, each with a function that sends the response. */
const requests = new Map<string, () => void>();

beforeEach(() => {
  document.body.innerHTML =
    '<script id="languages" type="application/json">{"ar":["ar.json",true],"de":["de.json",true]}</script>';
  vi.stubGlobal('languageStart', { offered: ['en', 'ar', 'de'] });
  vi.stubGlobal(
    'fetch',
    async (path: string) =>
      new Promise<Response>((resolve) => {
        requests.set(path, () => resolve(Response.json({ Play: path })));
      }),
  );
});

afterEach(() => {
  requests.clear();
  document.body.innerHTML = '';
  localStorage.clear();
  setTranslation({ language: 'en', catalogue: {} });
});

const sendTexts = (language: string): void => requests.get(`/assets/${language}.json`)?.();

test.each([
  { first: 'listener', second: 'account', shown: 'de' },
  { first: 'account', second: 'listener', shown: 'ar' },
  { first: 'listener', second: 'listener', shown: 'ar' },
] as const)(
  'German by the $first, then Arabic by the $second: the page speaks $shown, whose texts may come first (LANG-9)',
  async ({ first, second, shown }) => {
    const german = switchLanguage('de', first);
    const arabic = switchLanguage('ar', second);
    sendTexts('ar');
    await Promise.resolve();
    sendTexts('de');
    expect([await german, await arabic]).toEqual(
      shown === 'de' ? ['shown', 'replaced'] : ['replaced', 'shown'],
    );
    expect([currentLanguage(), localStorage.getItem('language')]).toEqual([shown, shown]);
  },
);

test('the language of the account is shown if no choice of the listener waits for its texts (LANG-9)', async () => {
  const german = switchLanguage('de', 'listener');
  sendTexts('de');
  await german;
  const arabic = switchLanguage('ar', 'account');
  sendTexts('ar');
  expect(await arabic).toBe('shown');
  expect(currentLanguage()).toBe('ar');
});
