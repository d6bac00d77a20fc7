import { hashOf, pick, seeded } from '../catalogue/random.ts';
import type { CoverSource } from '../../media/source.ts';
import { emblemOf, hasUpperEdge, isNocturnal, motifFor } from './motifs/index.ts';
import { contrast, PALETTES } from './palettes.ts';
import { portrait } from './portrait.ts';
import { sceneOf, SIZE, type Mode, type Scene } from './scene.ts';
import { circle, element, escapeText, rect } from './svg.ts';
import { graphemes, shorten, widthOf } from './measure.ts';
import { SANS, SERIF, setText, type SetText } from './typography.ts';

const MARGIN = 44;
const MODES: readonly [Mode, ...Mode[]] = ['light', 'light', 'dark', 'bold'];
/** The upper edge of the band under a bottom title. */
const BAND = 392;

interface Face {
  readonly family: string;
  readonly weight: number;
  /** The width of the letters, as a multiple of the regular width. */
  readonly stretch: number;
  readonly tracking: number;
}

const BOOK: Face = { family: SERIF, weight: 700, stretch: 1.03, tracking: -0.01 };
const QUIET: Face = { family: SERIF, weight: 400, stretch: 0.97, tracking: 0 };
const LOUD: Face = { family: SANS, weight: 800, stretch: 1.1, tracking: -0.02 };
const PLAIN: Face = { family: SANS, weight: 600, stretch: 1.07, tracking: -0.01 };

/**
 * Draws a cover: an SVG of 600 × 600 units and a few kB, without scripts and without other files. The same source always
 * gives the same picture. Covers of items show title and authors, authors have portraits, the others have no text.
 */
export function drawCover(source: CoverSource): string {
  const random = seeded(`cover ${source.of} ${source.id}`);
  const palette = pick(random, PALETTES);
  const mode = pick(random, MODES);
  const key = `c${hashOf(`${source.of} ${source.id}`).toString(36)}`;
  const initial = graphemes(source.title.trim())[0]?.toLocaleUpperCase('en') ?? '';
  const scene = (mode: Mode) => sceneOf({ random, mode, palette, key, initial });
  if (source.of === 'author') return sheet(source, scene(mode), portrait(scene(mode)));

  const isItem = source.of === 'item';
  const motif = isItem ? motifFor(source.themes, random) : emblemOf(source.id, random);
  const lit = scene(isNocturnal(motif) && mode === 'light' ? 'dark' : mode);
  if (isItem) return sheet(source, lit, titled(source, lit, motif(lit)));
  // The upper part of a motif is free for a title. Without a title, the motif moves up and grows.
  const scale = hasUpperEdge(motif) ? 2 : 1.5;
  const transform = `translate(${(SIZE / 2) * (1 - scale)} ${SIZE * (1 - scale)}) scale(${scale})`;
  const art = element('g', { transform }, motif(lit));
  return sheet(source, lit, art);
}

function sheet(source: CoverSource, scene: Scene, content: string): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${SIZE} ${SIZE}`,
      width: SIZE,
      height: SIZE,
      role: 'img',
    },
    element('title', {}, escapeText(source.title)) + rect(0, 0, SIZE, SIZE, scene.ground) + content,
  );
}

function titled(source: CoverSource, scene: Scene, art: string): string {
  const face = faceOf(source.contentType);
  const [main = '', ...rest] = source.title.split(': ');
  const subtitle = rest.join(': ');
  const atBottom = source.title.length <= 24 && scene.random() < 0.45;
  const width = SIZE - 2 * MARGIN;
  const title = setText(main, {
    width,
    height: atBottom ? 112 : subtitle === '' ? 186 : 136,
    largest: atBottom ? 66 : 84,
    smallest: 24,
    leading: 1.08,
    stretch: face.stretch,
  });
  const under =
    subtitle === ''
      ? null
      : setText(subtitle, { width, height: 60, largest: 28, smallest: 24, leading: 1.2, stretch: 0.98 });
  const writing = write({ source, scene, face, title, under, top: atBottom ? BAND + 26 : 46 });
  if (!atBottom) return art + writing + mark(source, scene);
  const raised = element('g', { transform: `translate(0 ${BAND - SIZE})` }, art);
  return raised + rect(0, BAND, SIZE, SIZE - BAND, scene.ground) + writing + mark(source, scene);
}

/** The title, its subtitle and the authors, below an upper edge. */
function write(text: {
  source: CoverSource;
  scene: Scene;
  face: Face;
  title: SetText;
  under: SetText | null;
  top: number;
}): string {
  const { source, scene, face, title, under } = text;
  const parts: string[] = [];
  let y = text.top;
  for (const line of title.lines) {
    y += title.size * 1.08;
    parts.push(textLine(line, y - title.size * 0.28, title.size, { fill: scene.ink, face }));
  }
  for (const line of under?.lines ?? []) {
    y += (under?.size ?? 0) * 1.2;
    parts.push(textLine(line, y, under?.size ?? 0, { fill: scene.ink, face: QUIET }));
  }
  const authors = byLine(source.authors, (SIZE - 2 * MARGIN) / 25);
  const quiet = contrast(scene.tones[2], scene.ground) >= 4.5 ? scene.tones[2] : scene.ink;
  parts.push(textLine(authors, y + 36, 25, { fill: quiet, face: { ...PLAIN, weight: 500, tracking: 0 } }));
  return parts.join('');
}

function textLine(text: string, y: number, size: number, style: { fill: string; face: Face }): string {
  return element(
    'text',
    {
      x: MARGIN,
      y,
      fill: style.fill,
      'font-family': style.face.family,
      'font-size': size,
      'font-weight': style.face.weight,
      'letter-spacing': style.face.tracking === 0 ? undefined : `${style.face.tracking}em`,
    },
    escapeText(text),
  );
}

/** As many authors as fit into a line of this width in ems, and the number of the others. */
function byLine(authors: readonly string[], room: number): string {
  for (let shown = authors.length; shown > 0; shown -= 1) {
    const others = authors.length - shown;
    const names = authors.slice(0, shown).join(', ') + (others === 0 ? '' : ` + ${others}`);
    if (widthOf(names) <= room || shown === 1) return shorten(names, room);
  }
  return '';
}

/** Podcasts have a small sign of sound, collections a frame. */
function mark(source: CoverSource, scene: Scene): string {
  if (source.contentType === 5) {
    return element('rect', {
      x: 16,
      y: 16,
      width: SIZE - 32,
      height: SIZE - 32,
      fill: 'none',
      stroke: scene.ink,
      'stroke-width': 3,
    });
  }
  if (source.contentType !== 3) return '';
  return [0, 1, 2]
    .map((at) =>
      element('circle', {
        cx: 548,
        cy: 548,
        r: 12 + at * 13,
        fill: 'none',
        stroke: scene.ink,
        'stroke-width': 5,
        opacity: 1 - at * 0.28,
      }),
    )
    .concat(circle(548, 548, 6, scene.ink))
    .join('');
}

function faceOf(type: CoverSource['contentType']): Face {
  if (type === 0) return QUIET;
  if (type === 3) return LOUD;
  if (type === 1) return PLAIN;
  return BOOK;
}
