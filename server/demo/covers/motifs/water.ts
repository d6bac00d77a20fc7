import { mix } from '../palettes.ts';
import { among, SIZE, toneAt, type Scene } from '../scene.ts';
import { circle, element, path, rect, shape, stroke } from '../svg.ts';
import { dusk } from './land.ts';

/** Waves of cut paper. Each sheet has a soft shadow on the next one. */
export function waves(scene: Scene): string {
  const count = 6;
  const sun = circle(among(scene, 380, 470), 346, among(scene, 48, 64), scene.accent);
  const sheets = Array.from({ length: count }, (_, at) => {
    const outline = crest(scene, 352 + at * 44, 20 + at * 1.5, 3 + (at % 2), among(scene, 0, 200));
    const shade = element('path', { d: outline, fill: '#000', opacity: 0.13, transform: 'translate(0 -9)' });
    return shade + shape(outline, toneAt(scene, at, count));
  });
  return dusk(scene, 420) + sun + sheets.join('');
}

/** Rows of overlapping fans, a traditional pattern for a calm sea. */
export function fans(scene: Scene): string {
  const radius = 60;
  const rows = Array.from({ length: 7 }, (_, row) => {
    const y = 348 + row * (radius * 0.72);
    const offset = row % 2 === 0 ? 0 : radius;
    return Array.from({ length: 7 }, (_, column) => {
      const x = column * radius * 2 + offset - radius;
      const lit = scene.random() < 0.07;
      const rings = [1, 0.78, 0.56, 0.34].map((share, at) =>
        circle(
          x,
          y,
          radius * share,
          at % 2 === 0 ? (lit ? scene.accent : toneAt(scene, row + at * 0.4, 9)) : scene.ground,
        ),
      );
      return rings.join('');
    }).join('');
  });
  return rows.join('');
}

/** A small sail on a wide sea, with the reflection of the sun. */
export function boat(scene: Scene): string {
  const horizon = 402;
  const x = among(scene, 200, 400);
  const sun = circle(x, horizon, among(scene, 78, 104), scene.accent);
  const sea = rect(0, horizon, SIZE, SIZE - horizon, scene.tones[1]);
  const deep = rect(0, 500, SIZE, 100, mix(scene.tones[1], scene.tones[2], 0.35));
  const glints = Array.from({ length: 9 }, (_, at) => {
    const y = horizon + 14 + at * 20;
    const width = among(scene, 30, 96) * (1 - at * 0.06);
    return rect(x - width / 2 + among(scene, -16, 16), y, width, 5, scene.accent, { rx: 2.5 });
  });
  const bx = x + (x > 300 ? -1 : 1) * among(scene, 110, 150);
  const hull = scene.mode === 'light' ? scene.ink : scene.ground;
  const sail = scene.mode === 'light' ? scene.ground : scene.tones[3];
  const vessel = [
    shape(path('M', bx - 48, 470, 'Q', bx, 512, bx + 56, 470, 'Z'), hull),
    rect(bx - 2, 352, 4, 118, hull),
    shape(path('M', bx + 6, 356, 'Q', bx + 62, 410, bx + 52, 460, 'L', bx + 6, 460, 'Z'), sail),
    shape(
      path('M', bx - 6, 376, 'L', bx - 6, 460, 'L', bx - 42, 460, 'Q', bx - 26, 420, bx - 6, 376, 'Z'),
      mix(sail, scene.tones[1], 0.3),
    ),
  ];
  return [dusk(scene, horizon), sun, sea, deep, ...glints, ...vessel].join('');
}

/** Rings on still water. */
export function ripples(scene: Scene): string {
  const x = among(scene, 220, 420);
  const y = 484;
  const rings = Array.from({ length: 8 }, (_, at) => {
    const turn = 7 - at;
    const rx = 46 + turn * 58;
    return element('ellipse', { cx: x, cy: y, rx, ry: rx * 0.29, fill: toneAt(scene, 7 - turn, 10) });
  });
  const stone = element('ellipse', { cx: x, cy: y, rx: 22, ry: 10, fill: scene.accent });
  const stem = stroke(path('M', x - 3, y - 2, 'Q', x - 26, 420, x + 14, 354), scene.ink, 5);
  const bud = shape(
    path('M', x + 14, 360, 'Q', x - 16, 320, x + 26, 288, 'Q', x + 48, 330, x + 14, 360, 'Z'),
    scene.accent,
  );
  return rings.join('') + stone + stem + bud;
}

/** A line of even waves across the sheet, closed along the bottom edge. */
function crest(scene: Scene, y: number, height: number, count: number, shift: number): string {
  const width = SIZE / count;
  const parts: (string | number)[] = ['M', -shift - width, SIZE + 10, 'L', -shift - width, y];
  for (let at = -1; at <= count + 1; at += 1) {
    const x = at * width - shift;
    const lift = height * among(scene, 0.7, 1.3);
    parts.push('C', x + width * 0.3, y - lift, x + width * 0.4, y - lift, x + width * 0.55, y);
    parts.push('S', x + width * 0.85, y + lift * 0.7, x + width, y);
  }
  parts.push('L', SIZE + width, SIZE + 10, 'Z');
  return path(...parts);
}
