import { expect, test } from './fixtures.ts';
import { BOOK, button, FIRST_CHAPTER, player } from './support/listener.ts';

test.use({ configuration: { storage: 'indexeddb' } });

test('with storage in IndexedDB: stays signed in and keeps the player after a reload', async ({
  listener,
}) => {
  const { page } = listener;
  await listener.signIn('annual@listener.test');
  await listener.play(FIRST_CHAPTER, BOOK.title);
  const at = await listener.hear(1);
  await listener.pause();
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases).toContain('store');
  await page.reload();
  expect(await listener.position()).toBeGreaterThanOrEqual(Math.floor(at) - 1);
  await page.click(button('Play', player));
  await listener.hear(1);
});
