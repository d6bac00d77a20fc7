/** A title in a report. */
export interface ReportedTitle {
  readonly id: string;
  readonly title: string;
  readonly place: string;
}

/** What an import did, or would do. */
export interface ImportReport {
  readonly folder: string;
  readonly dryRun: boolean;
  /** False if it was interrupted. The next import continues there. */
  readonly complete: boolean;
  readonly files: number;
  readonly read: number;
  readonly added: readonly ReportedTitle[];
  readonly changed: readonly ReportedTitle[];
  /** Titles whose files are gone. They are hidden, and keep everything. */
  readonly missing: readonly ReportedTitle[];
  /** Titles whose files are back. */
  readonly returned: readonly ReportedTitle[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** What a listener would notice, by file. */
  readonly notes: readonly { readonly path: string; readonly note: string }[];
  readonly seconds: number;
}

/** How far an import is. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  /** Files a second. */
  readonly rate: number;
  readonly secondsLeft: number | null;
}

/** The report as text, one line for each thing. */
export function reportLines(report: ImportReport): readonly string[] {
  const would = report.dryRun ? 'would be ' : '';
  const titles = (kind: string, list: readonly ReportedTitle[]): readonly string[] =>
    list.map(({ title, place, id }) => `${would}${kind}: ${title} (${place}) ${id}`);
  return [
    ...titles('added', report.added),
    ...titles('changed', report.changed),
    ...titles('back', report.returned),
    ...titles('missing', report.missing),
    ...report.refused.map(({ path, reason }) => `refused: ${path}: ${reason}`),
    ...report.notes.map(({ path, note }) => `note: ${path}: ${note}`),
    `${report.folder}: ${count(report.files, 'file')}, ${report.read} read; ${would}` +
      `${report.added.length} added, ${report.changed.length} changed, ${report.returned.length} back, ` +
      `${report.missing.length} missing, ${report.refused.length} refused; ${report.seconds.toFixed(1)} s` +
      (report.complete ? '' : '. It was interrupted; import again to continue.'),
  ];
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** `[=====>    ] 120 of 800 files, 35 a second, 19 s left` */
export function progressLine({ done, total, rate, secondsLeft }: ImportProgress): string {
  const width = 24;
  const filled = total === 0 ? width : Math.floor((width * done) / total);
  const left = secondsLeft === null ? '' : `, ${timeText(secondsLeft)} left`;
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${done} of ${total} files, ${rate.toFixed(rate < 10 ? 1 : 0)} a second${left}`;
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
