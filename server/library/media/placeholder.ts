import { createHash } from 'node:crypto';
import { escaped } from '../../text.ts';

/** Draws a cover for a title without a picture: its words on a quiet colour. */
export function placeholderSvg(title: string, line: string): string {
  const hue = createHash('sha256').update(title).digest().readUInt16BE() % 360;
  const rows = wrap(title, 14).slice(0, 5);
  const size = rows.length > 3 ? 46 : 58;
  const top = 300 - ((rows.length - 1) * size * 1.15) / 2;
  const text = rows
    .map(
      (row, at) =>
        `<text x="48" y="${Math.round(top + at * size * 1.15)}" font-size="${size}">${escaped(row)}</text>`,
    )
    .join('');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">' +
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue} 38% 34%)"/>` +
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360} 42% 20%)"/></linearGradient>` +
    '<rect width="600" height="600" fill="url(#g)"/>' +
    `<g fill="#fff" font-family="Georgia, serif" font-weight="700">${text}</g>` +
    `<text x="48" y="552" font-size="26" fill="#fff" fill-opacity=".8" font-family="system-ui, sans-serif">${escaped(
      [...line].slice(0, 38).join(''),
    )}</text></svg>`
  );
}

function wrap(text: string, width: number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const cut = [...word].slice(0, width).join('');
    const last = rows.at(-1);
    if (last !== undefined && last.length + cut.length < width) rows[rows.length - 1] = `${last} ${cut}`;
    else rows.push(cut);
  }
  return rows;
}
