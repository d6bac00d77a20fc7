import { startApplication } from './start.ts';

/**
 * Starts as soon as this file has loaded, before the code that renders. The build makes a file of its own of it, which
 * the page requests separately.
 */
export const started = startApplication();
