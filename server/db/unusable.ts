/** The database cannot be used as it is, or its server does not respond. The message has the reason and what to do. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}
