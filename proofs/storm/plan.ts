import { Random } from '../simulation/random.ts';

/** What the page is doing when it ends. */
export type During = 'sound' | 'seek' | 'report';

export type Ending = { readonly kind: 'kill' | 'close'; readonly during: During };

/** A fault that happens to a listener who is playing. */
export type Mishap =
  | Ending
  | { readonly kind: 'offline' | 'full storage'; readonly seconds: number; readonly end: Ending | null }
  | { readonly kind: 'deployment' | 'change of the listener' };

export type WorldPlan = {
  readonly seed: number;
  readonly listeners: number;
  readonly hasServiceWorker: boolean;
  readonly mishaps: readonly Mishap[];
};

export type Storm = { readonly worlds: readonly WorldPlan[] };

export type Extent = {
  readonly worlds: number;
  readonly kills: number;
  readonly closes: number;
  readonly offlineSeconds: number;
  readonly deployments: number;
  readonly fullStorages: number;
  /** Changes of the listener in each browser. */
  readonly changesOfListener: number;
  /** The shortest and the longest time without a network, in seconds. */
  readonly offlineSpell: readonly [number, number];
};

/** Draws which faults happen in each browser, and in which order. Every browser gets faults of each kind. */
export function drawStorm(seed: number, extent: Extent): Storm {
  const random = new Random(seed);
  const piles: Mishap[][] = Array.from({ length: extent.worlds }, () => []);
  let next = 0;
  const deal = (mishap: Mishap): void => {
    piles[next % piles.length]?.push(mishap);
    next += 1;
  };
  const endings: Ending[] = [];
  for (let at = 0; at < extent.kills; at += 1) endings.push(ending(random, 'kill'));
  for (let at = 0; at < extent.closes; at += 1) endings.push(ending(random, 'close'));
  shuffle(endings, random);
  let offline = 0;
  while (offline < extent.offlineSeconds) {
    const seconds = Math.min(random.between(...extent.offlineSpell), extent.offlineSeconds - offline);
    offline += seconds;
    deal({ kind: 'offline', seconds, end: random.chance(0.6) ? (endings.pop() ?? null) : null });
  }
  for (let at = 0; at < extent.fullStorages; at += 1)
    deal({ kind: 'full storage', seconds: random.between(3, 8), end: endings.pop() ?? null });
  for (let at = 0; at < extent.deployments; at += 1) deal({ kind: 'deployment' });
  for (const each of endings) deal(each);
  for (const pile of piles) {
    for (let at = 0; at < extent.changesOfListener; at += 1) pile.push({ kind: 'change of the listener' });
    shuffle(pile, random);
  }
  const worlds = piles.map((mishaps, at) => ({
    seed: seed + at + 1,
    listeners: at % 2 === 0 ? random.between(1, 2) : 1,
    hasServiceWorker: random.chance(0.75),
    mishaps,
  }));
  return { worlds };
}

const ending = (random: Random, kind: Ending['kind']): Ending => ({
  kind,
  during: random.pick(['sound', 'seek', 'report']),
});

function shuffle(items: unknown[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    [items[at], items[other]] = [items[other], items[at]];
  }
}
