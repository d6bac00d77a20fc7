import { mix } from '../palettes.ts';
import { among, SIZE, toneAt, type Scene } from '../scene.ts';
import { circle, element, path, rect, shape, stroke } from '../svg.ts';
import { dusk, ridge } from './land.ts';

/** A constellation above the edge of a planet. */
export function stars(scene: Scene): string {
  const dust = Array.from({ length: 70 }, () =>
    circle(among(scene, 0, SIZE), among(scene, 0, SIZE), among(scene, 0.8, 2.2), scene.ink, {
      opacity: among(scene, 0.25, 0.8),
    }),
  );
  const points = Array.from({ length: 7 }, (_, at) => ({
    x: 60 + at * 80 + among(scene, -22, 22),
    y: 350 + Math.sin(at * 1.3 + scene.random()) * 56 + among(scene, -14, 14),
  }));
  const line = path(...points.flatMap(({ x, y }, at) => [at === 0 ? 'M' : 'L', x, y]));
  const bright = points.map(({ x, y }, at) =>
    at === 3 ? spark(x, y, 26, scene.accent) : circle(x, y, among(scene, 4, 7.5), scene.ink),
  );
  const px = among(scene, 360, 520);
  const planet = [
    circle(px, 680, 210, scene.tones[0]),
    circle(px - 30, 700, 210, mix(scene.tones[0], scene.tones[1], 0.5)),
  ];
  return [...dust, ...planet, stroke(line, scene.tones[1], 2), ...bright].join('');
}

/** A crescent between long clouds. */
export function moon(scene: Scene): string {
  const x = among(scene, 240, 360);
  const y = 426;
  const r = among(scene, 112, 132);
  const id = `${scene.key}c`;
  const cut = element(
    'mask',
    { id },
    rect(0, 0, SIZE, SIZE, '#fff') + circle(x + r * 0.42, y - r * 0.2, r * 0.86, '#000'),
  );
  const crescent = circle(x, y, r, scene.accent, { mask: `url(#${id})` });
  const dots = Array.from({ length: 26 }, () =>
    circle(among(scene, 20, 580), among(scene, 250, 560), among(scene, 1, 2.6), scene.ink, { opacity: 0.7 }),
  );
  const clouds = [0, 1, 2, 3, 4].map((at) =>
    cloud(scene, x + among(scene, -230, 150), y + 30 + at * 34, toneAt(scene, at * 0.55, 5)),
  );
  return [cut, ...dots, crescent, ...clouds].join('');
}

/** A large setting sun, cut into bands. */
export function strata(scene: Scene): string {
  const x = 300 + among(scene, -70, 70);
  const y = 424;
  const r = among(scene, 122, 140);
  const sun = circle(x, y, r, scene.accent);
  const cuts = Array.from({ length: 6 }, (_, at) =>
    rect(x - r - 5, y - 6 + at * 29, r * 2 + 10, 5 + at * 3.4, scene.ground),
  );
  const layers = [0, 1, 2].map((at) => shape(ridge(scene, 506 + at * 36, 12), toneAt(scene, at, 3.4)));
  return [sun, ...cuts, ...layers].join('');
}

/** Birds in front of a low sun. */
export function birds(scene: Scene): string {
  const sun = circle(among(scene, 180, 420), 420, among(scene, 92, 116), scene.accent);
  const flock = Array.from({ length: 11 }, (_, at) => {
    const x = 70 + at * 46 + among(scene, -14, 14);
    const y = 400 - at * 11 + among(scene, -44, 44);
    return bird(x, y, among(scene, 11, 25), scene.ink);
  });
  const land = [0, 1, 2].map((at) => shape(ridge(scene, 496 + at * 40, 16), toneAt(scene, at, 3.2)));
  return [dusk(scene, 560), sun, ...land, ...flock].join('');
}

/** Overlapping discs on thin orbits. */
export function orbits(scene: Scene): string {
  const [cx, cy] = [among(scene, 260, 340), 446];
  const rings = [102, 124, 144, 162].map((r, at) =>
    element('circle', {
      cx,
      cy,
      r,
      fill: 'none',
      stroke: scene.tones[Math.min(at, 2) === 0 ? 1 : 0],
      'stroke-width': at === 2 ? 3 : 1.6,
    }),
  );
  const planets = [102, 124, 144, 162].map((r, at) => {
    const angle = among(scene, Math.PI * 1.02, Math.PI * 1.98) + (at % 2) * 0.3;
    return circle(
      cx + r * Math.cos(angle),
      cy + r * Math.sin(angle) * 1,
      9 + ((at * 7) % 12),
      at === 1 ? scene.accent : scene.tones[2],
    );
  });
  const shift = among(scene, 36, 52);
  const discs = [
    circle(cx - shift, cy, 78, scene.tones[1]),
    circle(cx + shift, cy, 78, scene.accent, { opacity: 0.88 }),
    shape(lens(cx, cy, 78, shift), scene.tones[3]),
  ];
  return [...rings, ...planets, ...discs].join('');
}

/** The intersection of two equal discs, each `shift` away from the centre. */
function lens(cx: number, cy: number, r: number, shift: number): string {
  const height = Math.sqrt(r * r - shift * shift);
  return path(
    'M',
    cx,
    cy - height,
    'A',
    r,
    r,
    '0 0 1',
    cx,
    cy + height,
    'A',
    r,
    r,
    '0 0 1',
    cx,
    cy - height,
    'Z',
  );
}

function spark(x: number, y: number, r: number, fill: string): string {
  const w = r * 0.16;
  return shape(
    path(
      'M',
      x,
      y - r,
      'Q',
      x + w,
      y - w,
      x + r,
      y,
      'Q',
      x + w,
      y + w,
      x,
      y + r,
      'Q',
      x - w,
      y + w,
      x - r,
      y,
      'Q',
      x - w,
      y - w,
      x,
      y - r,
      'Z',
    ),
    fill,
  );
}

function bird(x: number, y: number, size: number, colour: string): string {
  return shape(
    path(
      'M',
      x - size * 1.5,
      y - size * 0.5,
      'Q',
      x - size * 0.5,
      y - size * 0.7,
      x,
      y,
      'Q',
      x + size * 0.5,
      y - size * 0.7,
      x + size * 1.5,
      y - size * 0.5,
      'Q',
      x + size * 0.5,
      y - size * 0.35,
      x,
      y + size * 0.32,
      'Q',
      x - size * 0.5,
      y - size * 0.35,
      x - size * 1.5,
      y - size * 0.5,
      'Z',
    ),
    colour,
  );
}

function cloud(scene: Scene, x: number, y: number, fill: string): string {
  const height = among(scene, 18, 26);
  const width = among(scene, 210, 330);
  return (
    rect(x, y, width, height, fill, { rx: height / 2 }) +
    rect(x + among(scene, 30, 70), y - height * 0.72, width * among(scene, 0.35, 0.55), height, fill, {
      rx: height / 2,
    })
  );
}
