import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { Provider } from '../e2e/support/provider.ts';
import { Relay } from '../e2e/support/relay.ts';
import type { BrowserName } from './playwright.config.ts';
import { type BrowserSession, LIMIT, VERSION } from './support/browser-session.ts';
import { Listener } from './support/listener.ts';
import { Page } from './support/page.ts';
import { WebKitSession, withRecording } from './support/webkit-session.ts';
import { PuppeteerSession } from './support/puppeteer-session.ts';

/** The connection between the browser and the provider, which a test can cut. */
type Network = { readonly origin: string; cut(): void; mend(): void };

type TestFixtures = {
  readonly session: BrowserSession;
  readonly network: Network;
  readonly listener: Listener;
  /** Allows problems that match, because the test causes them. */
  readonly allowProblem: (pattern: RegExp) => void;
  readonly openTab: () => Promise<Page>;
};

type WorkerFixtures = {
  readonly provider: Provider;
  /** What the tested configuration document says beside the default. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly target: BrowserName;
};

/** Playwright's runner without its browsers. The pages are those of the target of the project. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  target: ['firefox', { option: true, scope: 'worker' }],
  configuration: [{}, { option: true, scope: 'worker' }],

  provider: [
    async ({ configuration }, use) => {
      const dist = await configuredDist(process.env['TEST_DIST'] ?? 'dist', configuration);
      const provider = await Provider.start(dist);
      await use(provider);
      await provider.stop();
      await rm(dist, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  allowProblem: [
    async ({ session }, use, { annotations }) => {
      const allowed = KNOWN_PROBLEMS.map(({ pattern }) => pattern);
      await use((pattern) => allowed.push(pattern));
      const found = await session.problems();
      for (const { pattern, reason } of KNOWN_PROBLEMS) {
        if (found.some((problem) => pattern.test(problem)))
          annotations.push({ type: LIMIT, description: reason });
      }
      const problems = found.filter((problem) => !allowed.some((each) => each.test(problem)));
      expect(problems, 'the pages have no problems').toEqual([]);
    },
    { auto: true },
  ],

  session: async ({ target }, use, { annotations }) => {
    const session = await startSession(target).catch(async (error: unknown) => {
      // Only the start of a browser is repeated, never a step of the journey.
      annotations.push({ type: LIMIT, description: `Once it did not start: ${firstLine(error)}` });
      return startSession(target);
    });
    annotations.push({ type: VERSION, description: session.version });
    await use(session);
    await session.end();
  },

  network: async ({ provider }, use, { annotations }) => {
    const relay = new Relay(provider.origin);
    const origin = await relay.start();
    const cut = (): void => {
      annotations.push({ type: LIMIT, description: OFFLINE_LIMIT });
      relay.cut();
    };
    await use({ origin, cut, mend: () => relay.mend() });
    relay.stop();
  },

  openTab: async ({ session, network }, use, { annotations }) => {
    await use(async () => {
      if (session.tabLimit !== null) annotations.push({ type: LIMIT, description: session.tabLimit });
      return new Page(await session.openTab(), network.origin);
    });
  },

  listener: async ({ session, network }, use, testInfo) => {
    const page = new Page(session.firstTab, network.origin);
    await use(new Listener(page));
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('page', { body: await page.state() });
  },
});

export { expect };

/** Messages that a browser also writes for an otherwise empty page with the same feature, with the reason. */
const KNOWN_PROBLEMS: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern:
      /^Error: Failed to load \S+ A ServiceWorker intercepted the request and encountered an unexpected error\.$/u,
    reason:
      'It reports an error for each script that a worker was responding to when the page was replaced, also if the worker only reads a cache.',
  },
];

const OFFLINE_LIMIT =
  'Without a network, the connection was cut and the browser was not told. WebDriver has no command that turns a browser offline.';

async function startSession(target: BrowserName): Promise<BrowserSession> {
  switch (target) {
    case 'webkit':
      return WebKitSession.start(programOf('WEBKIT_DRIVER_PATH'), programOf('WEBKIT_PATH'));
    case 'firefox':
      return PuppeteerSession.start('firefox', programOf('FIREFOX_PATH'));
    case 'chromium':
      return PuppeteerSession.start('chrome', programOf('CHROMIUM_PATH'));
  }
}

const firstLine = (error: unknown): string => String(error).split('\n', 1).join('');

function programOf(variable: string): string {
  const path = process.env[variable];
  if (path === undefined) throw new Error(`${variable} is not set: run the walks by "npm run browsers".`);
  return path;
}

/** Copies a build, changes its configuration document, as a host does, and lets its page record its problems. */
async function configuredDist(dist: string, changes: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'configured-dist-'));
  await cp(dist, folder, { recursive: true });
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  const changed = html.replace(CONFIGURATION, (json) =>
    JSON.stringify({ ...(JSON.parse(json) as object), ...changes }),
  );
  await writeFile(page, withRecording(changed));
  // The compressed copies hold the configuration of the build.
  for (const kind of ['br', 'gz']) await rm(`${page}.${kind}`, { force: true });
  return folder;
}

const CONFIGURATION = /(?<=<script\b[^>]*\bid="configuration"[^>]*>)[^<]*(?=<\/script>)/u;
