/**
 * The outcome of an operation that may fail as expected. Failures carry a `kind`, so that the possible failures can
 * be listed. Exceptions are for bugs.
 */
export type Result<Value, Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure };

/** The value of an operation that succeeded. */
export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

/** An expected failure as a value. */
export const failed = <Failure>(error: Failure): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error,
});
