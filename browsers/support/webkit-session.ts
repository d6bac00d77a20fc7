import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Builder, Capabilities, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver';
import {
  type BrowserSession,
  type BrowserTab,
  type Key,
  PageReplacedError,
  type Point,
} from './browser-session.ts';

/**
 * Runs in the page before all other scripts. Records errors, warnings and violations of the policy, also those of
 * earlier pages of this tab. WebDriver cannot read the console, and WebKit prints nothing in a private session.
 */
function recordProblems(): void {
  const name = 'recorded-problems';
  const problems = JSON.parse(sessionStorage.getItem(name) ?? '[]') as string[];
  Reflect.set(globalThis, name, problems);
  const note = (problem: string): void => {
    problems.push(problem);
    sessionStorage.setItem(name, JSON.stringify(problems));
  };
  const inWords = (value: unknown): string =>
    Object(value) === value && !(value instanceof Error) ? JSON.stringify(value) : String(value);
  for (const level of ['error', 'warn'] as const) {
    const write = console[level];
    console[level] = (...values: readonly unknown[]) => {
      note(`${level}: ${values.map(inWords).join(' ')}`);
      Reflect.apply(write, console, values);
    };
  }
  addEventListener('error', ({ message }) => note(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    note(`The Content Security Policy (${effectiveDirective}) blocked ${blockedURI}`),
  );
}

/** Adds the recording to a page. The provider allows inline scripts of its own page. */
export const withRecording = (html: string): string =>
  html.replace(
    '<head>',
    () => `<head><script type="text/javascript">(${String(recordProblems)})();</script>`,
  );

/** What was recorded in a tab so far. */
const recordedProblems = async (tab: BrowserTab): Promise<readonly string[]> =>
  tab.evaluate(() => (Reflect.get(globalThis, 'recorded-problems') ?? []) as readonly string[]);

const DRIVER_LIMIT_MS = 20_000;
const START_LIMIT_MS = 40_000;
const KEYS: Record<Key, string> = {
  ArrowRight: Keys.ARROW_RIGHT,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
};

/** The window is larger than the viewport by the toolbar of MiniBrowser. */
const WINDOW = { x: 0, y: 0, width: 1400, height: 880 };

/** WebKitGTK's MiniBrowser by its own WebDriver. */
export class WebKitSession implements BrowserSession {
  /**
   * @param driver path of WebKitWebDriver
   * @param program path of MiniBrowser
   */
  static async start(driver: string, program: string): Promise<WebKitSession> {
    const port = await freePort();
    const child = spawn(driver, [`--port=${port}`, '--host=local'], { stdio: 'ignore' });
    // A driver that hangs ends here, and the start fails.
    const limit = setTimeout(() => child.kill(), START_LIMIT_MS);
    try {
      const server = `http://127.0.0.1:${port}`;
      await untilReady(server);
      const web = await new Builder()
        .usingServer(server)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': {
              binary: program,
              args: ['--automation'],
            },
          }),
        )
        .build();
      await web.manage().window().setRect(WINDOW);
      const capabilities = await web.getCapabilities();
      const version = `WebKitGTK ${String(capabilities.get('browserVersion'))}`;
      return new WebKitSession(web, child, version, await WebKitTab.current(web));
    } catch (error) {
      child.kill();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  readonly tabLimit =
    'The second page is a window and no tab. The driver leaves a new tab in the background, where the mouse does not reach it.';

  private readonly tabs: BrowserTab[];

  private constructor(
    private readonly web: WebDriver,
    private readonly driver: ChildProcess,
    readonly version: string,
    readonly firstTab: BrowserTab,
  ) {
    this.tabs = [firstTab];
  }

  async openTab(): Promise<BrowserTab> {
    // The driver leaves a new tab in the background, where the mouse does not reach it.
    await this.web.switchTo().newWindow('window');
    await this.web.manage().window().setRect(WINDOW);
    const tab = await WebKitTab.current(this.web);
    this.tabs.push(tab);
    return tab;
  }

  async problems(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const tab of this.tabs) {
      await tab.activate();
      problems.push(...(await recordedProblems(tab)));
    }
    return problems;
  }

  async end(): Promise<void> {
    try {
      await this.web.quit();
    } finally {
      const ended = once(this.driver, 'exit');
      if (this.driver.kill()) await ended;
    }
  }
}

class WebKitTab implements BrowserTab {
  static async current(web: WebDriver): Promise<WebKitTab> {
    return new WebKitTab(web, await web.getWindowHandle());
  }

  private constructor(
    private readonly web: WebDriver,
    private readonly handle: string,
  ) {}

  async open(address: string): Promise<void> {
    await this.web.get(address);
  }

  async reload(): Promise<void> {
    await this.web.navigate().refresh();
  }

  async address(): Promise<string> {
    return this.web.getCurrentUrl();
  }

  async evaluate<Args extends unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value> {
    try {
      return await this.web.executeScript<Value>(`return (${String(work)}).apply(null, arguments);`, ...args);
    } catch (error) {
      if (/could not parse script result/iu.test(String(error)))
        throw new PageReplacedError(String(error), { cause: error });
      throw error;
    }
  }

  async runScript(source: string): Promise<void> {
    await this.web.executeScript(source);
  }

  async mouse([first, ...others]: readonly [Point, ...Point[]]): Promise<void> {
    const actions = this.web.actions({ async: true });
    const at = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT });
    await actions
      .move({ ...at(first), duration: 0 })
      .press()
      .perform();
    for (const point of others) {
      await this.web
        .actions({ async: true })
        .move({ ...at(point), duration: 200 })
        .perform();
    }
    await this.web.actions({ async: true }).release().perform();
  }

  async press(key: Key): Promise<void> {
    await this.type(KEYS[key]);
  }

  async type(text: string): Promise<void> {
    await this.web.actions({ async: true }).sendKeys(text).perform();
  }

  async activate(): Promise<void> {
    await this.web.switchTo().window(this.handle);
  }
}

async function untilReady(server: string): Promise<void> {
  const limit = performance.now() + DRIVER_LIMIT_MS;
  for (;;) {
    try {
      const { ok } = await fetch(`${server}/status`);
      if (ok) return;
    } catch (error) {
      if (performance.now() > limit) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}
