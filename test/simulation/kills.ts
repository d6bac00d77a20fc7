import { add, addLife, type Figures } from './figures.ts';
import type { Story } from './habits.ts';
import { live } from './live.ts';
import type { Client } from './model/page.ts';
import type { Breach } from './range.ts';
import type { Happening, Step } from './steps.ts';

const SECOND = 1000;

/**
 * The acts to interrupt. The page of tab A plays. It is killed before each outward act in turn, and tab B can
 * recover.
 */
const ACTS: readonly (readonly Happening[])[] = [
  [{ kind: 'play', tab: 0, title: 'harbour', track: null }],
  [{ kind: 'play', tab: 0, title: 'radio', track: 1 }],
  [{ kind: 'toggle', tab: 0 }],
  [{ kind: 'next', tab: 0 }],
  [{ kind: 'previous', tab: 0 }],
  [{ kind: 'seek', tab: 0, share: 0.5 }],
  [{ kind: 'speed', tab: 0, speed: 2 }],
  [{ kind: 'close player', tab: 0 }],
  [{ kind: 'close tab', tab: 0 }],
  [{ kind: 'reload tab', tab: 0 }],
  [{ kind: 'toggle', tab: 1 }],
  [{ kind: 'favorite', tab: 0, title: 'tide' }],
  [{ kind: 'download', tab: 0, title: 'orchard', tracks: 1 }],
  [
    { kind: 'download', tab: 0, title: 'spark', tracks: null },
    { kind: 'play download', tab: 1, title: 'spark' },
  ],
  [{ kind: 'add to the end', tab: 0, title: 'moss' }],
  [{ kind: 'sign out', tab: 0 }],
  [{ kind: 'sign out everywhere', tab: 0 }],
  [{ kind: 'tokens expire' }, { kind: 'visit', tab: 0 }],
  [
    { kind: 'tokens revoked', listener: 1 },
    { kind: 'visit', tab: 0 },
  ],
];

/** More outward acts than any of these acts has. */
const MOST_ACTS = 60;

const storyOf = (happenings: readonly Happening[], acts: number): Story => {
  const steps: readonly (Happening & { readonly wait: number })[] = [
    { wait: 0, kind: 'subscribe', listener: 1 },
    { wait: 0, kind: 'open tab' },
    { wait: SECOND, kind: 'sign in', tab: 0, listener: 1 },
    { wait: SECOND, kind: 'open tab' },
    { wait: SECOND, kind: 'play', tab: 0, title: 'ember', track: null },
    { wait: 12 * SECOND, kind: 'kill before act', tab: 0, acts },
    ...happenings.map((happening) => ({ wait: 0, ...happening })),
    { wait: 3 * SECOND, kind: 'rest' },
  ];
  return {
    seed: acts,
    clockErrors: [0],
    listeners: 2,
    days: 0,
    steps: steps.map((step): Step => ({ device: 0, ...step })),
  };
};

/** Repeats each act, and kills its page one outward act later each time, until the act completes. */
export async function killInTurn(
  client: Client,
  figures: Figures,
  found: (breach: Breach) => void,
): Promise<void> {
  for (const happenings of ACTS) {
    for (let acts = 1; acts <= MOST_ACTS; acts += 1) {
      const story = storyOf(happenings, acts);
      const life = await live(story, client);
      addLife(figures, life);
      if (life.problem !== null)
        found({ seed: story.seed, rule: life.problem.rule, words: life.problem.words, story });
      if (!life.world.counts.has('kill')) break;
      add(figures, 'kills tried in turn', 1);
      add(figures, `most kills in turn (at most ${String(MOST_ACTS)})`, acts);
    }
  }
}
