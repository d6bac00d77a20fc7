import { mix } from './palettes.ts';
import { among, SIZE, type Scene } from './scene.ts';
import { circle, element, path, rect, shape } from './svg.ts';

/**
 * A figure in cut paper, without a face: hair, shoulders and a background, in colours that are not skin colours.
 * It fits into the circle in which lists show their authors.
 */
export function portrait(scene: Scene): string {
  const face =
    scene.mode === 'light' ? scene.palette.soft : mix(scene.palette.soft, scene.palette.paper, 0.35);
  const hair =
    scene.mode === 'light' ? scene.palette.night : mix(scene.palette.night, scene.palette.deep, 0.2);
  const cloth = scene.mode === 'bold' ? scene.palette.paper : scene.palette.mid;
  const style = Math.floor(scene.random() * HAIR.length);
  const cut = HAIR[style] ?? bob;
  const [behind, before] = cut(hair, scene);
  return [
    backdrop(scene),
    behind,
    garment(scene, cloth),
    neck(face),
    element('ellipse', { cx: 300, cy: 262, rx: 84, ry: 104, fill: face }),
    ears(face),
    before,
    scene.random() < 0.3 ? glasses(hair) : '',
  ].join('');
}

type Hair = (colour: string, scene: Scene) => readonly [behind: string, before: string];

const bob: Hair = (colour) => [
  shape(
    'M178 270 C160 130 240 110 300 112 C362 110 440 130 422 270 L428 372 C400 392 372 380 366 350 L234 350 C228 380 200 392 172 372 Z',
    colour,
  ),
  shape(
    'M206 262 C196 176 250 132 306 136 C360 138 402 184 394 262 C370 250 350 228 338 200 C306 238 252 254 206 262 Z',
    colour,
  ),
];

const bun: Hair = (colour, scene) => [
  circle(300 + among(scene, -30, 30), 122, 50, colour),
  shape(
    'M210 250 C202 176 250 144 300 146 C350 144 398 176 390 250 C372 216 340 196 300 196 C260 196 228 216 210 250 Z',
    colour,
  ),
];

const crop: Hair = (colour) => [
  '',
  shape(
    'M208 248 C196 168 244 132 308 136 C372 138 404 178 392 252 C384 236 380 220 376 206 C330 214 272 206 240 184 C226 204 214 224 208 248 Z',
    colour,
  ),
];

const curls: Hair = (colour, scene) => {
  const ring = Array.from({ length: 17 }, (_, at) => {
    const angle = Math.PI * (0.86 + (at / 16) * 1.28);
    return circle(300 + 108 * Math.cos(angle), 242 + 112 * Math.sin(angle), among(scene, 36, 47), colour);
  });
  const fringe = [216, 250, 286, 322, 358, 386].map((x) =>
    circle(x, 180 + Math.abs(x - 300) * 0.32, among(scene, 26, 32), colour),
  );
  return [circle(300, 222, 134, colour) + ring.join(''), fringe.join('')];
};

const scarf: Hair = (_colour, scene) => [
  shape(
    'M186 300 C166 130 250 108 300 110 C350 108 434 130 414 300 C424 380 420 420 396 450 L204 450 C180 420 176 380 186 300 Z',
    scene.accent,
  ),
  shape(
    'M204 300 C196 190 248 156 300 156 C352 156 404 190 396 300 C392 226 352 190 300 190 C248 190 208 226 204 300 Z',
    mix(scene.accent, scene.palette.night, 0.18),
  ),
];

const beard: Hair = (colour) => [
  '',
  shape(
    'M208 240 C202 170 250 140 304 142 C360 144 400 174 392 240 C380 212 350 190 302 192 C256 190 222 212 208 240 Z',
    colour,
  ) +
    shape(
      'M216 276 C222 304 244 312 262 304 C286 294 314 294 338 304 C356 312 378 304 384 276 C398 350 356 400 300 400 C244 400 202 350 216 276 Z',
      colour,
    ),
];

const long: Hair = (colour) => [
  shape(
    'M186 250 C178 130 246 112 300 112 C354 112 422 130 414 250 C424 330 440 400 456 452 L144 452 C160 400 176 330 186 250 Z',
    colour,
  ),
  shape(
    'M208 258 C206 190 246 150 300 150 C354 150 394 190 392 258 C378 216 344 192 300 166 C256 192 222 216 208 258 Z',
    colour,
  ),
];

const braid: Hair = (colour) => [
  shape('M206 260 C196 160 250 126 300 128 C352 126 404 160 394 260 L394 280 L206 280 Z', colour) +
    [0, 1, 2, 3, 4]
      .map((at) =>
        element('ellipse', { cx: 398 + at * 5, cy: 296 + at * 40, rx: 27 - at * 2, ry: 26, fill: colour }),
      )
      .join(''),
  shape(
    'M208 250 C204 180 250 146 300 148 C352 146 396 180 394 256 C360 236 296 222 262 178 C240 198 218 220 208 250 Z',
    colour,
  ),
];

const hat: Hair = (colour, scene) => [
  shape('M200 250 L206 330 C216 352 230 346 234 320 L366 320 C370 346 384 352 394 330 L400 250 Z', colour),
  shape('M196 214 C196 122 244 92 300 92 C356 92 404 122 404 214 Z', scene.accent) +
    rect(182, 198, 236, 34, mix(scene.accent, scene.palette.night, 0.22), { rx: 17 }),
];

const HAIR: readonly Hair[] = [bob, bun, crop, curls, scarf, beard, long, braid, hat];

function backdrop(scene: Scene): string {
  const sheet = rect(0, 0, SIZE, SIZE, scene.ground);
  // On paper, only the face has the first tone.
  const back = scene.mode === 'light' ? mix(scene.tones[0], scene.ground, 0.62) : scene.tones[0];
  const x = 300 + among(scene, -70, 70);
  switch (Math.floor(scene.random() * 4)) {
    case 0:
      return sheet + circle(x, 250, 214, back);
    case 1:
      return (
        sheet +
        shape(path('M', 96, SIZE, 'L', 96, 290, 'A', 204, 204, '0 0 1', 504, 290, 'L', 504, SIZE, 'Z'), back)
      );
    case 2:
      return sheet + circle(x, 300, 250, back) + circle(x, 300, 178, mix(back, scene.ground, 0.5));
    default:
      return sheet + rect(0, 300, SIZE, 300, back) + circle(x + 120, 300, 92, scene.accent);
  }
}

function garment(scene: Scene, cloth: string): string {
  const body = 'M84 610 C90 470 180 438 262 424 L338 424 C420 438 510 470 516 610 Z';
  const id = `${scene.key}g`;
  const clip = element('clipPath', { id }, shape(body, '#000'));
  const trim = scene.mode === 'bold' ? scene.palette.deep : scene.palette.paper;
  const patterns = [
    () => Array.from({ length: 8 }, (_, at) => rect(60, 462 + at * 24, 480, 8, trim)).join(''),
    () => Array.from({ length: 14 }, (_, at) => rect(70 + at * 36, 400, 9, 220, trim)).join(''),
    () =>
      Array.from({ length: 44 }, (_, at) =>
        circle(90 + (at % 11) * 42 + (Math.floor(at / 11) % 2) * 21, 466 + Math.floor(at / 11) * 42, 7, trim),
      ).join(''),
    () =>
      shape('M228 400 L300 520 L372 400 Z', scene.palette.paper) +
      shape('M222 400 L300 540 L378 400 L408 400 L300 604 L192 400 Z', mix(cloth, scene.palette.night, 0.4)),
    () =>
      element('ellipse', {
        cx: 300,
        cy: 424,
        rx: 92,
        ry: 52,
        fill: 'none',
        stroke: trim,
        'stroke-width': 16,
      }),
  ];
  const pattern = patterns[Math.floor(scene.random() * patterns.length)] ?? (() => '');
  return clip + shape(body, cloth) + element('g', { 'clip-path': `url(#${id})` }, pattern());
}

function neck(face: string): string {
  const shade = mix(face, '#000000', 0.14);
  return shape('M262 330 L338 330 L338 416 C338 440 320 452 300 452 C280 452 262 440 262 416 Z', shade);
}

function ears(face: string): string {
  const shade = mix(face, '#000000', 0.08);
  return [214, 386].map((cx) => element('ellipse', { cx, cy: 270, rx: 17, ry: 25, fill: shade })).join('');
}

function glasses(colour: string): string {
  const rim = { fill: 'none', stroke: colour, 'stroke-width': 7 };
  return (
    [262, 338].map((cx) => element('circle', { cx, cy: 262, r: 28, ...rim })).join('') +
    element('path', { d: 'M290 258 Q300 250 310 258', ...rim })
  );
}
