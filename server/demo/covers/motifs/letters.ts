import { mix } from '../palettes.ts';
import { among, type Scene } from '../scene.ts';
import { circle, element, escapeText, rect } from '../svg.ts';
import { SERIF } from '../typography.ts';

/** The initial of the title, larger than the sheet. */
export function initial(scene: Scene): string {
  const sun = circle(among(scene, 130, 240), among(scene, 440, 500), among(scene, 96, 130), scene.accent);
  return sun + glyph(scene, scene.initial, among(scene, 360, 410), 630, 480);
}

/** Large punctuation marks. */
export function marks(scene: Scene): string {
  const sign = ['&', '?', ';', '“', '§', '¶', '*'][Math.floor(scene.random() * 7)] ?? '&';
  const low = sign === '“' || sign === '*';
  const band = rect(0, 470, 600, 130, scene.tones[0]);
  const dot = circle(among(scene, 100, 160), 470, 70, scene.accent);
  return band + dot + glyph(scene, sign, 390, low ? 850 : 590, low ? 700 : 430);
}

function glyph(scene: Scene, text: string, x: number, y: number, size: number): string {
  const fill = scene.mode === 'light' ? scene.tones[2] : mix(scene.tones[2], scene.tones[1], 0.25);
  return element(
    'text',
    { x, y, fill, 'font-family': SERIF, 'font-size': size, 'font-weight': 700, 'text-anchor': 'middle' },
    escapeText(text),
  );
}
