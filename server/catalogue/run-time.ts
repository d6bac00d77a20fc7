/** The run time as the database stores it. Null if it is not known (CAT-243). */
export const wholeSeconds = (runTime: number | null): number | null =>
  runTime === null ? null : Math.max(1, Math.round(runTime));

/** The run time of a title with parts. Null if a part has none, because a sum without it would be wrong (CAT-243). */
export function totalRunTime(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0) return null;
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}
