/**
 * Takes faults that are not shown to the listener. `details` contain kinds and ids, never a token, a password or an
 * email address.
 */
export interface Log {
  /** Takes a fault that the application can deal with, such as an answer that could not be read. */
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Takes a fault of the program itself. */
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}
