import { mix } from '../palettes.ts';
import { among, SIZE, toneAt, type Scene } from '../scene.ts';
import { circle, path, rect, shape, stroke } from '../svg.ts';
import { dusk, ridge } from './land.ts';

/** Roofs in the evening, with a few lit windows. */
export function skyline(scene: Scene): string {
  const moon = circle(among(scene, 120, 480), 318, 40, scene.accent);
  const rows = [0, 1, 2].map((row) => {
    const fill = toneAt(scene, row, 3.2);
    const houses: string[] = [];
    for (let x = among(scene, -40, 0); x < SIZE;) {
      const width = among(scene, 56, 104);
      const top = 376 + row * 66 + among(scene, -40, 40);
      houses.push(house(scene, { x, top, width, fill, lit: row > 0 }));
      x += width + among(scene, 0, 5);
    }
    return houses.join('');
  });
  return dusk(scene, 470) + moon + rows.join('');
}

/** A window with a view, a curtain and a plant. */
export function openWindow(scene: Scene): string {
  const [x, y, width, height] = [150, 304, 300, 226];
  const view = [
    rect(x, y, width, height, mix(scene.tones[0], scene.ground, scene.mode === 'light' ? 0.3 : 0)),
    circle(x + among(scene, 90, 220), y + 120, 52, scene.accent),
  ];
  const id = `${scene.key}v`;
  const clip = `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`;
  const land = [0, 1].map((at) => shape(ridge(scene, y + 160 + at * 40, 14), scene.tones[at === 0 ? 1 : 2]));
  const frame = scene.mode === 'light' ? scene.ink : scene.tones[3];
  const bars = [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${frame}" stroke-width="10"/>`,
    rect(x + width / 2 - 4, y, 8, height, frame),
    rect(x, y + height * 0.42, width, 8, frame),
    rect(x - 34, y + height, width + 68, 18, frame),
  ];
  const cloth = mix(scene.accent, scene.ground, 0.25);
  const curtains = [-1, 1].map((side) => {
    const edge = side < 0 ? x - 26 : x + width + 26;
    return shape(
      path(
        'M',
        edge,
        y - 14,
        'L',
        edge - side * 96,
        y - 14,
        'Q',
        edge - side * 86,
        y + 100,
        edge,
        y + 172,
        'Z',
      ),
      cloth,
    );
  });
  const px = x + among(scene, 60, 220);
  const sill = y + height;
  const pot = [
    ...[-36, -18, 0, 18, 36].map((lean) =>
      stroke(
        path(
          'M',
          px,
          sill - 30,
          'Q',
          px + lean * 0.4,
          sill - 70,
          px + lean,
          sill - 92 + Math.abs(lean) * 0.5,
        ),
        scene.tones[2],
        9,
      ),
    ),
    shape(
      path('M', px - 26, sill - 40, 'L', px + 26, sill - 40, 'L', px + 18, sill, 'L', px - 18, sill, 'Z'),
      frame,
    ),
  ];
  return (
    clip +
    `<g clip-path="url(#${id})">${view.join('')}${land.join('')}</g>` +
    bars.join('') +
    curtains.join('') +
    pot.join('')
  );
}

/** Arches inside arches, and a light at the end. */
export function arches(scene: Scene): string {
  const x = among(scene, 250, 350);
  return ARCH_TONES.map((tone, at) => {
    const half = 250 - at * 42;
    const spring = 300 + at * 34 + half * 0.72;
    const fill = tone === null ? scene.accent : toneAt(scene, tone, 4);
    return shape(
      path(
        'M',
        x - half,
        SIZE + 5,
        'L',
        x - half,
        spring,
        'A',
        half,
        half * 0.72,
        '0 0 1',
        x + half,
        spring,
        'L',
        x + half,
        SIZE + 5,
        'Z',
      ),
      fill,
    );
  }).join('');
}

/** From the outermost arch inwards. Neighbours have different tones, and the last one is the light. */
const ARCH_TONES = [0.3, 2.8, 1.2, 2.2, 0.6, null] as const;

function house(
  scene: Scene,
  { x, top, width, fill, lit }: { x: number; top: number; width: number; fill: string; lit: boolean },
): string {
  const kind = Math.floor(scene.random() * 3);
  const roof =
    kind === 0
      ? shape(path('M', x, top + 0.5, 'L', x + width / 2, top - 34, 'L', x + width, top + 0.5, 'Z'), fill)
      : kind === 1
        ? rect(x + width * 0.18, top - 22, width * 0.2, 24, fill)
        : '';
  const panes: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      if (scene.random() > 0.3) continue;
      const glow = lit && scene.random() < 0.62 ? scene.accent : mix(fill, scene.ground, 0.3);
      panes.push(rect(x + width * (0.17 + column * 0.25), top + 22 + row * 32, width * 0.13, 15, glow));
    }
  }
  return roof + rect(x, top, width, SIZE - top + 5, fill) + panes.join('');
}
