/**
 * @typedef {{ readonly name: string, readonly version: string, readonly license: string }} Licensed
 *
 * @typedef {{ readonly version?: string, readonly license?: string, readonly link?: boolean }} LockedPackage
 * @typedef {{ readonly packages: Readonly<Record<string, LockedPackage>> }} Lock
 */

/**
 * The packages whose code is in a build.
 *
 * @param {string} notices the build's `third-party-notices.txt`, which starts with a list of them
 * @returns {readonly Licensed[]}
 */
export function shippedIn(notices) {
  const [list = ''] = notices.split(/^=+$/m, 1);
  return [...list.matchAll(/^ {2}(\S+) (\S+): (.+)$/gm)].map(([, name = '', version = '', license = '']) => ({
    name,
    version,
    license,
  }));
}

/** The files of notices in a build: of the app, and of the studio. */
export const NOTICES = ['third-party-notices.txt', 'studio/third-party-notices.txt'];

/**
 * The packages of several notices, each version once, in the order of their names.
 *
 * @param {readonly string[]} notices
 * @returns {readonly Licensed[]}
 */
export function shippedInAll(notices) {
  const packages = notices
    .flatMap(shippedIn)
    .map((each) => /** @type {const} */ ([`${each.name} ${each.version}`, each]));
  return [...new Map(packages)].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/**
 * The shipped packages on the page.
 *
 * @param {string} page the result of `licencesOf`
 * @returns {readonly Licensed[]}
 */
export const listedIn = (page) =>
  [...page.matchAll(/^- (\S+) (\d\S*): (.+)$/gm)].map(([, name = '', version = '', license = '']) => ({
    name,
    version,
    license,
  }));

/**
 * Each version of each package in the lock file, once.
 *
 * @param {Lock} lock the parsed `package-lock.json`
 * @returns {readonly Licensed[]}
 */
export function lockedIn({ packages }) {
  const locked = Object.entries(packages)
    // The packages of this repository are not installed from a registry.
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, { version = '', license = 'not stated' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return /** @type {const} */ ([`${name} ${version}`, { name, version, license }]);
    });
  return [...new Map(locked).values()];
}

/**
 * Lists the licences of all packages in the lock file: each shipped package, and for the other packages the number of
 * packages of each licence.
 *
 * @param {Lock} lock the parsed `package-lock.json`
 * @param {readonly Licensed[]} shipped
 * @returns {string} a page in Markdown
 */
export function licencesOf(lock, shipped) {
  const titles = new Set(shipped.map(({ name, version }) => `${name} ${version}`));
  const others = lockedIn(lock).filter(({ name, version }) => !titles.has(`${name} ${version}`));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { license } of others) counts.set(license, (counts.get(license) ?? 0) + 1);
  const byCount = [...counts].toSorted(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || one.localeCompare(other, 'en'),
  );
  return [
    '# Licences',
    '',
    'Written by `npm run licences` from a build and the lock file. Tests compare it with both. Every build has the texts in',
    'its `third-party-notices.txt`.',
    '',
    '## Shipped to listeners',
    '',
    'Packages with code in the scripts of a build, even a few lines.',
    '',
    ...shipped.map(({ name, version, license }) => `- ${name} ${version}: ${license}`),
    '',
    '## The provider, the tools and the tests',
    '',
    'All other packages of the lock file, also dependencies of libraries that are not in the build. Each version counts once.',
    '',
    ...byCount.map(([license, count]) => `- ${license} (${count})`),
    '',
  ].join('\n');
}
