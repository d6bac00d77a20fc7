import { ARROWS, expect, test } from '../support/language.ts';
import { OwnStudio } from '../support/own-studio.ts';

const studio = new OwnStudio();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const folders = [
    'Ann Author/Tides/1 - One {Rolf Berg}',
    'Ann Author/Tides/2 - Two {Rolf Berg}',
    'Ann Author/Tides/4 - Four {Nora Lind}',
    'Ann Author/Alone {Rolf Berg}',
    'Bob Bee/Alone, Shortened {Nora Lind}',
  ];
  await studio.startWith(folders);
});

test.afterAll(() => studio.stop());

test('a shelf: edited in the studio, sorted and filtered by keyboard, many selected, heard volume by volume', async ({
  page,
}) => {
  await studio.open(page);
  await page.getByRole('link', { name: 'Alone', exact: true }).click();
  await page.getByRole('button', { name: 'Add series' }).click();
  await page.getByRole('textbox', { name: 'Series', exact: true }).fill('Tides');
  await page.getByRole('textbox', { name: 'Number', exact: true }).fill('6');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes are saved.')).toBeVisible();

  await page.goto(`${studio.origin}/studio`);
  await page.getByRole('link', { name: 'Alone, Shortened' }).click();
  await page.getByRole('textbox', { name: 'Another edition of' }).fill('alone');
  await page.getByRole('button', { name: 'Choose Alone', exact: true }).click();
  await expect(page.getByText('This is another edition of')).toBeVisible();

  // The series says what is missing, also before the title that was just given its number.
  await page.goto(`${studio.origin}/trending`);
  await expect(page.getByRole('article', { name: 'Alone' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Alone', exact: true }).click();
  const editions = page.getByRole('navigation', { name: 'Editions' });
  await expect(editions.getByRole('link')).toHaveCount(2);
  await page.getByRole('link', { name: 'Book 6 of Tides' }).click();
  const titles = page.getByRole('region', { name: 'Titles' });
  await expect(titles.getByRole('article')).toHaveCount(4);
  await expect(titles.getByText('Book 3 is not here')).toBeVisible();
  await expect(titles.getByText('Book 5 is not here')).toBeVisible();

  // By keyboard alone. The address keeps the sort, also on the way back.
  await page.goto(`${studio.origin}/trending`);
  await page.getByRole('combobox', { name: 'Sort' }).focus();
  await page.keyboard.press('ArrowDown');
  const tiles = page.getByRole('main').getByRole('article');
  await expect(page).toHaveURL(/sort=title/u);
  await expect(tiles.getByRole('heading')).toHaveText(['Alone', 'Four', 'One', 'Two']);
  await page.getByRole('link', { name: 'Four', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Four' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/sort=title/u);
  await expect(tiles.getByRole('heading')).toHaveText(['Alone', 'Four', 'One', 'Two']);
  await page.getByRole('button', { name: 'Filter' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByRole('checkbox', { name: 'Nora Lind' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/filter\.narrator=Nora/u);
  await expect(tiles).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Four' })).toBeVisible();

  // The page remembers its filters.
  await page.goto(`${studio.origin}/trending`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(tiles).toHaveCount(4);
  for (const name of ['One', 'Two']) {
    await page.goto(`${studio.origin}/trending`);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  }
  await page.goto(`${studio.origin}/library`);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Select' }).press('Enter');
  await page.keyboard.press('Space');
  await page.keyboard.press(`Shift+${ARROWS.next}`);
  await expect(page.getByText('2 titles selected')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as finished' }).press('Enter');
  await expect(page.getByText('2 titles were marked as finished.')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Select' })).toBeFocused();

  // The next volume is offered. With autoplay, the next one starts by itself, past the one that is missing.
  await page.getByRole('button', { name: 'Play One', exact: true }).click();
  const player = page.getByRole('region', { name: 'Player', exact: true });
  const next = page.getByRole('group', { name: 'Next in series' });
  await expect(next).toContainText('Next in Tides: Two', { timeout: 30_000 });
  await player.getByRole('switch', { name: 'Autoplay' }).click();
  await next.getByRole('button', { name: 'Play Two' }).click();
  await expect(player).toContainText('Four', { timeout: 30_000 });
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});
