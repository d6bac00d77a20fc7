/** A line of notes that starts with a time, such as `1:02:03 - The sea`. */
const LINE =
  /^\s*[[(]?(?:(?<hours>\d{1,2}):)?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)[\])]?[\s:.|–—-]+(?<title>\S.*)$/u;
/** One time alone is rather a remark than a list of chapters. */
const FEWEST = 2;

interface Chapter {
  /** Seconds. */
  readonly startTime: number;
  readonly title: string;
}

/**
 * The chapters of an episode, from the times in its notes (FEED-56). For a feed that the provider reads, it writes the chapters
 * of the feed into the notes. Publishers write their own. Empty unless a list of times ascends.
 *
 * @param length seconds; 0 if it is not known
 */
export function chaptersIn(notes: string, length: number): readonly Chapter[] {
  const lists: Chapter[][] = [[]];
  for (const line of notes.split('\n')) {
    const { hours = '0', minutes, seconds, title } = LINE.exec(line)?.groups ?? {};
    if (minutes === undefined || title === undefined) continue;
    const startTime = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (length > 0 && startTime >= length) continue;
    if (startTime <= (lists.at(-1)?.at(-1)?.startTime ?? -1)) lists.push([]);
    lists.at(-1)?.push({ startTime, title: title.trim() });
  }
  const longest = lists.reduce((best, list) => (list.length > best.length ? list : best));
  return longest.length < FEWEST ? [] : longest;
}
