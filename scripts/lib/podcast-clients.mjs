import { delimiter, join } from 'node:path';

/** @param {string} program */
const onPath = (program) =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));

/**
 * The podcast apps of the distribution that read a private feed in the tests.
 *
 * @param {string} title
 * @param {string} name of the package
 * @param {string} program
 */
const client = (title, name, program) => ({
  title,
  package: name,
  paths: onPath(program),
  reason: `${title} is not installed. On Debian: apt-get install ${name}`,
});

export const PODCAST_CLIENTS = {
  gpodder: client('gPodder', 'gpodder', 'gpo'),
  podget: client('podget', 'podget', 'podget'),
};
