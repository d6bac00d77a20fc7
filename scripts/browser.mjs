import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, runTool } from './lib/run.mjs';

const INSTALL_LIMIT_MS = 600_000;

const NETWORK_LIMITS = ['Acquire::Retries=1', 'Acquire::http::Timeout=30', 'Acquire::https::Timeout=30'];

/**
 * The names of what is to be installed, by the program that manages the packages of a system. A system without an entry
 * is left as it is.
 *
 * @typedef {{ readonly apt: readonly string[], readonly dnf?: readonly string[], readonly apk?: readonly string[] }} Packages
 */

/**
 * Installs packages of this system, as root or with a `sudo` that needs no password. Prints why a step failed.
 *
 * @param {Packages} packages
 * @param {string} message printed before the first step
 * @returns {Promise<boolean>} false if this system has no way to install them
 */
export async function installPackages(packages, message) {
  const become = await asRoot();
  const steps = become && stepsFor(packages);
  if (!steps) return false;

  console.log(message);
  for (const [program, ...args] of steps) {
    const [first, ...rest] = [...become, program, ...args];
    const { code, output } = await run(first, rest, {
      quiet: true,
      limit: INSTALL_LIMIT_MS,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (code !== 0) console.error(output.trimEnd().split('\n').slice(-5).join('\n'));
  }
  return true;
}

/** @returns {Promise<[] | [string, string] | undefined>} the words before a command that make root run it */
async function asRoot() {
  if (process.platform !== 'linux') return undefined;
  if (process.getuid?.() === 0) return [];
  const { code } = await run('sudo', ['-n', 'true'], { quiet: true });
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * @param {Packages} packages
 * @returns {readonly [string, ...string[]][] | undefined}
 */
function stepsFor({ apt, dnf, apk }) {
  if (existsSync('/usr/bin/apt-get')) {
    // Waits if another installation has locked the package manager. Without a network, the command fails soon.
    const options = ['DPkg::Lock::Timeout=300', ...NETWORK_LIMITS].flatMap((each) => ['-o', each]);
    const get = /** @type {const} */ (['apt-get', ...options, '-q', '-y']);
    return [
      [...get, 'update'],
      [...get, 'install', '--no-install-recommends', ...apt],
    ];
  }
  if (dnf && existsSync('/usr/bin/dnf')) return [['dnf', 'install', '-y', ...dnf]];
  if (apk && existsSync('/sbin/apk')) return [['apk', 'add', '--no-cache', ...apk]];
  return undefined;
}

const PROBE_LIMIT_MS = 30_000;
const DOWNLOAD_IDLE_MS = 60_000;
const DOWNLOAD_LIMIT_MS = 600_000;

/** No browser was found or could be installed. The message says what to do. */
export class NoBrowserError extends Error {
  /** @override */
  name = 'NoBrowserError';
}

/**
 * Finds a Chromium or Chrome that starts, or installs one. It tries `CHROMIUM_PATH`, then installed browsers, then
 * Playwright's download, then the system's package.
 *
 * @returns {Promise<string>} the path of its program
 * @throws {NoBrowserError}
 */
export async function findBrowser() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (await starts(named)) return named;
    throw new NoBrowserError(`CHROMIUM_PATH names ${named}, which does not start as a headless Chromium.`);
  }

  return (
    (await firstThatStarts(installedBrowsers())) ??
    (await firstThatStarts(await playwrightBrowsers())) ??
    (await downloaded()) ??
    (await packaged()) ??
    fail()
  );
}

/** @returns {never} */
function fail() {
  throw new NoBrowserError(
    'The browser tests need Chromium or Chrome, and none was found or could be installed. Install one (on Debian: ' +
      'apt-get install chromium), or set CHROMIUM_PATH to the program of one that is installed.',
  );
}

/** The usual paths of installed browsers, and those on the search path. */
function installedBrowsers() {
  const { env } = process;
  const onPath = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'].flatMap(
    (name) => (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
  );
  const apps = ['/Applications', join(env['HOME'] ?? '', 'Applications')].flatMap((folder) => [
    join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
    join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
  ]);
  const windows = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((folder) =>
    folder
      ? [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Chromium/Application/chrome.exe'),
          join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : [],
  );
  const known = process.platform === 'darwin' ? apps : process.platform === 'win32' ? windows : [];
  return [...onPath, ...known];
}

async function playwrightBrowsers() {
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath()];
}

async function downloaded() {
  console.log('No Chromium or Chrome is installed. Trying the download of Playwright …');
  await runTool('@playwright/test', 'playwright', ['install', 'chromium'], {
    idleLimit: DOWNLOAD_IDLE_MS,
    limit: DOWNLOAD_LIMIT_MS,
    quiet: true,
  });
  return firstThatStarts(await playwrightBrowsers());
}

async function packaged() {
  await installPackages(
    {
      apt: ['chromium', 'fonts-liberation'],
      dnf: ['chromium'],
      apk: ['chromium', 'font-liberation'],
    },
    'The download failed. Installing the Chromium package of this system …',
  );
  return firstThatStarts(installedBrowsers());
}

/** @param {readonly string[]} candidates */
async function firstThatStarts(candidates) {
  for (const candidate of new Set(candidates)) {
    if (existsSync(candidate) && (await starts(candidate))) return candidate;
  }
  return undefined;
}

/**
 * True if a program opens a page without a screen. An existing program may miss a library, or may be a stub that only
 * explains how to install the real one.
 *
 * @param {string} program
 */
async function starts(program) {
  const profile = mkdtempSync(join(tmpdir(), 'browser-probe-'));
  try {
    const { code, output } = await run(
      program,
      [
        '--headless',
        // Chromium with a sandbox does not start as root. The tests open only pages of this project.
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--user-data-dir=${profile}`,
        '--dump-dom',
        'data:text/html,<p>it starts</p>',
      ],
      { quiet: true, limit: PROBE_LIMIT_MS },
    );
    return code === 0 && output.includes('it starts</p>');
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

// `node scripts/browser.mjs` prints the path, for a shell or another tool to use.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await findBrowser());
}
