import { gathered } from '../in-page/vitest.ts';

/** An adapter with one defect, and the failure that its suite has to report. */
export type Broken = {
  readonly name: string;
  /** Part of a failure: the title of the test, or its message. */
  readonly failure: string;
  readonly tests: ReadonlyMap<string, () => Promise<void> | void>;
};

/**
 * Makes a function that runs a suite over a double with one defect, and adds it to a list.
 */
export const breaksInto =
  (list: Broken[]) =>
  <Fixture>(
    describe: (name: string, make: () => Fixture) => void,
    make: () => Fixture,
    damage: (fixture: Awaited<Fixture>) => void,
    /** The defect. */
    name: string,
    /** Part of a failure that the suite has to report. */
    failure: string,
  ): void => {
    gathered.clear();
    const damaged = (fixture: Awaited<Fixture>): Awaited<Fixture> => {
      damage(fixture);
      return fixture;
    };
    describe(name, () => {
      const fixture = make();
      // Some fixtures are promises.
      return (
        fixture instanceof Promise ? fixture.then(damaged) : damaged(fixture as Awaited<Fixture>)
      ) as Fixture;
    });
    list.push({ name, failure, tests: new Map(gathered) });
  };
