/**
 * What is known about the releases of PostgreSQL and Node.js, so that a provider that nobody updates says so. The projects
 * publish these calendars years ahead.
 */

/** The newest minor version that was known when this was written, with its day and the end of support. */
const POSTGRES: Readonly<Record<number, { minor: number; released: string; end: string }>> = {
  14: { minor: 23, released: '2026-05-14', end: '2026-11-12' },
  15: { minor: 18, released: '2026-05-14', end: '2027-11-11' },
  16: { minor: 14, released: '2026-05-14', end: '2028-11-09' },
  17: { minor: 12, released: '2026-11-12', end: '2029-11-08' },
  // 18.5 was never released.
  18: { minor: 6, released: '2026-08-13', end: '2030-11-14' },
};

/** The end of support of each major version of Node.js. */
const NODE: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

const DAY_MS = 24 * 60 * 60 * 1000;
const THURSDAY = 4;
/** PostgreSQL releases the fixes of all its versions on the second Thursday of these months. */
const MONTHS = [1, 4, 7, 10];

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days of fixes of PostgreSQL after one instant and until another, by its calendar. */
export function postgresRounds(after: number, until: number): readonly string[] {
  const rounds: string[] = [];
  for (let year = new Date(after).getUTCFullYear(); year <= new Date(until).getUTCFullYear(); year += 1) {
    for (const month of MONTHS) {
      const first = Date.UTC(year, month, 1);
      const toThursday = (THURSDAY - new Date(first).getUTCDay() + 7) % 7;
      const round = first + (toThursday + 7) * DAY_MS;
      if (round > after && round <= until) rounds.push(day(round));
    }
  }
  return rounds;
}

/**
 * Which fixes of a database server are known to be missing (CAT-313).
 *
 * @param version such as `18.4`
 * @param now epoch milliseconds
 */
export function missingFromPostgres(version: string, now: number): readonly string[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const known = POSTGRES[major];
  const oldest = Math.min(...Object.keys(POSTGRES).map(Number));
  if (known === undefined) {
    return major < oldest ? [`PostgreSQL ${version}: its support has ended. It gets no fixes any more.`] : [];
  }
  const end = Date.parse(known.end);
  const missing: string[] = [];
  if (minor < known.minor) missing.push(`those of ${major}.${known.minor} (${known.released})`);
  // A later minor version is from a later round.
  const rounds = postgresRounds(Date.parse(known.released), Math.min(now, end)).slice(
    Math.max(0, minor - known.minor),
  );
  if (rounds.length > 0) missing.push(`those that PostgreSQL released on ${rounds.join(', ')}`);
  return [
    ...(missing.length === 0
      ? []
      : [`PostgreSQL ${version} lacks the fixes of later releases: ${missing.join(' and ')}.`]),
    ...(day(now) > known.end ? [`PostgreSQL ${major}: its support ended on ${known.end}.`] : []),
  ];
}

/**
 * Which fixes of Node.js are known to be missing (CAT-313).
 *
 * @param version such as `20.20.2`
 * @param now epoch milliseconds
 */
export function missingFromNode(version: string, now: number): readonly string[] {
  const major = Number(version.split('.', 1)[0]);
  const end = NODE[major];
  const oldest = Math.min(...Object.keys(NODE).map(Number));
  const isOver = end === undefined ? major < oldest || major % 2 === 1 : day(now) > end;
  if (!isOver) return [];
  return [
    `Node.js ${version}: its support ${end === undefined ? 'has ended' : `ended on ${end}`}. It gets no fixes any more.`,
  ];
}
