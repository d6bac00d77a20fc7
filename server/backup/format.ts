import * as v from 'valibot';

/*
 * A backup is a text in gzip, line by line: the head, then for each table a line that starts with `#` and one line of
 * JSON for each row, then the end. The rows are the JSON of the database itself, so no number loses digits.
 */

export const FORMAT = 'audio-streaming-backup';
export const VERSION = 1;

/** The start of a line that is not a row. */
export const MARK = '#';

export const head = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  made_at: v.string(),
  migrations: v.record(v.string(), v.array(v.string())),
});

export const tableLine = v.object({ table: v.string(), columns: v.array(v.string()) });

/** The last line. A file without it was cut off. */
export const endLine = v.object({ rows: v.number() });

/** A backup cannot be made, read or restored. The message names the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
