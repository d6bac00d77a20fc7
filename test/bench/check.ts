/** Ends a benchmark that does not measure what it says. */
export function check(isTrue: boolean, claim: string): asserts isTrue {
  if (!isTrue) throw new Error(`This benchmark does not measure what it says: ${claim}.`);
}
