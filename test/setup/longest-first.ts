import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start providers, the longest first: minutes, where all others take seconds. */
const LONG = ['/test/server/db/persistence.', '/test/contract/provider.', '/test/contract/', '/test/server/'];

/**
 * Runs the files that take long before all others, so that the short ones fill up what a worker has left. On a machine
 * that has never run them, Vitest knows but their sizes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A sequencer's method of that name, and no array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((part) => moduleId.includes(part));
  return at === -1 ? LONG.length : at;
}
