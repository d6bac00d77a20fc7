import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findWalkBrowsers, missingMessage } from '../../scripts/browsers.mjs';

let folder = '';

/** Writes a program that exists and does nothing. */
const program = (name: string, code = 0): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${code}\n`);
  chmodSync(path, 0o755);
  return path;
};

describe('the browsers of the journey', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'browsers-'));
    vi.stubEnv('PATH', folder);
    for (const name of ['FIREFOX_PATH', 'PULSEAUDIO_PATH', 'WEBKIT_DRIVER_PATH', 'WEBKIT_PATH', 'XVFB_PATH'])
      vi.stubEnv(name, undefined);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('are found on the search path, and each program is named to the tests', () => {
    const [firefox, sound] = [program('firefox-esr'), program('pulseaudio')];
    const { found, env } = findWalkBrowsers();
    expect(found).toContain('firefox');
    expect(env).toMatchObject({ FIREFOX_PATH: firefox, PULSEAUDIO_PATH: sound });
  });

  test('are not run if a part is missing, and the message names the part and the packages', () => {
    program('firefox-esr');
    const { found, missing } = findWalkBrowsers();
    expect(found).toEqual([]);
    const messages = missing.map(missingMessage);
    expect(messages[0]).toMatch(
      /^Not run in Firefox\. Missing: PulseAudio.*apt-get install firefox-esr pulseaudio$/u,
    );
    expect(messages[1]).toMatch(/^Not run in WebKitGTK\. Missing: WebKitWebDriver;.*Xvfb;/u);
  });

  test('are not run if the program only tells how to install the browser', () => {
    program('pulseaudio');
    program('firefox', 1);
    expect(findWalkBrowsers().found).not.toContain('firefox');
    const real = program('firefox-esr');
    expect(findWalkBrowsers().env).toMatchObject({ FIREFOX_PATH: real });
  });

  test('are those that a variable names; a wrong path is told', () => {
    program('pulseaudio');
    vi.stubEnv('FIREFOX_PATH', program('my-firefox'));
    expect(findWalkBrowsers().found).toContain('firefox');
    vi.stubEnv('FIREFOX_PATH', '/nowhere/firefox');
    expect(findWalkBrowsers().missing.map(missingMessage)[0]).toContain(
      'FIREFOX_PATH names /nowhere/firefox',
    );
  });
});
