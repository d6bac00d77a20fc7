import { posix, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A chunk, and the modules that it holds unless an earlier group has taken them. */
export type ChunkGroup = {
  readonly name: string;
  /**
   * Files and folders, from the root of the project. A folder counts with its subfolders. `folder/*` counts only the files of
   * the folder itself.
   */
  readonly holds: readonly string[];
  /** Parts of `holds` that belong to other chunks. */
  readonly except?: readonly string[];
};

/** The path of a module from the root of the project, without a query. */
const pathOf = (root: string, id: string): string =>
  relative(root, id.split('?', 1).join('')).replaceAll('\\', '/');

const isAt = (path: string, place: string): boolean =>
  place.endsWith('/*') ? posix.dirname(path) === place.slice(0, -2) : `${path}/`.startsWith(`${place}/`);

/** A group as the bundler takes it. */
export const groupOf =
  (root: string) =>
  ({ name, holds, except = [] }: ChunkGroup) => ({
    name,
    test: (id: string): boolean => {
      const path = pathOf(root, id);
      return holds.some((place) => isAt(path, place)) && !except.some((place) => isAt(path, place));
    },
  });

/**
 * Fails a build whose chunks are not as the groups say. A file that was moved would otherwise leave its chunk, and nobody
 * would see it.
 *
 * @param chunks names of chunks that something else in the configuration speaks of
 */
export function checkedChunks(
  root: string,
  groups: readonly ChunkGroup[],
  chunks: readonly string[] = [],
): Plugin {
  return {
    name: 'checked-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const wrong = [...wrongGroups(root, groups, bundle), ...wrongNames(chunks, bundle)];
      if (wrong.length > 0)
        throw new Error(`The chunks of the build are not as its configuration says:\n${wrong.join('\n')}`);
    },
  };
}

function wrongGroups(
  root: string,
  groups: readonly ChunkGroup[],
  bundle: Rolldown.OutputBundle,
): readonly string[] {
  const modules = chunksOf(bundle).flatMap(({ name, moduleIds }) =>
    moduleIds.map((id) => ({ chunk: name, path: pathOf(root, id) })),
  );
  return groups.flatMap(({ name, holds, except = [] }) => [
    ...holds
      .filter((place) => !modules.some(({ chunk, path }) => chunk === name && isAt(path, place)))
      .map((place) => `The chunk ${name} holds nothing of ${place}.`),
    ...except
      .filter((place) => !modules.some(({ path }) => isAt(path, place)))
      .map((place) => `The chunk ${name} leaves out ${place}, of which the build holds nothing.`),
  ]);
}

const wrongNames = (names: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] => {
  const known = new Set(chunksOf(bundle).map(({ name }) => name));
  return names.filter((name) => !known.has(name)).map((name) => `There is no chunk ${name}.`);
};

const chunksOf = (bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');
