import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import {
  PageReplacedError,
  type BrowserSession,
  type BrowserTab,
  type Key,
  type Point,
} from './browser-session.ts';

/** Firefox over WebDriver BiDi, and Chromium over its own protocol. */
export class PuppeteerSession implements BrowserSession {
  static async start(browserName: 'firefox' | 'chrome', program: string): Promise<PuppeteerSession> {
    const browser = await puppeteer.launch({
      browser: browserName,
      executablePath: program,
      headless: true,
      defaultViewport: VIEWPORT,
      // The pages are this project's own, and as root Chromium's sandbox refuses to start.
      args: browserName === 'chrome' ? ['--no-sandbox', '--disable-background-networking'] : [],
    });
    const problems: string[] = [];
    const [page = await browser.newPage()] = await browser.pages();
    await watch(page, problems);
    return new PuppeteerSession(browser, await browser.version(), new PuppeteerTab(page), problems);
  }

  readonly tabLimit = null;

  private constructor(
    private readonly browser: Browser,
    readonly version: string,
    readonly firstTab: BrowserTab,
    private readonly found: string[],
  ) {}

  async openTab(): Promise<BrowserTab> {
    const page = await this.browser.newPage();
    await watch(page, this.found);
    return new PuppeteerTab(page);
  }

  async problems(): Promise<readonly string[]> {
    return this.found;
  }

  async end(): Promise<void> {
    await this.browser.close();
  }
}

const VIEWPORT = { width: 1400, height: 800 };

/** Collects console errors and warnings, uncaught errors, and violations of the page's policy. */
async function watch(page: Page, problems: string[]): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  // The console protocols do not carry violations in every browser. So the page writes them there.
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      // oxlint-disable-next-line no-console -- the driver reads the console
      console.error(`The Content Security Policy (${effectiveDirective}) blocked ${blockedURI}`);
    });
  });
}

class PuppeteerTab implements BrowserTab {
  constructor(private readonly page: Page) {}

  async open(address: string): Promise<void> {
    await this.page.goto(address, { waitUntil: 'load' });
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'load' });
  }

  async address(): Promise<string> {
    // The router changes the address without loading a document.
    return this.page.evaluate(() => location.href);
  }

  async evaluate<Args extends unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value> {
    try {
      return (await this.page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`)) as Value;
    } catch (error) {
      if (/context was destroyed|cannot find context|no such (?:frame|realm)/iu.test(String(error)))
        throw new PageReplacedError(String(error), { cause: error });
      throw error;
    }
  }

  async runScript(source: string): Promise<void> {
    await this.page.evaluate(source);
  }

  async mouse([first, ...others]: readonly [Point, ...Point[]]): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(first.x, first.y);
    await mouse.down();
    for (const { x, y } of others) await mouse.move(x, y, { steps: 5 });
    await mouse.up();
  }

  async press(key: Key): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async activate(): Promise<void> {
    await this.page.bringToFront();
  }
}
