import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from './browser.mjs';
import { PODCAST_CLIENTS } from './lib/podcast-clients.mjs';

// `npm run browsers` walks through the product in these browsers. `npm test` does so where they are installed.

const PROBE_LIMIT_MS = 30_000;

/**
 * A program or a file that a browser needs, and where it may be. `mayBeStub` is true if some systems have a program of this
 * name that only explains how to install the real one.
 *
 * @typedef {{ readonly what: string, readonly variable?: string, readonly mayBeStub?: true, readonly paths: () => readonly string[] }} Need
 * @typedef {'firefox' | 'webkit'} WalkBrowser
 * @typedef {{ readonly name: WalkBrowser, readonly lacks: readonly string[] }} MissingBrowser
 * @typedef {{ readonly found: readonly WalkBrowser[], readonly missing: readonly MissingBrowser[], readonly env: Record<string, string> }} FoundBrowsers
 */

/** @type {Need} */
const SOUND = {
  what: 'PulseAudio, for a sound device that plays into nothing',
  variable: 'PULSEAUDIO_PATH',
  paths: () => onPath('pulseaudio'),
};

/** @type {Record<WalkBrowser, { readonly title: string, readonly packages: readonly string[], readonly needs: readonly Need[] }>} */
const BROWSERS = {
  firefox: {
    title: 'Firefox',
    packages: ['firefox-esr', 'pulseaudio'],
    needs: [
      {
        what: 'Firefox',
        variable: 'FIREFOX_PATH',
        mayBeStub: true,
        paths: () => [...onPath('firefox-esr'), ...onPath('firefox')],
      },
      SOUND,
    ],
  },
  webkit: {
    title: 'WebKitGTK',
    packages: [
      'webkit2gtk-driver',
      'xvfb',
      'pulseaudio',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-pulseaudio',
    ],
    needs: [
      { what: 'WebKitWebDriver', variable: 'WEBKIT_DRIVER_PATH', paths: () => onPath('WebKitWebDriver') },
      {
        what: 'the MiniBrowser of WebKitGTK',
        variable: 'WEBKIT_PATH',
        paths: () => inLibraries('webkit2gtk-4.1/MiniBrowser'),
      },
      { what: 'Xvfb', variable: 'XVFB_PATH', paths: () => onPath('Xvfb') },
      SOUND,
      { what: "GStreamer's decoder of MP3", paths: () => inLibraries('gstreamer-1.0/libgstmpg123.so') },
      {
        what: "GStreamer's PulseAudio output",
        paths: () => inLibraries('gstreamer-1.0/libgstpulseaudio.so'),
      },
    ],
  },
};

/** The browsers in which the journey can run now, and what the others lack. `env` names their programs to the tests. */
export function findWalkBrowsers() {
  /** @type {WalkBrowser[]} */
  const found = [];
  /** @type {MissingBrowser[]} */
  const missing = [];
  /** @type {Record<string, string>} */
  const env = {};
  for (const name of /** @type {const} */ (['firefox', 'webkit'])) {
    /** @type {string[]} */
    const lacks = [];
    for (const { what, variable, mayBeStub = false, paths } of BROWSERS[name].needs) {
      const named = variable === undefined ? undefined : process.env[variable];
      const path = (named ? [named] : paths()).find(
        (each) => existsSync(each) && (!mayBeStub || starts(each)),
      );
      if (path === undefined) lacks.push(named ? `${what} (${variable} names ${named})` : what);
      else if (variable !== undefined) env[variable] = path;
    }
    if (lacks.length === 0) found.push(name);
    else missing.push({ name, lacks });
  }
  return /** @type {FoundBrowsers} */ ({ found, missing, env });
}

/** @param {MissingBrowser} browser */
export const missingMessage = ({ name, lacks }) =>
  `Not run in ${BROWSERS[name].title}. Missing: ${lacks.join('; ')}. On Debian: apt-get install ${BROWSERS[name].packages.join(' ')}`;

/**
 * Installs what is missing, where the system has a package manager that can. Prints what is missing after that.
 *
 * @returns {Promise<boolean>} true if nothing is missing
 */
export async function installBrowsers() {
  // Installs one after the other, because a system may have packages for only one of them.
  for (const { name } of findWalkBrowsers().missing) {
    const { title, packages } = BROWSERS[name];
    await installPackages({ apt: packages }, `Installing ${title} …`);
  }
  const { missing } = findWalkBrowsers();
  for (const browser of missing) console.error(missingMessage(browser));
  return missing.length === 0;
}

/** Installs the podcast apps with which the tests read a feed. Says what is missing after that. */
async function installPodcastClients() {
  const missing = () =>
    Object.values(PODCAST_CLIENTS).filter(({ paths }) => !paths.some((path) => existsSync(path)));
  for (const { title, package: name } of missing()) {
    await installPackages({ apt: [name] }, `Installing ${title} …`);
  }
  for (const { reason } of missing()) console.error(reason);
  return missing().length === 0;
}

/** @param {string} program */
const starts = (program) =>
  spawnSync(program, ['--version'], { stdio: 'ignore', timeout: PROBE_LIMIT_MS }).status === 0;

/** @param {string} program */
const onPath = (program) =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));

/**
 * The paths of a file in the library folders of a Linux system, which Debian names by the processor.
 *
 * @param {string} file
 */
function inLibraries(file) {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/libexec'].filter((folder) => existsSync(folder));
  return folders.flatMap((folder) => [
    join(folder, file),
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name, file)),
  ]);
}

// `node scripts/browsers.mjs` installs the browsers and podcast apps, and says what is missing after that.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const hasBrowsers = await installBrowsers();
  const hasClients = await installPodcastClients();
  process.exitCode = hasBrowsers && hasClients ? 0 : 1;
}
