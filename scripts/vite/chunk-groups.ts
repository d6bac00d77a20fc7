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

const isAt = (path: string, group: string): boolean =>
  group.endsWith('/*') ? posix.dirname(path) === group.slice(0, -2) : `${path}/`.startsWith(`${group}/`);

/** A group as the bundler takes it. */
export const groupOf =
  (root: string) =>
  ({ name, holds, except = [] }: ChunkGroup) => ({
    name,
    test: (id: string): boolean => {
      const path = pathOf(root, id);
      return holds.some((named) => isAt(path, named)) && !except.some((named) => isAt(path, named));
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
      .filter((named) => !modules.some(({ chunk, path }) => chunk === name && isAt(path, named)))
      .map((named) => `The chunk ${name} holds nothing of ${named}.`),
    ...except
      .filter((named) => !modules.some(({ path }) => isAt(path, named)))
      .map((named) => `The chunk ${name} leaves out ${named}, of which the build holds nothing.`),
  ]);
}

const wrongNames = (names: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] => {
  const known = new Set(chunksOf(bundle).map(({ name }) => name));
  return names.filter((name) => !known.has(name)).map((name) => `There is no chunk ${name}.`);
};

const chunksOf = (bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');
