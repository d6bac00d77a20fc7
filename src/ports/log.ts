/**
 * Where faults go that a listener need not see ("logged only", section 8). `details` hold kinds and
 * ids: never a token, a password, an email address.
 */
export interface Log {
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}
