import { startApplication } from './start.ts';

/**
 * Starts as soon as this has come, while the browser still waits for what draws the screens: a build makes a file of
 * its own of it, which the page asks for by itself.
 */
export const started = startApplication();
