import type { Scene } from '../scene.ts';
import { boat, fans, ripples, waves } from './water.ts';
import { bough, leaves, trees } from './growth.ts';
import { bowls, desk } from './table.ts';
import { arches, openWindow, skyline } from './town.ts';
import { arcs, bars, disc, tiles, weave } from './pattern.ts';
import { birds, moon, orbits, stars, strata } from './sky.ts';
import { hills, peaks, road } from './land.ts';
import { initial, marks } from './letters.ts';

export type Motif = (scene: Scene) => string;

/** The motifs of a topic or a category, by its id. */
const MOTIFS_BY_THEME: Readonly<Record<string, readonly Motif[]>> = {
  calm: [ripples, arcs, orbits],
  'better-sleep': [moon, stars, hills],
  focus: [tiles, orbits, desk],
  courage: [strata, peaks, initial],
  'letting-go': [birds, bough, leaves],
  walking: [road, trees, hills],
  'the-sea': [waves, boat, fans],
  mountains: [peaks, hills],
  'night-sky': [stars, moon, orbits],
  forests: [trees, leaves, bough],
  cities: [skyline, arches],
  family: [openWindow, bough, tiles],
  friendship: [orbits, arcs, tiles],
  language: [marks, initial],
  music: [bars, disc],
  making: [weave, desk, tiles],
  kitchens: [bowls],
  journeys: [boat, road, arches, strata],

  fiction: [arches, initial, skyline],
  'lives-and-memoir': [bough, openWindow, road],
  history: [fans, arches, initial, weave],
  'science-and-nature': [leaves, orbits],
  meditation: [arcs, ripples],
  sleep: [hills, moon],
  'mind-and-wellbeing': [strata, arcs],
  'food-and-travel': [bowls, strata],
  'short-works': [disc, marks, fans],
  'craft-and-work': [desk, weave],
};

const ANY: readonly [Motif, ...Motif[]] = [
  hills,
  waves,
  strata,
  arches,
  arcs,
  tiles,
  leaves,
  orbits,
  birds,
  fans,
  weave,
  initial,
];

/** Motifs that show the night. */
const NOCTURNAL: ReadonlySet<Motif> = new Set([stars, moon]);

/** Motifs with a straight upper edge. On a sheet without a title above, this edge must be outside the sheet. */
const EDGED: ReadonlySet<Motif> = new Set([tiles, weave]);

/** The motif of a cover. It fits the first theme, sometimes the second. */
export function motifFor(themes: readonly string[], random: () => number): Motif {
  const place = random() < 0.7 ? 0 : 1;
  const choices = MOTIFS_BY_THEME[themes[place] ?? ''] ?? MOTIFS_BY_THEME[themes[0] ?? ''] ?? ANY;
  return choices[Math.floor(random() * choices.length)] ?? ANY[0];
}

/** The motif of a topic or a category. */
export function emblemOf(theme: string, random: () => number): Motif {
  return MOTIFS_BY_THEME[theme]?.[0] ?? ANY[Math.floor(random() * ANY.length)] ?? ANY[0];
}

export function isNocturnal(motif: Motif): boolean {
  return NOCTURNAL.has(motif);
}

export function hasUpperEdge(motif: Motif): boolean {
  return EDGED.has(motif);
}
