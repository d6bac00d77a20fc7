import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberAbove0, readArguments } from '../../scripts/lib/arguments.mjs';
import type { ImportReport } from 'audio-streaming-provider/library/import/import-log';
import { Library } from 'audio-streaming-provider/library/library';
import { startProvider } from 'audio-streaming-provider/provider';
import { wav } from 'audio-streaming-provider/test/library/support/make-audio';
import { check } from './check.ts';

const USAGE = `npm run bench:import -- [options]
How long imports of a folder take, and how much memory. Ten files are a title.
  --files 10000   how many files`;

const { values } = readArguments(USAGE, { options: { files: { type: 'string', default: '10000' } } });
const files = numberAbove0('--files', values.files, USAGE);
const PER_TITLE = 10;
const titles = Math.ceil(files / PER_TITLE);

/** Known files are only listed and compared. With fewer files, most of the time belongs to none of them. */
const FEWEST_FILES = 1000;
const MOST_MS_OF_A_KNOWN_FILE = 1;

const work = mkdtempSync(join(tmpdir(), 'bench-import-'));
const folder = join(work, 'library');
const peak = { process: 0, heap: 0 };
const watch = setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage();
  peak.process = Math.max(peak.process, rss);
  peak.heap = Math.max(peak.heap, heapUsed);
}, 50);
const provider = await startProvider({ dataDir: join(work, 'data'), library: [] });
const library = new Library(provider.db, provider.clock);
try {
  for (let title = 0; title < titles; title++) {
    const path = join(folder, `Author ${title % 50}`, `Title ${title}`);
    mkdirSync(path, { recursive: true });
    for (let chapter = 0; chapter < PER_TITLE && title * PER_TITLE + chapter < files; chapter++) {
      // A quarter of a second, different in each file.
      const sound = new Float32Array(2000).fill(((title * PER_TITLE + chapter) % 60_000) / 65_536);
      sound[0] = title / 1e6;
      writeFileSync(join(path, `${chapter + 1}.wav`), wav(sound, 8000));
    }
  }
  await measured('first import', (report) => report.added.length === titles);
  await measured('nothing changed', ({ read, changed }) => read === 0 && changed.length === 0);
  renameSync(join(folder, 'Author 0'), join(folder, 'Author Zero'));
  await measured('an author renamed', ({ added, missing }) => added.length === 0 && missing.length === 0);
  const known = await measured('nothing changed', ({ read }) => read === 0);
  if (files >= FEWEST_FILES && (known * 1000) / files > MOST_MS_OF_A_KNOWN_FILE) {
    console.error(`A known file takes more than ${MOST_MS_OF_A_KNOWN_FILE} ms.`);
    process.exitCode = 1;
  }
} finally {
  clearInterval(watch);
  await library.close();
  await provider.close();
  rmSync(work, { recursive: true, force: true });
}
// The threads of the provider go on without it.
process.exit();

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

/** @returns seconds */
async function measured(name: string, isRight: (report: ImportReport) => boolean): Promise<number> {
  Object.assign(peak, { process: 0, heap: 0 });
  const report = await library.import({ folder });
  check(isRight(report), `${name} gave another report`);
  const rate = report.seconds === 0 ? 0 : files / report.seconds;
  console.log(
    `${name.padEnd(20)} ${String(report.read).padStart(7)} read  ${report.seconds.toFixed(2).padStart(8)} s` +
      `  ${rate.toFixed(0).padStart(8)} files/s  peak ${megabytes(peak.process)} with the database, heap ${megabytes(peak.heap)}`,
  );
  return report.seconds;
}
