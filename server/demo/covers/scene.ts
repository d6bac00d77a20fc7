import { mix, type Palette } from './palettes.ts';

/** Covers are square; every coordinate is in these units. */
export const SIZE = 600;

/** The kind of background: paper, dark, or a full colour. */
export type Mode = 'light' | 'dark' | 'bold';

/** The input of a motif. It draws in the lower part, from about y = 250. The part above is for the title. */
export interface Scene {
  readonly random: () => number;
  readonly mode: Mode;
  /** The colour of the whole sheet, also behind the title. */
  readonly ground: string;
  /** A text colour with enough contrast to the ground. */
  readonly ink: string;
  readonly accent: string;
  /** Four tones with increasing contrast to the ground. */
  readonly tones: readonly [string, string, string, string];
  readonly palette: Palette;
  /** A prefix for ids of gradients, so that two covers on one page have different ids. */
  readonly key: string;
  /** The first letter of the title. */
  readonly initial: string;
}

export function sceneOf(from: Pick<Scene, 'random' | 'mode' | 'palette' | 'key' | 'initial'>): Scene {
  const { night, deep, mid, soft, paper, accent } = from.palette;
  if (from.mode === 'light')
    return { ...from, ground: paper, ink: night, accent, tones: [soft, mid, deep, night] };
  if (from.mode === 'dark') {
    return { ...from, ground: night, ink: paper, accent, tones: [deep, mid, soft, paper] };
  }
  return { ...from, ground: deep, ink: paper, accent, tones: [mix(deep, mid, 0.6), mid, soft, paper] };
}

/** The `at`th of `count` tones, evenly spaced between the first and the last tone of the scene. */
export function toneAt(scene: Scene, at: number, count: number): string {
  const place = (at / Math.max(1, count - 1)) * (scene.tones.length - 1);
  const low = Math.min(Math.floor(place), scene.tones.length - 2);
  const [from, to] = [scene.tones[low] ?? scene.ink, scene.tones[low + 1] ?? scene.ink];
  return mix(from, to, Math.min(1, Math.max(0, place - low)));
}

/** A random number from `low` to `high`. */
export function among(scene: Scene, low: number, high: number): number {
  return low + scene.random() * (high - low);
}
