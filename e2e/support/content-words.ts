import type { Page } from '@playwright/test';
import { PSEUDO } from 'audio-streaming-translations/languages';

/** Months, days and units. The pseudo-language shows them in English, because it formats as English does (LANG-5). */
const FORMATTED =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)[a-z]*\b|\b[AP]M\b|\b[kMGT]?B\b/gu;

/** The key of an authenticator app, which is shown in groups. */
const KEY = /^(?:[A-Z2-7]{4} ?)+$/u;

/** Words that stay as they are in the pseudo-language: names of languages, names, and what a test has typed. */
const NAMES = [
  'Arabic,English,Greek,Hindi,Japanese,Portuguese,Russian,Hark,CSV,JSON,QR,My TOTP device,zzqqxx,delete',
  'Apple Podcasts,Overcast,Pocket Casts,AntennaPod,Castro',
].flatMap((names) => names.split(','));

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** Tells the words of the product from those that the provider sent: titles, names, descriptions, devices. */
export class ContentWords {
  private readonly sent = new Set<string>();
  /** All of them, one below the other. */
  private all = '';

  /** @param names further words that stay as they are */
  constructor(names: readonly string[] = []) {
    this.add([...NAMES, ...names]);
  }

  /** Reads what the provider sends. The browser may have dropped a body by the time that a test asks for it. */
  async watch(page: Page): Promise<void> {
    await page.route(/\/(?:api|pool)\//u, async (route) => {
      try {
        // Without this header, the status is not 304, so the response always has its body.
        const { 'if-none-match': _, ...headers } = route.request().headers();
        const response = await route.fetch({ headers });
        const body: unknown = await response.json().catch(() => null);
        this.add(body);
        await route.fulfill({ response });
      } catch {
        // The page has gone.
        await route.abort().catch(() => undefined);
      }
    });
  }

  /** Adds all words of a value. */
  add(value: unknown): void {
    if (typeof value === 'string') {
      const words = plain(value.replaceAll(/<[^>]+>/gu, ' '));
      if (!this.sent.has(words)) this.all += `${words}\n`;
      this.sent.add(words);
    } else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) this.add(each);
  }

  private isSent(text: string): boolean {
    return this.all.includes(plain(text));
  }

  /** True if a name of the provider is in the text. Such a text may be longer than its area. */
  hasName(text: string): boolean {
    const words = plain(text);
    const quoted = /[“„«]\u2068?…?(?<words>.+?)…?\u2069?[”“»]/u.exec(text)?.groups?.['words'] ?? text;
    return this.isSent(quoted) || [...this.sent].some((each) => each.length > 4 && words.includes(each));
  }

  /** The texts with words that nobody has translated. In a language of Latin letters they cannot be told from others. */
  untranslated(texts: readonly string[], language: string): readonly string[] {
    const own = language === PSEUDO ? unmarked : language === 'ar' ? latin : () => [];
    return texts.filter(
      (text) =>
        !KEY.test(text) &&
        own(text)
          // This comes before the names of days are removed, because a title may contain one.
          .filter((words) => !this.isSent(words))
          .map((words) => words.replaceAll(FORMATTED, '').replaceAll(/^[^A-Za-z]+|[^A-Za-z]+$/gu, ''))
          .some((words) => words !== '' && !this.isSent(words)),
    );
  }
}

const latin = (text: string): readonly string[] =>
  // What is isolated is a value.
  text.replaceAll(/\u2068[^\u2069]*\u2069/gu, '|').match(/[A-Za-z][A-Za-z'’ ,.-]*[A-Za-z]/gu) ?? [];

const unmarked = (text: string): readonly string[] =>
  text.split(/\S*[áçéğíñóšüýÁÇÉĞÍÑÓŠÜÝ~]\S*|[[\]]/u).filter((words) => /[A-Za-z]{2}/u.test(words));
