import type { ParsedLocation } from '@tanstack/react-router';

/** A location that belongs to an entry of the browser history. */
type Entry = Pick<ParsedLocation, 'state'>;

/**
 * The key of a history entry. Back and forward lead to the same key again. A location that is only preloaded has no
 * entry, and an empty key.
 *
 * The router exports no function for it, so this file alone reads the router's own field.
 */
export const entryKey = ({ state }: Entry): string => state.__TSR_key ?? '';
