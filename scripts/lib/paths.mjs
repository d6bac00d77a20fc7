import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the current folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * @param {readonly string[]} parts
 * @returns {string} an absolute path inside the project
 */
export const inRoot = (...parts) => join(root, ...parts);

/** The folder for builds, type information and locks. It may be deleted. */
export const cache = inRoot('.cache');
