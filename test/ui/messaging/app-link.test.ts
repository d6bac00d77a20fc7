// Proves MSG-32.
import { expect, test } from 'vitest';
import { appLink } from '../../../src/ui/screens/messaging/app-prompts.tsx';

test('adds the current title and position to the address of the app', () => {
  const app = 'https://example.com/app?from=web';
  expect(appLink(app, null)).toBe(app);
  const place = 'https://listen.example/audios/7?chapter=3&t=125';
  const link = new URL(appLink(app, place));
  expect(link.searchParams.get('link')).toBe(place);
  expect(link.searchParams.get('from')).toBe('web');
});
