/** The formats of files that describe a title, in their order of priority. */
export const DESCRIPTION_FORMATS = ['metadata', 'opf', 'description', 'narrators'] as const;

/** What a file beside the sound says: a cue sheet has chapters, all others describe the title. */
export type SidecarFormat = 'cue' | (typeof DESCRIPTION_FORMATS)[number];

/** The names of the files of each format. A new format is added here, and read in `sidecars.ts`. */
const NAMES: readonly (readonly [SidecarFormat, RegExp])[] = [
  ['cue', /\.cue$/iu],
  ['metadata', /^metadata\.json$/iu],
  ['opf', /\.opf$/iu],
  ['description', /^desc\.txt$/iu],
  ['narrators', /^reader\.txt$/iu],
];

/** The format of a file by its name, without folders; null if it is no sidecar. */
export const sidecarFormatOf = (name: string): SidecarFormat | null =>
  NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
