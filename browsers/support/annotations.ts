/** The types of notes that a test makes about its browser: its version, and what it cannot do, with the reason. */
export const VERSION = 'browser';
export const LIMIT = 'limit';
