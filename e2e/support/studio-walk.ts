import { expect, type Page, test } from '@playwright/test';
import { PSEUDO } from 'audio-streaming-translations/languages';
import { configure } from './configuration.ts';
import { ContentWords } from './content-words.ts';
import { OwnStudio } from './own-studio.ts';
import { PUBLIC_FEED } from './studio-states.ts';
import { press, type Screen, speak, type Step, walkThrough } from './walk.ts';

/*
 * The walk through the studio. The provider and the person are real; what few providers have is sent instead of what this one has.
 */

/** A studio for the tests of a file, whose pages move nothing by themselves. */
export function studioOfFile(start: (studio: OwnStudio) => Promise<void>): OwnStudio {
  const studio = new OwnStudio();
  test.use({ serviceWorkers: 'block', reducedMotion: 'reduce', actionTimeout: 20_000 });
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    await start(studio);
  });
  test.afterAll(() => studio.stop());
  return studio;
}

type Fields = Readonly<Record<string, unknown>>;

/** What the provider says in sentences, or by words of its own. The studio translates it. */
const SAID: readonly string[] = ['action', 'detail', 'device', 'error', 'message', 'reason'];

/** What is the same in each language: names of formats and files, and examples. */
const NAMES = [
  'AAC|CSV|FLAC|GB|Hark|Hark Studio|MB|MP3|OPML|Opus|PDF|SRT|TTML|UTC|WebVTT|WMA',
  'olga|pia|lena|Parish|Phone in the kitchen|/Audio|Enter|pt-BR|program.exe|FEED_NETWORKS',
  'https://example.org/feed.xml|https://name:password@example.org/feed.xml|wren@example.org',
  'npm run admin -- import --accept-missing',
  'Mon|Tue|Wed|Thu|Fri|Sat|Sun|Firefox|Linux|Safari|iPhone|Brazilian Portuguese|Fiction, Nature|Sea, Summer',
  'Ann Author, Maximiliana Featherstonehaugh-Cholmondeley|client_max_body_size|nginx',
  'Interrupted, a second walk along the water.mp3|First.mp3|Second.mp3|Third.mp3|Fourth.mp3',
].flatMap((names) => names.split('|'));

type Reply = { readonly status: number; readonly json: unknown };
type Change = (sent: Fields) => Fields;

/** What is sent instead of what the provider has, by method and path, such as `GET members`. */
export class Sent {
  private readonly replies = new Map<string, Reply>();
  private readonly changes = new Map<string, Change>();

  constructor(private readonly content: ContentWords) {}

  async watch(page: Page): Promise<void> {
    await page.route(/\/api\/studio\//u, async (route) => {
      const { pathname } = new URL(route.request().url());
      const call = `${route.request().method()} ${pathname.replace('/api/studio/', '')}`;
      const reply = this.replies.get(call);
      if (reply !== undefined) return route.fulfill(reply);
      const change = this.changes.get(call);
      if (change === undefined) return route.fallback();
      const response = await route.fetch();
      const json = change(fieldsOf(await response.json()));
      this.read(json);
      return route.fulfill({ response, json });
    });
  }

  /** Sends this, until another page of the walk is opened. */
  send(call: string, json: unknown, status = 200): void {
    if (status === 200) this.read(json);
    this.replies.set(call, { status, json });
  }

  /** Changes what the provider sends. */
  change(call: string, change: Change): void {
    this.changes.set(call, change);
  }

  forget(): void {
    this.replies.clear();
    this.changes.clear();
  }

  private read(json: unknown): void {
    this.content.add(
      JSON.parse(JSON.stringify(json, (name, value: unknown) => (SAID.includes(name) ? null : value))),
    );
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The fields of a field. */
export const within = (sent: Fields, name: string): Fields => fieldsOf(sent[name]);

export type StudioStep = Step<Sent>;
export type StudioScreen = Screen<Sent>;

export const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a dialog by the button of this name. */
export const ask =
  (name: () => string): StudioStep =>
  async (page) => {
    await press(page, name());
    await expect(dialog(page)).toBeVisible();
  };

const again = async (page: Page): Promise<void> => {
  await page.reload();
  await isReady(page);
};

/** Loads the page again, and sends it these responses. */
export const sending =
  (replies: Fields): StudioStep =>
  async (page, sent) => {
    for (const [call, json] of Object.entries(replies)) sent.send(call, json);
    await again(page);
    // A response that the studio cannot read would show a failure.
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  };

/** Loads the page again, and lets these calls fail. */
export const failing =
  (calls: Readonly<Record<string, number>>): StudioStep =>
  async (page, sent) => {
    for (const [call, status] of Object.entries(calls)) sent.send(call, {}, status);
    await page.reload();
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible();
    await isReady(page);
  };

/** Loads the page of a title again, and changes what the provider sends about the title. */
export const changing =
  (change: Change): StudioStep =>
  async (page, sent) => {
    sent.change(`GET titles/${idOf(page)}`, change);
    await again(page);
    // Without the title, there is no form.
    await expect(page.getByRole('main').locator('form').first()).toBeVisible();
  };

export const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

async function isReady(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main :is([data-skeleton][aria-hidden], [aria-busy="true"])')).toHaveCount(0);
}

/** Walks through screens of the studio, as its owner. A path without a slash is the name of a title. */
export async function walkStudio(
  page: Page,
  studio: OwnStudio,
  screens: readonly StudioScreen[],
  first?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const content = new ContentWords([...NAMES, studio.origin + PUBLIC_FEED]);
  await content.watch(page);
  const sent = new Sent(content);
  await sent.watch(page);
  await configure(page, { languages: `en,ar,de,${PSEUDO}` });
  // Leaves pages with unsaved changes, about which the browser asks.
  page.on('dialog', (asking) => void asking.accept());
  await studio.open(page);
  await first?.(page);
  const addresses = await addressesOf(page, studio);
  await walkThrough(page, screens, {
    content,
    given: sent,
    without: [],
    go: async (path) => {
      sent.forget();
      // What was typed before and is not saved.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(path.startsWith('/') ? `${studio.origin}${path}` : (addresses.get(path) ?? path));
      await isReady(page);
    },
    speak: async (language) => {
      await speak(page, language, true, 'studio');
      await isReady(page);
    },
  });
}

/** The titles of the catalogue, with their addresses. */
async function addressesOf(page: Page, studio: OwnStudio): Promise<ReadonlyMap<string, string>> {
  await page.goto(`${studio.origin}/studio`);
  await isReady(page);
  const links = await page
    .getByRole('table')
    .first()
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.textContent, link instanceof HTMLAnchorElement ? link.href : ''] as const),
    );
  return new Map(links);
}
