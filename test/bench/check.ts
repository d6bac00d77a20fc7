/** Ends a benchmark whose figures would be of something else than it says. */
export function check(isTrue: boolean, claim: string): asserts isTrue {
  if (!isTrue) throw new Error(`This benchmark does not measure what it says: ${claim}.`);
}
