import { mix } from '../palettes.ts';
import { among, SIZE, toneAt, type Scene } from '../scene.ts';
import { circle, path, rect, shape, verticalGradient } from '../svg.ts';

/** Rolling hills under a low moon. */
export function hills(scene: Scene): string {
  const moon = circle(among(scene, 150, 450), among(scene, 362, 378), among(scene, 60, 82), scene.accent);
  const count = 5;
  const ridges = Array.from({ length: count }, (_, at) => {
    const y = 372 + at * 46;
    return shape(ridge(scene, y, 34 - at * 3), toneAt(scene, at, count));
  });
  return dusk(scene, 600) + moon + ridges.join('');
}

/** Sharp peaks with a bright side, and mist between the ranges. */
export function peaks(scene: Scene): string {
  const sun = circle(among(scene, 380, 480), among(scene, 338, 352), among(scene, 44, 58), scene.accent);
  const ranges = [0, 1, 2].map((at) => {
    const tone = toneAt(scene, at + (scene.mode === 'light' ? 0 : 0.3), 4);
    const lit = mix(tone, scene.mode === 'light' ? scene.ground : scene.tones[3], 0.32);
    const base = 470 + at * 65;
    const width = 330 - at * 50;
    const shift = among(scene, -60, 40);
    return [0, 1, 2, 3, 4].map((place) => {
      const x = shift + place * width * 0.56 + among(scene, -26, 26);
      const top = base - among(scene, 120, 200) + at * 26;
      return peak(scene, {
        x,
        top,
        width: width * among(scene, 0.85, 1.1),
        tone,
        lit,
        snowy: at === 0 && top < 330,
      });
    });
  });
  const mist = verticalGradient(`${scene.key}m`, [
    [0, scene.ground, 0],
    [1, scene.ground, 0.6],
  ]);
  const haze = [430, 500].map((y) => rect(0, y, SIZE, 90, `url(#${scene.key}m)`));
  const [far = [], middle = [], near = []] = ranges;
  return [mist, dusk(scene, 480), sun, ...far, haze[0], ...middle, haze[1], ...near].join('');
}

/** A winding road to the horizon, and the sun above its end. */
export function road(scene: Scene): string {
  const horizon = 372;
  const x = among(scene, 250, 350);
  const sun = circle(x, horizon, among(scene, 66, 84), scene.accent);
  const fields = Array.from({ length: 4 }, (_, at) =>
    shape(ridge(scene, horizon + 8 + at * 54, 16), toneAt(scene, at, 5)),
  );
  const turn = among(scene, 90, 130) * (scene.random() < 0.5 ? -1 : 1);
  const way = path(
    'M',
    x - 4,
    horizon + 12,
    'C',
    x + turn,
    420,
    x - turn * 1.9,
    430,
    x - turn * 0.4,
    486,
    'S',
    x + turn * 0.9,
    540,
    x + turn * 0.2,
    600,
    'L',
    x + turn * 0.2 + 190,
    600,
    'C',
    x + turn * 0.9 + 120,
    540,
    x - turn * 0.4 + 20,
    520,
    x - turn * 0.4 + 62,
    486,
    'C',
    x - turn * 1.5,
    436,
    x + turn + 26,
    424,
    x + 5,
    horizon + 12,
    'Z',
  );
  return (
    dusk(scene, horizon + 30) +
    sun +
    fields.join('') +
    shape(way, scene.mode === 'light' ? scene.ground : scene.tones[3])
  );
}

/** The smooth outline of a hill across the sheet, closed along the bottom edge. */
export function ridge(scene: Scene, y: number, height: number): string {
  const steps = 4;
  const width = SIZE / steps;
  const parts: (string | number)[] = ['M', -20, SIZE + 10, 'L', -20, y + among(scene, -height, height)];
  let at = y + among(scene, -height, height);
  parts.push('L', 0, at);
  for (let step = 0; step < steps; step += 1) {
    const next = y + among(scene, -height, height);
    parts.push(
      'C',
      step * width + width * 0.5,
      at,
      step * width + width * 0.5,
      next,
      (step + 1) * width,
      next,
    );
    at = next;
  }
  parts.push('L', SIZE + 20, at, 'L', SIZE + 20, SIZE + 10, 'Z');
  return path(...parts);
}

/** The ground colour, a little warmer towards the horizon. */
export function dusk(scene: Scene, horizon: number): string {
  const id = `${scene.key}d`;
  return (
    verticalGradient(id, [
      [0, scene.ground],
      [0.45, scene.ground],
      [1, mix(scene.ground, scene.tones[0], 0.75)],
    ]) + rect(0, 0, SIZE, horizon, `url(#${id})`)
  );
}

function peak(
  scene: Scene,
  mountain: { x: number; top: number; width: number; tone: string; lit: string; snowy: boolean },
): string {
  const { x, top, width, tone, lit } = mountain;
  const foot = SIZE + 5;
  const half = width / 2 + (foot - top) * 0.28;
  const bend = among(scene, -14, 14);
  const left = shape(
    path('M', x, top, 'L', x - half, foot, 'L', x + bend * 3, foot, 'L', x + bend, top + 110, 'Z'),
    lit,
  );
  const right = shape(
    path('M', x, top, 'L', x + bend, top + 110, 'L', x + bend * 3, foot, 'L', x + half, foot, 'Z'),
    tone,
  );
  if (!mountain.snowy) return left + right;
  const fall = half / (foot - top);
  const snow = path(
    'M',
    x,
    top,
    'L',
    x - 44 * fall,
    top + 44,
    'L',
    x - 16 * fall,
    top + 34,
    'L',
    x + bend * 0.3,
    top + 52,
    'L',
    x + 20 * fall,
    top + 36,
    'L',
    x + 46 * fall,
    top + 46,
    'Z',
  );
  return left + right + shape(snow, scene.mode === 'light' ? '#ffffff' : scene.ink);
}
