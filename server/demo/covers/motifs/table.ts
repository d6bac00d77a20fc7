import { mix } from '../palettes.ts';
import { among, SIZE, type Scene } from '../scene.ts';
import { circle, element, path, rect, shape, stroke } from '../svg.ts';

/** A still life: bowl, bottle, fruit and a warm drink. */
export function bowls(scene: Scene): string {
  const table = 508;
  const [cloth, glass, bright] = [scene.tones[1], scene.tones[2], scene.tones[3]];
  const halo = circle(300 + among(scene, -60, 60), 424, 142, mix(scene.ground, scene.tones[0], 0.6));
  const bowl = [
    element('ellipse', { cx: 290, cy: 414, rx: 104, ry: 17, fill: mix(bright, cloth, 0.55) }),
    circle(252, 392, 33, scene.accent),
    circle(316, 388, 37, mix(scene.accent, glass, 0.35)),
    circle(286, 366, 27, mix(scene.accent, scene.ground, 0.25)),
    shape('M186 414 A104 17 0 0 0 394 414 A104 96 0 0 1 186 414 Z', bright),
    rect(252, 500, 76, 10, bright),
  ];
  const bottle = [
    shape('M84 510 L84 376 Q84 346 102 330 L102 282 L134 282 L134 330 Q152 346 152 376 L152 510 Z', glass),
    rect(84, 410, 68, 56, mix(glass, scene.ground, 0.75)),
  ];
  const cup = [
    shape('M442 436 L536 436 L526 510 L452 510 Z', scene.accent),
    element('circle', { cx: 540, cy: 468, r: 18, fill: 'none', stroke: scene.accent, 'stroke-width': 9 }),
    ...[470, 506].map((x) =>
      stroke(path('M', x, 420, 'q', -16, -22, 0, -44, 't', 0, -44), glass, 5, { opacity: 0.7 }),
    ),
  ];
  const still = element(
    'g',
    scene.random() < 0.5 ? { transform: 'translate(600 0) scale(-1 1)' } : {},
    [...bottle, ...bowl, ...cup].join(''),
  );
  return [halo, rect(0, table, SIZE, SIZE - table, cloth), still, rect(0, table, SIZE, 9, glass)].join('');
}

/** Pencils, a page and a mug of brushes. */
export function desk(scene: Scene): string {
  const sheet = scene.mode === 'light' ? scene.tones[0] : scene.tones[3];
  const lines = Array.from({ length: 7 }, (_, at) =>
    rect(
      0,
      30 + at * 24,
      among(scene, 110, 190),
      6,
      mix(sheet, scene.mode === 'light' ? scene.ink : scene.ground, 0.4),
      { rx: 3 },
    ),
  );
  const page = element(
    'g',
    { transform: `translate(92 330) rotate(${among(scene, -12, -5).toFixed(1)})` },
    rect(-26, 0, 250, 320, sheet) + lines.join(''),
  );
  const mug = [
    ...[0, 1, 2, 3, 4].map((at) => {
      const x = 398 + at * 28;
      const tilt = (at - 2) * 6 + among(scene, -3, 3);
      const fill = at === 1 ? scene.accent : (scene.tones[(at % 3) + 1] ?? scene.ink);
      const height = among(scene, 130, 190);
      return element(
        'g',
        { transform: `rotate(${tilt.toFixed(1)} ${x} 470)` },
        rect(x - 8, 470 - height, 16, height, fill) +
          shape(
            path('M', x - 8, 470 - height, 'L', x, 446 - height, 'L', x + 8, 470 - height, 'Z'),
            scene.ink,
          ),
      );
    }),
    shape(path('M', 372, 448, 'L', 534, 448, 'L', 520, 610, 'L', 386, 610, 'Z'), scene.tones[2]),
    rect(377, 486, 152, 16, scene.accent),
  ];
  return page + mug.join('');
}
