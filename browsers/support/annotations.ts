/** What a test notes about its browser: its name and version, and what it cannot do, with the reason. */
export const VERSION = 'browser';
export const LIMIT = 'limit';
