/** Six colours that fit together: four steps from dark to light, paper, and an accent. */
export interface Palette {
  readonly night: string;
  readonly deep: string;
  readonly mid: string;
  readonly soft: string;
  readonly paper: string;
  readonly accent: string;
}

function palette(
  night: string,
  deep: string,
  mid: string,
  soft: string,
  paper: string,
  accent: string,
): Palette {
  return { night, deep, mid, soft, paper, accent };
}

export const PALETTES: readonly [Palette, ...Palette[]] = [
  /* harbour */ palette('#0f2233', '#1f4a63', '#4a8a9e', '#a9ccc9', '#f3ede0', '#e8743b'),
  /* ember */ palette('#2a1018', '#6b1f2b', '#b8432f', '#eba25f', '#faeedd', '#f4c95d'),
  /* moss */ palette('#14231a', '#2f4f37', '#6b8f59', '#b9c99a', '#f4f1e1', '#e0663f'),
  /* plum */ palette('#22122e', '#4b2a63', '#8b5a9e', '#cfa9cf', '#f6ecf0', '#f2a65a'),
  /* desert */ palette('#2d1a12', '#7a3e22', '#c9773f', '#e9bd86', '#fbf1e0', '#2f7f86'),
  /* fjord */ palette('#0d1f2b', '#214a5a', '#5d8b91', '#b7cfc8', '#f0f2ea', '#d94f4f'),
  /* saffron */ palette('#2b1b08', '#7c4a0c', '#d18b1c', '#f0c667', '#fcf3dc', '#1f5f74'),
  /* rose */ palette('#2c1220', '#7a2748', '#c75b7a', '#efb3b4', '#fcefe9', '#2e6f6a'),
  /* coral and ink */ palette('#10142b', '#2a3166', '#5f6bb0', '#b6bddf', '#f3f1f3', '#ff6f59'),
  /* olive */ palette('#1e1f0f', '#4d5220', '#8f9440', '#cfcf8f', '#f8f5e2', '#c2452d'),
  /* teal */ palette('#06262a', '#0e5157', '#2f9290', '#9fd3c3', '#f1f6ea', '#f6ae3c'),
  /* terracotta */ palette('#2b130d', '#86321f', '#cf6744', '#eeb391', '#fbf0e6', '#24506b'),
  /* aubergine */ palette('#1f1230', '#40265f', '#7c559c', '#c3a6d6', '#f6f0e2', '#e9b44c'),
  /* glacier */ palette('#0b1c3a', '#1f4380', '#5c8fcb', '#b5d3ee', '#f3f8fb', '#ffb454'),
  /* peat */ palette('#1c1512', '#4a382e', '#8c6d58', '#cdb59d', '#f6efe5', '#4f8f7c'),
  /* lagoon */ palette('#04222f', '#045a6e', '#1aa3a5', '#8fdcc8', '#fbf6e3', '#ff7a5c'),
  /* blossom */ palette('#2a1626', '#5f3455', '#b06a8c', '#f0bccb', '#fff3ee', '#5b9b8a'),
  /* marigold */ palette('#14102e', '#33297a', '#6a5fc4', '#b9b2ec', '#f7f3ec', '#f9a620'),
  /* pine */ palette('#0f1f1d', '#25473f', '#5c8a77', '#b3ccb8', '#f4f0e4', '#b6413a'),
  /* dusk */ palette('#191528', '#473457', '#a0556a', '#ee9d73', '#fde8cf', '#f7d06b'),
];

/** A mix of two colours. `share` is the part of the second one. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const mixed = a.map((value, at) => Math.round(value + ((b[at] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast ratio of two colours as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
