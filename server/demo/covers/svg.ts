type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One element. Numbers are rounded to a tenth, which is finer than any screen can show. */
export function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escapeText(value ?? '')}"`)
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return element('circle', { cx, cy, r, fill, ...more });
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string {
  return element('rect', { x, y, width, height, fill, ...more });
}

export function shape(d: string, fill: string, more: Attributes = {}): string {
  return element('path', { d, fill, ...more });
}

export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return element('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    ...more,
  });
}

/** A path from commands and numbers: `path('M', 0, 10, 'L', 5, 5)`. */
export function path(...parts: readonly (string | number)[]): string {
  return parts.map((part) => (typeof part === 'number' ? short(part) : part)).join(' ');
}

/** A vertical gradient from the top colour to the bottom colour. */
export function verticalGradient(
  id: string,
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  const inner = stops
    .map(([offset, colour, opacity]) =>
      element('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }),
    )
    .join('');
  return element('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, inner);
}

export function escapeText(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Characters that XML forbids would make the whole picture invalid.
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  );
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
