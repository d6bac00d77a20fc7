import { among, toneAt, type Scene } from '../scene.ts';
import { circle, element, path, rect, shape, stroke } from '../svg.ts';
import { ridge } from './land.ts';

/** Tall stems with pairs of leaves, like pressed plants. */
export function leaves(scene: Scene): string {
  const stems = Array.from({ length: 5 }, (_, at) => {
    const x = 60 + at * 122 + among(scene, -18, 18);
    const height = among(scene, 170, 258) + (at % 2) * 24;
    const lean = among(scene, -46, 46);
    const tone = at === 2 ? scene.accent : toneAt(scene, (at * 1.7) % 4, 4);
    const pairs = Math.round(height / 44);
    const blades = Array.from({ length: pairs }, (_, pair) => {
      const share = (pair + 0.6) / pairs;
      const px = x + lean * share * share;
      const py = 612 - height * share;
      const size = 62 * (1 - share * 0.55);
      return leaf(px, py, size, -34 - share * 26, tone) + leaf(px, py, size, 214 + share * 26, tone);
    });
    const tip = leaf(x + lean, 612 - height, 40, -90 + lean * 0.4, tone);
    return (
      stroke(path('M', x, 612, 'Q', x, 612 - height / 2, x + lean, 612 - height), tone, 4) +
      blades.join('') +
      tip
    );
  });
  return stems.join('');
}

/** A branch with round fruit across the sheet. */
export function bough(scene: Scene): string {
  const branch = path('M', -10, 560, 'C', 150, 520, 260, 440, 420, 430, 'S', 560, 380, 620, 330);
  const spots: readonly (readonly [number, number])[] = [
    [60, 545],
    [140, 516],
    [220, 474],
    [300, 446],
    [380, 432],
    [460, 424],
    [540, 390],
  ];
  const foliage = spots.map(([x, y], at) => {
    const tone = toneAt(scene, 1 + (at % 3), 4);
    return (
      leaf(x, y, among(scene, 78, 104), among(scene, -78, -38), tone) +
      leaf(x + 14, y, among(scene, 62, 84), among(scene, 36, 74), toneAt(scene, at % 3, 4))
    );
  });
  const fruit = [1, 3, 5].map((at) => {
    const [x = 0, y = 0] = spots[at] ?? [];
    const r = among(scene, 30, 40);
    const hang = y + 62;
    return (
      stroke(path('M', x + 10, y, 'Q', x + 20, y + 20, x + 12, hang - r), scene.tones[2], 4) +
      circle(x + 12, hang, r, scene.accent) +
      element('ellipse', {
        cx: x + 2,
        cy: hang - 11,
        rx: r * 0.26,
        ry: r * 0.16,
        fill: '#fff',
        opacity: 0.35,
        transform: `rotate(-30 ${Math.round(x + 2)} ${Math.round(hang - 11)})`,
      })
    );
  });
  return stroke(branch, scene.tones[2], 9) + foliage.join('') + fruit.join('');
}

/** A stand of trees, each a simple solid. */
export function trees(scene: Scene): string {
  const ground = shape(ridge(scene, 548, 10), scene.tones[2]);
  const row = Array.from({ length: 9 }, (_, at) => {
    const x = 20 + at * 70 + among(scene, -14, 14);
    const height = among(scene, 150, 262);
    const width = among(scene, 54, 84);
    const foot = 560;
    const fill = at === 4 ? scene.accent : toneAt(scene, (at * 2.3) % 4, 4);
    const trunk = rect(
      x - 3,
      foot - height * 0.7,
      6,
      height * 0.72,
      scene.mode === 'light' ? scene.ink : scene.ground,
    );
    const kind = at % 3;
    if (kind === 0) {
      return (
        element('ellipse', { cx: x, cy: foot - height * 0.58, rx: width / 2, ry: height * 0.42, fill }) +
        trunk
      );
    }
    if (kind === 1) {
      const top = foot - height;
      return (
        shape(
          path(
            'M',
            x,
            top,
            'Q',
            x + width * 0.32,
            foot - 70,
            x + width * 0.58,
            foot - 26,
            'L',
            x - width * 0.58,
            foot - 26,
            'Q',
            x - width * 0.32,
            foot - 70,
            x,
            top,
            'Z',
          ),
          fill,
        ) + trunk
      );
    }
    return circle(x, foot - height * 0.66, width * 0.62, fill) + trunk;
  });
  return row.join('') + ground;
}

function leaf(x: number, y: number, size: number, angle: number, fill: string): string {
  const w = size * 0.27;
  return shape(path('M', 0, 0, 'Q', size * 0.4, -w, size, 0, 'Q', size * 0.4, w, 0, 0, 'Z'), fill, {
    transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(angle)})`,
  });
}
