import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from '../../scripts/browser.mjs';
import { ensureTestDist } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { mp3, tone } from '../../test/server/library/support/make-audio.ts';
import { mp4 } from '../../test/server/library/support/make-mp4.ts';
import { FeedHost } from '../support/feed-host.ts';
import { OwnStudio } from '../support/own-studio.ts';

// `npm run screens:studio`: takes a picture of every page of the studio at three widths in both themes, with a library
// of files that are made here.
//   npm run screens:studio -- --out reports/screens

const WIDTHS = [390, 820, 1440] as const;
const THEMES = ['light', 'dark'] as const;
const DAY = 86_400_000;

/** Titles with author, genre, and the two colours of their covers. */
const BOOKS = [
  ['The Beach', 'Ann Author', 'Fiction', '#1d6f8a', '#f2c14e'],
  ['Waves', 'Ann Author', 'Sleep', '#12355b', '#7fb7be'],
  ['A Walk in the Rain', 'Bob Reader', 'Meditation', '#3c5a40', '#c9d8b6'],
  ['The Long Way to the Lighthouse and Back', 'Zoë Zed', 'Fiction', '#7a3b2e', '#f4e3b2'],
  ['Évening 10', 'Zoë Zed', 'Sleep', '#2b2d42', '#ef8354'],
  ['שלום', 'דן כהן', 'Meditation', '#5f0f40', '#e9c46a'],
  ['First Light', 'Bob Reader', 'Meditation', '#e07a5f', '#f2cc8f'],
  ['The Towpath', 'Ines Odum', 'Travel', '#264653', '#2a9d8f'],
] as const;

const cover = (dark: string, light: string, at: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="${dark}"/>
       <circle cx="${180 + 40 * (at % 5)}" cy="${200 + 30 * (at % 4)}" r="${90 + 10 * (at % 6)}" fill="${light}"/>
       <path d="M0 ${420 + 10 * (at % 3)} q150 -60 300 0 t300 0 v200 h-600 z" fill="${light}" opacity="0.35"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

const saved = (page: Page) => page.getByText('All changes are saved.').waitFor();
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 16);

const { values } = parseArgs({ options: { out: { type: 'string', default: inRoot('reports', 'screens') } } });
process.env['TEST_DIST'] = await ensureTestDist();
const out = values.out;
mkdirSync(out, { recursive: true });

const studio = new OwnStudio();
const host = await FeedHost.start();
const browser = await chromium.launch({ executablePath: await findBrowser(), chromiumSandbox: false });
try {
  for (const [at, [title, artist, genre, dark, light]] of BOOKS.entries()) {
    const picture = await cover(dark, light, at);
    const chapters = [0, 20, 40].map((start, part) => ({ title: `Part ${part + 1}`, start }));
    if (at % 3 === 0)
      studio.write(
        `${artist}/${title}/book.m4b`,
        mp4({ seconds: 61 + at, codec: 'aac', chapters, dialect: 'track', title, artist, picture }),
      );
    else
      studio.write(
        `${artist}/${title}/1.mp3`,
        await mp3(tone(20 + 7 * at, 200 + 20 * at), { tag: { album: title, title, artist, genre, picture } }),
      );
    studio.write(
      `${artist}/${title}/desc.txt`,
      `${title}, read by ${artist}.\n\nMade for those who like to listen before they sleep.`,
    );
  }
  studio.write('Broken/1.mp3', 'This is no sound.');
  await studio.start();
  await studio.library.admin(['feed', 'add', host.feed]);
  await arrange(await signedIn('light'));
  for (const theme of THEMES) await takePictures(await signedIn(theme), theme);
} finally {
  await browser.close();
  await host.stop();
  await studio.stop();
}

async function signedIn(theme: (typeof THEMES)[number]): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await studio.open(page);
  return page;
}

/** Gives titles windows, hides one, and makes a collection, as an owner does it. */
async function arrange(page: Page): Promise<void> {
  const open = async (title: string) => {
    await page.goto(`${studio.origin}/studio`);
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page);
  };
  await open('The Beach');
  await page.getByLabel('Available from', { exact: true }).fill(inDays(-20));
  await page.getByLabel('Available until', { exact: true }).fill(inDays(40));
  await page.getByLabel('Free from', { exact: true }).fill(inDays(3));
  await page.getByLabel('Free until', { exact: true }).fill(inDays(10));
  await page.getByLabel('Discount price in dollars').fill('4.99');
  await page.getByLabel('Discount from', { exact: true }).fill(inDays(-3));
  await page.getByLabel('Discount until', { exact: true }).fill(inDays(20));
  await save();
  await open('Waves');
  await page.getByLabel('Free from', { exact: true }).fill(inDays(-1));
  await page.getByLabel('Free until', { exact: true }).fill(inDays(6));
  await save();
  await open('First Light');
  await page.getByLabel('Available from', { exact: true }).fill(inDays(12));
  await save();
  await open('The Towpath');
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: 'Publish' }).waitFor();
  await page.goto(`${studio.origin}/studio`);
  for (const title of ['Waves', 'The Beach', 'Évening 10'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Before You Sleep');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Before You Sleep' }).waitFor();
  await page.context().close();
}

async function takePictures(page: Page, theme: string): Promise<void> {
  const shoot = async (name: string, isWhole = true): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      if (!isWhole) await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(out, `studio-${name}-${width}-${theme}.png`), fullPage: isWhole });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const visit = async (path: string, heading: string): Promise<void> => {
    await page.goto(`${studio.origin}${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const follow = async (title: string): Promise<void> => {
    await visit('/studio', 'Hark Studio');
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  await visit('/studio', 'Hark Studio');
  await page.getByRole('link', { name: 'The Beach', exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Open the report/u })
    .first()
    .click();
  await shoot('home');
  await page.getByRole('checkbox', { name: 'Select Waves' }).check();
  await page.getByLabel('Files to upload').setInputFiles([studio.write('../chosen/notes.exe', 'MZ')]);
  await page.getByText('Refused', { exact: true }).waitFor();
  await shoot('selection', false);
  await follow('The Beach');
  await shoot('title');
  // The picture of the README.
  await page.setViewportSize({ width: 1440, height: 1040 });
  const picture = await page.screenshot();
  await sharp(picture)
    .png({ palette: true })
    .toFile(join(out, `studio-readme-${theme}.png`));
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('');
  await page.getByLabel('Available until', { exact: true }).fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shoot('title-errors');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await follow('Before You Sleep');
  await shoot('collection');
  await visit('/studio/calendar', 'Calendar');
  await shoot('calendar');
  await visit('/studio/subjects', 'Subjects');
  await page.getByRole('button', { name: 'Rename Ann Author' }).click();
  await shoot('subjects');
  await visit('/studio/nowhere', 'Page not found');
  await shoot('not-found');
  await page.context().close();
}
