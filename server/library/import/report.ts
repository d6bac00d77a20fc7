export interface ReportedTitle {
  readonly id: string;
  readonly title: string;
  readonly place: string;
}

/** The result of an import, or the result that an import would have. */
export interface ImportReport {
  readonly folder: string;
  readonly dryRun: boolean;
  /** False if the import was interrupted. The next import continues where this one stopped. */
  readonly complete: boolean;
  readonly files: number;
  readonly read: number;
  readonly added: readonly ReportedTitle[];
  readonly changed: readonly ReportedTitle[];
  /** Titles without files. They are hidden, and all their data stays. */
  readonly missing: readonly ReportedTitle[];
  /** Titles without files that stay in the catalogue, because too many are gone at once (CAT-160). */
  readonly lost: readonly ReportedTitle[];
  /** What the operator has to do about the lost titles. */
  readonly warning: string | null;
  /** Hidden titles whose files have returned. */
  readonly returned: readonly ReportedTitle[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Problems of files that were imported, for example a codec that browsers cannot play. */
  readonly notes: readonly { readonly path: string; readonly note: string }[];
  readonly seconds: number;
}

export interface ImportLine {
  readonly kind: 'added' | 'changed' | 'missing' | 'returned' | 'refused' | 'notes';
  readonly path: string;
  readonly title: string | null;
  readonly reason: string | null;
}

/** The lines of a report. What needs the operator's attention comes first. */
export function importLines(report: ImportReport): readonly ImportLine[] {
  const titles = (kind: ImportLine['kind'], list: readonly ReportedTitle[]): readonly ImportLine[] =>
    list.map(({ title, place }) => ({ kind, path: place, title, reason: null }));
  return [
    ...report.refused.map(({ path, reason }) => ({ kind: 'refused', path, title: null, reason }) as const),
    ...report.notes.map(({ path, note }) => ({ kind: 'notes', path, title: null, reason: note }) as const),
    ...titles('missing', report.missing),
    ...titles('returned', report.returned),
    ...titles('changed', report.changed),
    ...titles('added', report.added),
  ];
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  /** Files read in a second. */
  readonly rate: number;
  readonly secondsLeft: number | null;
}

/** The report as text. Each title, file and note is a line. */
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
    ...(report.warning === null ? [] : [`warning: ${report.warning}`]),
    `${report.folder}: ${count(report.files, 'file')}, ${report.read} read; ${would}` +
      `${report.added.length} added, ${report.changed.length} changed, ${report.returned.length} back, ` +
      `${report.missing.length} missing, ${report.lost.length === 0 ? '' : `${report.lost.length} lost, `}${report.refused.length} refused; ${report.seconds.toFixed(1)} s` +
      (report.complete ? '' : '. It was interrupted; import again to continue.'),
  ];
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Formats progress as `[=====>    ] 120 of 800 files, 35 a second, 19 s left`. */
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
