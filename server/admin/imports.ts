import { whyNotFolder } from '../library/import/import-folder.ts';
import { progressLine, reportLines } from '../library/import/report.ts';
import { MemberError } from '../members/manage-members.ts';
import type { Call, Commands } from './command.ts';

/** Imports of folders. */
export const IMPORT_COMMANDS: Commands = {
  import: {
    help: `import DIR [--dry-run] [--accept-missing]   imports a folder of audio, or says what an import would do;
                                         --accept-missing hides titles at once if most files are gone`,
    count: 1,
    run: importDirectory,
  },
};

async function importDirectory({ context, subject: folder, values, out, signal }: Call): Promise<number> {
  const { library } = context;
  if (library === null) {
    throw new MemberError(
      'This database holds the demonstration. Import with another --data-dir or DATABASE_URL.',
    );
  }
  const refusal = await whyNotFolder(folder);
  if (refusal !== null) throw new MemberError(refusal);
  const report = await library.import({
    folder,
    dryRun: values['dry-run'] === true,
    acceptMissing: values['accept-missing'] === true,
    signal,
    onProgress: (progress) => out.progress(progressLine(progress)),
    onWait: () => out.progress('Another import is running. This one waits for its end.'),
  });
  if (values.json === true) out.line(JSON.stringify(report));
  else for (const line of reportLines(report)) out.line(line);
  return report.complete && report.refused.length + report.lost.length === 0 ? 0 : 1;
}
