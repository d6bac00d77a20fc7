import type { Mutation } from './bundle.ts';
import type { Story } from './habits.ts';

/** A story that once broke a rule. With the code as it was, it still does. */
export type KeptStory = {
  readonly title: string;
  readonly rule: string;
  readonly story: Story;
  readonly before: Mutation;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const START: Story['steps'] = [
  { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
  { wait: 0, device: 0, kind: 'open tab' },
  { wait: SECOND, device: 0, kind: 'sign in', tab: 0, listener: 1 },
];

const ONE_DEVICE = { seed: 1, clockErrors: [0], listeners: 2, days: 1 };

export const KEPT_STORIES: readonly KeptStory[] = [
  {
    title: 'a clock that is set while a title plays adds no listening time',
    rule: 'PROG-32 listened seconds are counted at most once',
    story: {
      ...ONE_DEVICE,
      steps: [
        ...START,
        { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: 10 * SECOND, device: 0, kind: 'clock', error: 3 * SECOND },
        { wait: 10 * SECOND, device: 0, kind: 'rest' },
      ],
    },
    before: {
      file: 'adapters/browser/system-clock.ts',
      before: 'return milliseconds(performance.now());',
      after: 'return milliseconds(this.now());',
    },
  },
  {
    title: 'listening before a change of speed at the start of a title counts at the old speed',
    rule: 'PROG-32 listened seconds are counted at most once',
    story: {
      ...ONE_DEVICE,
      steps: [
        ...START,
        { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: MINUTE, device: 0, kind: 'seek', tab: 0, share: 0 },
        { wait: 100, device: 0, kind: 'speed', tab: 0, speed: 2.5 },
        { wait: 10 * SECOND, device: 0, kind: 'rest' },
      ],
    },
    before: {
      file: 'application/progress/listening-report.ts',
      before: 'const isOtherSpeed = speed !== this.player.speed && report.royalty !== null;',
      after: 'const isOtherSpeed = false;',
    },
  },
  {
    title: 'a page that is killed while it makes a report loses nothing of it',
    rule: 'PROG-27 all listened seconds are counted',
    story: {
      ...ONE_DEVICE,
      steps: [
        ...START,
        { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'ember', track: null },
        { wait: 10 * SECOND + 500, device: 0, kind: 'kill before act', tab: 0, acts: 3 },
        { wait: 0, device: 0, kind: 'next', tab: 0 },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: {
      file: 'application/progress/report-playback.ts',
      before: '    const report = make();\n',
      after: '    const report = make();\n    if (report !== null) this.listeningReport.reported();\n',
    },
  },
];
