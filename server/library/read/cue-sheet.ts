import { words } from './bytes.ts';
import { type Chapter, MOST_CHAPTERS } from './sound.ts';

/** A chapter of a cue sheet, with the file that it belongs to. */
export type CueChapter = Chapter & { readonly file: string };

/** A longer line of a cue sheet is no command. */
const LONGEST_LINE = 2000;

/** Reads the chapters of a cue sheet. A line that is no command is left out. */
export function readCue(text: string): readonly CueChapter[] {
  const chapters: CueChapter[] = [];
  let file = '';
  let title = '';
  let isTrack = false;
  for (const whole of text.split(/[\r\n]/u)) {
    const line = whole.slice(0, LONGEST_LINE).trim();
    const space = line.search(/\s/u);
    const command = line.slice(0, Math.max(0, space)).toUpperCase();
    const rest = line.slice(space + 1).trim();
    const end = rest.startsWith('"') ? rest.lastIndexOf('"') : -1;
    const quoted = end > 0 ? rest.slice(1, end) : null;
    if (command === 'FILE') file = quoted ?? rest.split(' ').slice(0, -1).join(' ');
    else if (command === 'TRACK') {
      isTrack = true;
      title = '';
    } else if (command === 'TITLE' && isTrack) title = words(quoted ?? rest) ?? '';
    else if (command === 'INDEX' && isTrack && chapters.length < MOST_CHAPTERS) {
      const start = cueClock(rest);
      if (start !== null) chapters.push({ file, title, start });
    }
  }
  return chapters;
}

/** Reads a time such as `01 12:34:56`: index 1, minutes, seconds and frames. A second has 75 frames. */
function cueClock(text: string): number | null {
  const [number = '', ...rest] = text.split(/\s/u);
  const [minutes, seconds, frames] = rest
    .join('')
    .split(':')
    .map((part) => (/^\d{1,6}$/u.test(part) ? Number(part) : null));
  if (Number(number) !== 1 || minutes == null || seconds == null || frames == null) return null;
  return minutes * 60 + seconds + frames / 75;
}
