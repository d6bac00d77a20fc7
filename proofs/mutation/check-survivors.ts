/*
 * Compares the changes that survived `npm run mutation` with the list in docs/mutation-survivors.md. Fails if a
 * survivor has no row, or if a row has no survivor.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const position = v.object({ line: v.number(), column: v.number() });
const mutant = v.object({
  status: v.string(),
  location: v.object({ start: position, end: position }),
  replacement: v.string(),
});
const report = v.object({
  files: v.record(v.string(), v.object({ source: v.string(), mutants: v.array(mutant) })),
});

type Location = v.InferOutput<typeof mutant>['location'];

const root = join(import.meta.dirname, '../..');
const read = async (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const fileOf = (path: string): string => path.replace('src/domain/', '');
const describeChange = (file: string, code: string, change: string): string => `${file}: ${code} → ${change}`;

/** The code at a location of the report, without its line breaks. Lines and columns count from 1. */
function codeAt(source: string, { start, end }: Location): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column - 1 : 0, at === lines.length - 1 ? end.column - 1 : undefined),
    )
    .join(' ');
}

const { files } = v.parse(report, JSON.parse(await read('reports/mutation/domain.json')));
const survivors = Object.entries(files).flatMap(([path, { source, mutants }]) =>
  mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location, replacement }) => describeChange(fileOf(path), codeAt(source, location), replacement)),
);

// A run of some files says nothing about the others.
const inReport = new Set(Object.keys(files).map(fileOf));
const page = await read('docs/mutation-survivors.md');
const rows = [...page.matchAll(/^- `([^`]+)`: `([^`]+)`\s+becomes\s+`([^`]+)`\./gmu)].flatMap(
  ([, file = '', code = '', change = '']) => (inReport.has(file) ? [describeChange(file, code, change)] : []),
);

const problems = [
  ...survivors.filter((one) => !rows.includes(one)).map((one) => `It survives, and has no row: ${one}`),
  ...rows
    .filter((one) => !survivors.includes(one))
    .map((one) => `It does not survive, so its row must go: ${one}`),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else
  process.stdout.write(
    `${survivors.length} changes survive. Each has its reason in docs/mutation-survivors.md.\n`,
  );
