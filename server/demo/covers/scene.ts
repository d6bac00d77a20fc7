import { mix, type Palette } from './palettes.ts';

/** Covers are square; every coordinate is in these units. */
export const SIZE = 600;

/** Where the light comes from: printed on paper, in the dark, or on a full colour. */
export type Mode = 'light' | 'dark' | 'bold';

/** What a motif draws with. It draws in the lower part, from about y = 250; what lies above belongs to the title. */
export interface Scene {
  readonly random: () => number;
  readonly mode: Mode;
  /** The colour of the whole sheet, and of what lies behind the title. */
  readonly ground: string;
  /** Reads well on the ground. */
  readonly ink: string;
  readonly accent: string;
  /** Four tones that stand out from the ground more and more. */
  readonly tones: readonly [string, string, string, string];
  readonly palette: Palette;
  /** A prefix for ids of gradients, so that two covers in one page never share them. */
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
