import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Found, textsIn } from './texts.ts';
import { UNCONVERTED } from 'audio-streaming-translations/build/unconverted';

const ROOT = join(import.meta.dirname, '..', '..');

/** The folders whose texts people may read. */
const FOLDERS = ['src', 'components', 'studio', 'server', 'transcripts', 'wire'];

const isCode = (path: string): boolean =>
  /\.tsx?$/u.test(path) && !/\/(?:test|node_modules)\/|\.d\.ts$|\.config\.ts$/u.test(path);

/** The paths of the code that may hold texts, relative to the project. */
export const codeWithTexts = (): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name.replaceAll('\\', '/')),
    ),
  )
    .filter(isCode)
    .toSorted();

/** Nobody reads these on a screen: names of interfaces, and what runs beside the page. */
const WITHOUT_TEXTS = ['src/ports/', 'src/service-worker/'];

/** True if all texts of the file come from the catalogues. */
const isConverted = (path: string): boolean =>
  ![...WITHOUT_TEXTS, ...UNCONVERTED].some((each) => path.startsWith(each));

/** The texts of all code. What no call marks counts only in converted files. */
export function textsOfCode(): Found {
  const found = codeWithTexts().map((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const { unmarked, ...rest } = textsIn(path, source);
    return { ...rest, unmarked: isConverted(path) ? unmarked : [] };
  });
  return {
    texts: found.flatMap(({ texts }) => texts),
    unmarked: found.flatMap(({ unmarked }) => unmarked),
    glued: found.flatMap(({ glued }) => glued),
  };
}
