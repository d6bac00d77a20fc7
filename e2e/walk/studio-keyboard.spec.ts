import { expect, type Locator, type Page, test } from '@playwright/test';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { setTranslation, t } from 'audio-streaming-translations/translate';
import { configure } from '../support/configuration.ts';
import { studioOfFile } from '../support/studio-walk.ts';

const studio = studioOfFile((own) => own.startWith(['The Beach', 'Waves']));

/** What is wrong with the focus: it is lost, outside of the window, behind something, or without a mark. */
const faultOfFocus = async (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'the focus is lost';
    // A new page gives it to its heading to say it, and may show one of its parts.
    if (focused.matches('h1, main')) return null;
    const name = `${focused.tagName} “${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}”`;
    const box = focused.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left < 4 || bottom - top < 4) return `${name} is outside of the window`;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (above !== null && !focused.contains(above) && !above.contains(focused))
      return `${name} is behind ${above.tagName}.${above.className}`;
    // The browser itself marks the parts of a date.
    if (focused.matches('[type="datetime-local"]')) return null;
    // A field shows it at its frame.
    for (
      let each: Element | null = focused, up = 0;
      each !== null && up < 3;
      each = each.parentElement, up += 1
    ) {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return null;
    }
    return `${name} has no mark`;
  });

/** Presses a key, and looks where the focus is. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => faultOfFocus(page), `after ${key}`).toBeNull();
}

const hasFocus = async (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each === document.activeElement);

/** Goes on by Tab, or back, until the element has the focus. */
async function goTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(element).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(element)) return;
    await press(page, key);
  }
  throw new Error(`${key} does not reach it.`);
}

async function use(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await goTo(page, element, key);
  await press(page, 'Enter');
}

test('by keyboard alone in Arabic, an owner finds, edits, orders and saves, and always sees the focus (LANG-15, STU-22, STU-74)', async ({
  page,
}) => {
  test.slow();
  const evening = { name: 'Evening.mp3', mimeType: 'audio/mpeg', buffer: await mp3(tone(3, 520)) };
  await configure(page, { languages: 'en,ar' });
  await studio.open(page);
  await page.getByRole('contentinfo').locator('select').selectOption('ar');
  setTranslation({ language: 'ar', catalogue: catalogueOf('ar', 'studio').catalogue });
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const link = (name: string) => main.getByRole('link', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const saved = () => expect(main.getByText(t('All changes are saved.'))).toBeVisible();
  await expect(link('The Beach')).toBeVisible();
  await page.reload();
  await expect(link('The Beach')).toBeVisible();

  // The first page: past the header, into a dialog and out of it, and back.
  await press(page, 'Tab');
  await use(page, page.getByRole('link', { name: t('Skip to content') }), 'Shift+Tab');
  await expect(main).toBeFocused();
  await use(page, button(t('New collection')));
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await press(page, 'Escape');
  await expect(button(t('New collection'))).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await goTo(page, button(t('Upload files')));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(evening);
  await expect(link('Evening')).toBeVisible();
  const states = main.getByRole('combobox', { name: t('State'), exact: true });
  await goTo(page, states);
  await press(page, 'ArrowDown');
  await expect(states).toHaveValue('published');
  await press(page, 'ArrowUp');
  await expect(states).toHaveValue('');

  // The editor: names, the slider over the time, a question before it is left, and a save.
  await use(page, link('Evening'));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Evening');
  await expect(heading).toBeFocused();
  await goTo(page, main.getByRole('textbox', { name: t('Title'), exact: true }));
  await page.keyboard.type('مساء عند البحر');
  const authors = main.getByRole('group', { name: t('Authors') });
  await goTo(page, authors.getByRole('textbox'));
  await page.keyboard.type('آن كاتبة');
  await press(page, 'Enter');
  await use(
    page,
    authors.getByRole('button', { name: t('Remove {name}', { name: 'آن كاتبة' }) }),
    'Shift+Tab',
  );
  await expect(authors.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('آن كاتبة');
  await press(page, 'Enter');
  await use(page, authors.getByRole('button', { name: t('Use what was found') }));
  await expect(main.getByRole('group', { name: t('About the title') })).toBeFocused();
  const slider = main.getByRole('slider');
  await goTo(page, slider);
  const before = Number(await slider.inputValue());
  await press(page, 'ArrowLeft');
  expect(Number(await slider.inputValue())).toBeGreaterThan(before);
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  expect(Number(await slider.inputValue())).toBeLessThan(before);
  await use(page, link(t('Catalogue')), 'Shift+Tab');
  await expect(dialog).toBeVisible();
  await press(page, 'Escape');
  await expect(link(t('Catalogue'))).toBeFocused();
  await use(page, button(t('Save')));
  await saved();
  await use(page, button(t('Hide')), 'Shift+Tab');
  await use(page, button(t('Publish')), 'Shift+Tab');
  await expect(button(t('Hide'))).toBeFocused();
  await use(page, link(t('Catalogue')), 'Shift+Tab');

  // Makes a collection of the selected titles, and changes their order.
  for (const title of ['مساء عند البحر', 'Waves']) {
    await goTo(page, main.getByRole('checkbox', { name: t('Select {title}', { title }) }));
    await press(page, 'Space');
  }
  await use(page, button(t('Clear selection')), 'Shift+Tab');
  for (const title of ['مساء عند البحر', 'Waves']) {
    await goTo(page, main.getByRole('checkbox', { name: t('Select {title}', { title }) }));
    await press(page, 'Space');
  }
  await use(page, button(t('New collection')), 'Shift+Tab');
  await page.keyboard.type('عند البحر');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('عند البحر');
  const members = main.getByRole('list', { name: t('Titles of the collection') });
  const last = await members.locator('bdi').last().innerText();
  const up = members.getByRole('button', { name: t('Move {title} up', { title: last }) });
  await use(page, up);
  await expect(members.locator('bdi').first()).toHaveText(last);
  await expect(up).toBeFocused();
  await use(page, members.getByRole('button', { name: t('Remove {name}', { name: last }) }));
  await use(page, button(t('Save')));
  await saved();
});
