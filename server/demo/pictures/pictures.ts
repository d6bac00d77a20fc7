import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CoverSource } from '../../media/source.ts';
import { pick, seeded } from '../catalogue/random.ts';

export interface Picture {
  readonly svg: Buffer;
  /** Identifies the contents. */
  readonly tag: string;
}

type Pictures = ReadonlyMap<string, Picture>;

const ITEMS = picturesOf('items');
const AUTHORS = picturesOf('authors');
const SUBJECTS = picturesOf('subjects');

/**
 * The picture of a cover. A generated title has the picture of its topic or category, which bears no text. Any other
 * cover without a picture of its own always has the same one.
 */
export function pictureOf({ of, id, themes }: CoverSource): Picture {
  const own = (of === 'item' ? ITEMS : of === 'author' ? AUTHORS : SUBJECTS).get(`${of}-${id}`);
  if (own !== undefined) return own;
  const themed = themes.flatMap(
    (theme) => SUBJECTS.get(`topic-${theme}`) ?? SUBJECTS.get(`category-${theme}`) ?? [],
  );
  const [first, ...others] =
    themed.length > 0 ? themed : [...(of === 'author' ? AUTHORS : SUBJECTS).values()];
  if (first === undefined) throw new Error('The demonstration has no pictures.');
  return pick(seeded(`${of} ${id}`), [first, ...others]);
}

/** Reads a sheet: an SVG that shows all its pictures. Each is an SVG in a line of its own, with its name as the id. */
function picturesOf(sheet: string): Pictures {
  const text = readFileSync(new URL(`./${sheet}.svg`, import.meta.url), 'utf8');
  return new Map(
    [...text.matchAll(/^<svg id="(?<name>[^"]+)".*<\/svg>$/gmu)].map(({ 0: line, groups }) => {
      const svg = Buffer.from(line);
      return [
        groups?.['name'] ?? '',
        { svg, tag: createHash('sha256').update(svg).digest('base64url').slice(0, 22) },
      ];
    }),
  );
}
