import { existsSync } from 'node:fs';
import { run } from './run.mjs';

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
