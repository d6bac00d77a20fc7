/**
 * @typedef {{ readonly version?: string, readonly license?: string, readonly dev?: boolean,
 *   readonly devOptional?: boolean, readonly optional?: boolean }} LockedPackage
 */

/**
 * Whether a package comes to listeners: a tool does not, nor does what only some machines install.
 *
 * @param {LockedPackage} locked
 */
export const isShipped = ({ dev, devOptional, optional }) =>
  dev !== true && devOptional !== true && optional !== true;

/**
 * Lists the licences of everything that the lock file names: each package that is shipped to listeners by itself, the
 * tools by licence.
 *
 * @param {{ readonly packages: Readonly<Record<string, LockedPackage>> }} lock the parsed `package-lock.json`
 * @returns {string} a page in Markdown
 */
export function licencesOf({ packages }) {
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: locked.version ?? '',
      license: locked.license ?? 'not stated',
      isShipped: isShipped(locked),
    }))
    .toSorted(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version),
    );
  const shipped = locked.filter((each) => each.isShipped);
  const tools = locked.filter((each) => !each.isShipped);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { license } of tools) counts.set(license, (counts.get(license) ?? 0) + 1);
  const byCount = [...counts].toSorted(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || one.localeCompare(other, 'en'),
  );
  return [
    '# Licences',
    '',
    'Written by `npm run licences` from the lock file; a test holds it to that.',
    '',
    '## Shipped to listeners',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...shipped.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    '',
    '## The provider, the workshop and the tests',
    '',
    '| licence | packages |',
    '| --- | --- |',
    ...byCount.map(([license, count]) => `| ${license} | ${count} |`),
    '',
  ].join('\n');
}
