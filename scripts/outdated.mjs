import './lib/node-version.mjs';
import { readFileSync } from 'node:fs';
import { readArguments } from './lib/arguments.mjs';
import { npm } from './lib/npm.mjs';
import { daysOf, directDependencies, reasonsIn, whyReason } from './lib/outdated.mjs';
import { inRoot } from './lib/paths.mjs';

const USAGE = `npm run outdated
Each direct dependency with its newest version, the age of that release, and the reason of docs/dependencies.md if it is a major
behind or had no release for two years. Fails for one without a reason. Then the known holes, where the registry tells them.
Behind a proxy, set NODE_USE_ENV_PROXY=1.`;

/** The registry did not respond. The caller may take this for a skipped check. */
const NO_REGISTRY = 3;
const AT_ONCE = 6;
const LONGEST_MS = 60_000;

readArguments(USAGE, { options: {} });

const wanted = directDependencies();
const settings = await npm(['config', 'get', 'registry'], { quiet: true, limit: LONGEST_MS });
const registry = settings.output.trim().replace(/\/*$/, '/');

/**
 * Asks the registry itself, because npm would need a process for each package.
 *
 * @param {string} name
 * @param {string} installed
 * @returns {Promise<import('./lib/outdated.mjs').Dependency | null>} null if the registry did not respond
 */
async function look(name, installed) {
  try {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const response = await fetch(new URL(name.replace('/', '%2f'), registry), { signal });
    if (!response.ok) return null;
    const { 'dist-tags': tags, time } =
      /** @type {{ 'dist-tags': { latest: string }, time: Record<string, string> }} */ (
        await response.json()
      );
    return { name, installed, newest: tags.latest, released: Date.parse(time[tags.latest] ?? '') };
  } catch {
    return null;
  }
}

/** @type {(import('./lib/outdated.mjs').Dependency | null)[]} */
const found = [];
const queue = [...wanted];
// Without a network, only the first one is tried.
const [firstName = '', firstVersion = ''] = queue.shift() ?? [];
const first = await look(firstName, firstVersion);
if (first === null) {
  console.error('The package registry does not respond, so nothing was compared.');
  process.exit(NO_REGISTRY);
}
found.push(first);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) found.push(await look(...next));
  }),
);

const now = Date.now();
const reasons = reasonsIn(readFileSync(inRoot('docs', 'dependencies.md'), 'utf8'));
let isComplete = true;
const known = found.filter((each) => each !== null);
for (const dependency of known.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
  const { name, installed, newest, released } = dependency;
  const why = whyReason(dependency, now);
  const reason = reasons.get(name);
  const remark = why === null ? '' : `  ${why}: ${reason ?? 'NO REASON in docs/dependencies.md'}`;
  if (why !== null && reason === undefined) isComplete = false;
  console.log(
    `${name.padEnd(42)} ${installed.padEnd(16)} ${newest.padEnd(16)} ${String(daysOf(released, now)).padStart(5)} days${remark}`,
  );
}
if (known.length < wanted.length) {
  console.error(`The registry did not respond for ${wanted.length - known.length} packages.`);
}
const audit = await npm(['audit', '--omit=dev', '--json'], { quiet: true, limit: LONGEST_MS });
console.log(
  audit.output.includes('auditReportVersion')
    ? `\nnpm audit: ${audit.code === 0 ? 'no known hole' : 'there are known holes; npm audit --omit=dev names them'}`
    : '\nnpm audit: this registry tells no known holes.',
);
if (!isComplete) process.exitCode = 1;
