import { among, SIZE, toneAt, type Scene } from '../scene.ts';
import { circle, element, path, rect, shape } from '../svg.ts';

/** Woven ribbons. */
export function weave(scene: Scene): string {
  const step = 60;
  const band = 42;
  const top = 300;
  const tones = Array.from({ length: 11 }, (_, at) =>
    at === 3 ? scene.accent : toneAt(scene, (at * 1.4) % 4, 4),
  );
  const across = [0, 1, 2, 3, 4, 5].map((row) =>
    rect(0, top + row * step, SIZE, band, tones[row] ?? scene.ink),
  );
  const down = Array.from({ length: 11 }, (_, column) => {
    const x = column * step - 21;
    const fill = tones[(column + 5) % tones.length] ?? scene.ink;
    const pieces = [-1, 0, 1, 2, 3, 4, 5]
      .filter((row) => (row + column) % 2 !== 0)
      .map((row) => rect(x, top + row * step - 18, band, step + 18, fill));
    return pieces.join('');
  });
  const id = `${scene.key}b`;
  const clip = element('clipPath', { id }, rect(0, top, SIZE, SIZE - top, '#000'));
  return (
    clip +
    element(
      'g',
      { 'clip-path': `url(#${id})` },
      rect(0, top, SIZE, 300, scene.ground) + across.join('') + down.join(''),
    )
  );
}

/** Quarter circles, half circles and dots on a grid, like toy blocks. */
export function tiles(scene: Scene): string {
  const side = 100;
  const cells: string[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 6; column += 1)
      cells.push(tile(scene, column * side, 300 + row * side, side));
  }
  return cells.join('');
}

/** Vertical bars like a sound wave, highest in the middle. */
export function bars(scene: Scene): string {
  const count = 19;
  const middle = 436;
  const phase = among(scene, 0, 6);
  return Array.from({ length: count }, (_, at) => {
    const share = Math.sin((Math.PI * (at + 0.7)) / (count + 0.4));
    const height =
      26 + 236 * share * (0.42 + 0.58 * Math.abs(Math.sin(at * 0.9 + phase)) * among(scene, 0.7, 1));
    const x = 34 + at * 28.4;
    const fill = at === Math.floor(count * 0.62) ? scene.accent : toneAt(scene, share * 3, 4);
    return rect(x, middle - height / 2, 15, height, fill, { rx: 7.5 });
  }).join('');
}

/** A record, half outside its sleeve. */
export function disc(scene: Scene): string {
  const [cx, cy] = [among(scene, 290, 400), 560];
  const grooves = Array.from({ length: 11 }, (_, at) => {
    const r = 272 - at * 17;
    return circle(cx, cy, r, at % 2 === 0 ? toneAt(scene, (at * 0.9) % 4, 4) : scene.ground);
  });
  const light = shape(path('M', cx, cy, 'L', cx - 176, cy - 206, 'L', cx - 92, cy - 255, 'Z'), scene.ink, {
    opacity: 0.1,
  });
  return grooves.join('') + light + circle(cx, cy, 78, scene.accent) + circle(cx, cy, 12, scene.ground);
}

/** Rainbows of arcs, side by side. */
export function arcs(scene: Scene): string {
  const shift = among(scene, -110, 110);
  const nests = [
    { cx: 150 + shift, r: among(scene, 150, 210), at: 0 },
    { cx: 450 + shift * 0.6, r: among(scene, 190, 260), at: 1 },
    { cx: among(scene, 230, 380) + shift * 0.4, r: among(scene, 110, 160), at: 2 },
  ];
  return nests
    .map(({ cx, r, at }) =>
      Array.from({ length: 5 }, (_, ring) => {
        const radius = r - ring * (r / 5);
        const fill =
          ring === 4 ? scene.accent : ring % 2 === 0 ? toneAt(scene, (ring + at) % 4, 4) : scene.ground;
        return shape(
          path('M', cx - radius, SIZE, 'A', radius, radius, '0 0 1', cx + radius, SIZE, 'Z'),
          fill,
        );
      }).join(''),
    )
    .join('');
}

function tile(scene: Scene, x: number, y: number, side: number): string {
  const back = toneAt(scene, Math.floor(scene.random() * 3), 4);
  const front =
    scene.random() < 0.18
      ? scene.accent
      : scene.random() < 0.5
        ? scene.ground
        : toneAt(scene, 1 + Math.floor(scene.random() * 3), 4);
  const turn = Math.floor(scene.random() * 4) * 90;
  const about = { transform: `rotate(${turn} ${x + side / 2} ${y + side / 2})` };
  const ground = rect(x, y, side + 0.5, side + 0.5, back);
  switch (Math.floor(scene.random() * 5)) {
    case 0:
      return (
        ground +
        shape(path('M', x, y, 'L', x + side, y, 'A', side, side, '0 0 1', x, y + side, 'Z'), front, about)
      );
    case 1:
      return (
        ground + shape(path('M', x, y, 'A', side / 2, side / 2, '0 0 0', x + side, y, 'Z'), front, about)
      );
    case 2:
      return ground + circle(x + side / 2, y + side / 2, side * 0.3, front);
    case 3:
      return ground + shape(path('M', x, y, 'L', x + side, y, 'L', x, y + side, 'Z'), front, about);
    default:
      return ground + [0, 1, 2].map((at) => rect(x, y + 14 + at * 30, side, 12, front, about)).join('');
  }
}
