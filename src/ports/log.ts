/**
 * Takes faults that are not shown to the listener. `details` contain kinds and ids, never a token, a password or an
 * email address.
 */
export interface Log {
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}
