import type { Figure, Goal } from './figures.ts';
import type { Opening } from './scenes/opening.ts';
import type { Heap } from './scenes/memory.ts';
import type { Scrolling } from './scenes/scrolling.ts';
import type { SubjectName } from './subject.ts';

/** What was measured of each subject, run by run. A scene that was left out has no values. */
export type Runs<Value> = Readonly<Record<SubjectName, readonly Value[]>>;

export type Measured = {
  readonly opening: Runs<Opening>;
  readonly route: Runs<number>;
  readonly sound: Runs<number>;
  readonly playing: Runs<number>;
  readonly idle: Runs<number>;
  readonly heap: Runs<Heap>;
  readonly scrolling: Runs<Scrolling>;
  readonly coverless: Runs<Scrolling>;
  readonly lighthouse: Runs<number>;
};

const atMost = (most: number): Goal => ({ most });
const timesReact = (most: number): Goal => ({ most, timesFloor: 'bare-react' });
const timesHandWritten = (most: number): Goal => ({ most, timesFloor: 'hand-written' });

/** The rows of the table. Goals of the main thread while nothing changes depend on the slowdown of the processor. */
export function figuresOf(measured: Measured, slowdown: number): readonly Figure[] {
  const { opening, route, sound, playing, idle, heap, scrolling, coverless, lighthouse } = measured;
  const figure = <Value>(
    name: string,
    unit: Figure['unit'],
    goal: Goal | null,
    runs: Runs<Value>,
    read: (value: Value) => number,
  ): Figure => ({
    name,
    unit,
    goal,
    values: {
      product: runs.product.map(read),
      'hand-written': runs['hand-written'].map(read),
      'bare-react': runs['bare-react'].map(read),
    },
  });
  const itself = (value: number): number => value;
  const figures = [
    figure('first contentful paint', 'ms', timesReact(0.6), opening, ({ firstPaint }) => firstPaint),
    figure('home usable, cold', 'ms', timesReact(1.2), opening, ({ usable }) => usable),
    figure('largest contentful paint', 'ms', timesReact(0.9), opening, ({ largestPaint }) => largestPaint),
    figure('layout shift', '', atMost(0), opening, ({ layoutShift }) => layoutShift),
    figure('total blocking time', 'ms', atMost(150), opening, ({ blocking }) => blocking),
    figure('script before usable', 'kB', atMost(140), opening, ({ scriptBytes }) => scriptBytes / 1000),
    figure('requests before usable', '', atMost(20), opening, ({ requests }) => requests),
    figure('warm visit, usable', 'ms', timesReact(1.3), opening, ({ warmUsable }) => warmUsable),
    figure('main thread to settled', 'ms', timesReact(1.7), opening, ({ worked }) => worked),
    figure('click on Play to playing', 'ms', timesHandWritten(0.9), sound, itself),
    figure('route change, later', 'ms', timesHandWritten(0.3), route, itself),
    figure('heap after load', 'MB', atMost(5), heap, ({ afterLoad }) => afterLoad / 1e6),
    figure('heap per route change', 'kB', atMost(4), heap, ({ perRouteChange }) => perRouteChange / 1000),
    ...[['', scrolling] as const, [', covers missing', coverless] as const].flatMap(([which, runs]) => [
      figure(`scrolling 5,000 items${which}`, 'fps', { least: 52 }, runs, (each) => each.framesPerSecond),
      figure(`– main thread, a second${which}`, 'ms', null, runs, ({ worked }) => worked),
      figure(`– longest task${which}`, 'ms', null, runs, ({ longestTask }) => longestTask),
      figure(`– elements of the page${which}`, '', atMost(1_500), runs, ({ nodes }) => nodes),
      figure(`– frames with a row missing${which}`, '', atMost(0), runs, (each) => each.framesWithGaps),
    ]),
    figure('main thread, a minute of playing', 'ms', timesReact(1.8), playing, itself),
    figure('main thread, an idle minute', 'ms', slowdown > 1 ? atMost(100) : null, idle, itself),
    figure('Lighthouse performance', '', { least: 0.95 }, lighthouse, itself),
  ];
  return figures.filter(({ values }) => Object.values(values).some((each) => each.length > 0));
}
