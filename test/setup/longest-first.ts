import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start providers, the longest first. They take minutes, and all others take seconds. */
const LONG = ['/server/test/db/persistence.', '/test/contract/provider.', '/test/contract/', '/server/test/'];

/**
 * Runs the long files first, so that the short ones fill the remaining time of each worker. On a machine that has never
 * run them, Vitest knows only their sizes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This is a method of the sequencer, not of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((part) => moduleId.includes(part));
  return at === -1 ? LONG.length : at;
}
