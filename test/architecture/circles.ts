import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { syntaxOf } from './syntax.ts';

/** The files that a file imports, by their paths. Imports of types count too. */
export const targetsOf = (path: string, source: string): readonly string[] =>
  importsOf(syntaxOf(path, source)).flatMap(({ specifier }) =>
    specifier?.startsWith('.') === true ? [posix.join(posix.dirname(path), specifier)] : [],
  );

/**
 * Finds circles among the files and folders of each folder. All imports of the files in a folder count as its own.
 *
 * @param imports the files that each file imports
 * @returns one sentence for each import that is part of a circle
 */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const folders = new Set([...imports.keys()].flatMap(foldersOf));
  return [...folders].flatMap((folder) => {
    const childOf = (path: string): string | undefined =>
      path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/', 1)[0] : undefined;
    const arrows = [...imports].flatMap(([path, targets]) =>
      targets.flatMap((target) => {
        const [from, to] = [childOf(path), childOf(target)];
        return from === undefined || to === undefined || from === to ? [] : [{ from, to, path, target }];
      }),
    );
    return inCircles(arrows).map(
      ({ from, to, path, target }) => `${folder}: ${from} imports ${to} (${path}: ${target})`,
    );
  });
}

type Arrow = { readonly from: string; readonly to: string };

/** Takes away arrows at which no other arrow begins or ends, until none is left but those between circles. */
function inCircles<Each extends Arrow>(arrows: readonly Each[]): readonly Each[] {
  const sources = new Set(arrows.map(({ from }) => from));
  const targets = new Set(arrows.map(({ to }) => to));
  const left = arrows.filter(({ from, to }) => targets.has(from) && sources.has(to));
  return left.length === arrows.length ? left : inCircles(left);
}

const foldersOf = (path: string): readonly string[] => {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};
