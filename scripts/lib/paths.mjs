import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder the command was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @param {readonly string[]} parts
 * @returns {string} an absolute path inside the project
 */
export const inRoot = (...parts) => join(root, ...parts);

/** What the commands make and may lose: builds, type information, locks. */
export const cache = inRoot('.cache');
