import { Parser } from 'htmlparser2';
import { counted, type Found, MOST_CUES, type RawCue } from './cue.ts';
import { DEEPEST } from './page.ts';
import { lineOf, secondsOf, withoutMarks } from './text.ts';

/** An element that is open, with the time at which it starts and ends. */
interface Scope {
  readonly start: number;
  readonly end: number | null;
  readonly speaker: string;
}

/** A paragraph that is open. */
interface Paragraph {
  readonly scope: Scope;
  readonly hasTime: boolean;
  text: string;
  /** The times of its parts. They count if the paragraph has none of its own. */
  first: number | null;
  last: number | null;
}

/** Reads TTML, also called DFXP: a cue for each paragraph. Its times count from those of the elements around it. */
export function readTimedText(xml: string): Found & { readonly isCut: boolean } {
  const cues: RawCue[] = [];
  const speakers = new Map<string, string>();
  const scopes: Scope[] = [{ start: 0, end: null, speaker: '' }];
  let rates = { frame: 30, tick: 1 };
  let agent: string | null = null;
  let name = '';
  let isInHead = false;
  let open: Paragraph | null = null;
  let untimed = 0;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const kind = localName(tag);
        const around = scopes.at(-1) ?? { start: 0, end: null, speaker: '' };
        const read = (key: string): number | null => timeOf(attributes[key], rates);
        const begin = read('begin');
        const start = around.start + (begin ?? 0);
        const length = read('dur');
        const end = read('end');
        scopes.push({
          start,
          end: length !== null ? start + length : end === null ? around.end : around.start + end,
          speaker: speakers.get(attributes['ttm:agent'] ?? '') ?? around.speaker,
        });
        if (scopes.length > DEEPEST) parser.pause();
        const scope = scopes.at(-1) ?? around;
        if (kind === 'tt') rates = ratesOf(attributes);
        else if (kind === 'head') isInHead = true;
        else if (kind === 'agent') agent = attributes['xml:id'] ?? null;
        else if (kind === 'p') {
          open = {
            scope,
            hasTime: begin !== null || scopes.slice(1).some((each) => each.end !== null),
            text: '',
            first: null,
            last: null,
          };
        } else if (kind === 'br' && open !== null) open.text += ' ';
        else if (open !== null && begin !== null) {
          open.first ??= scope.start;
          open.last = scope.end;
        }
      },
      ontext(text) {
        if (open !== null) open.text += text;
        else if (agent !== null) name += text;
      },
      onclosetag(tag) {
        const kind = localName(tag);
        scopes.pop();
        if (kind === 'head') isInHead = false;
        else if (kind === 'agent' && agent !== null && isInHead) {
          speakers.set(agent, lineOf(name));
          [agent, name] = [null, ''];
        } else if (kind === 'p' && open !== null) {
          const { scope, hasTime, first, last } = open;
          const text = withoutMarks(open.text);
          const start = hasTime ? scope.start : first;
          open = null;
          if (text === '' || cues.length >= MOST_CUES) return;
          if (start === null) untimed += 1;
          else
            cues.push({
              start,
              end: hasTime ? scope.end : last,
              text,
              ...(scope.speaker !== '' && { speaker: scope.speaker }),
            });
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return { cues, problems: counted(untimed, 'without a time: left out'), isCut: scopes.length > DEEPEST };
}

const localName = (tag: string): string => tag.slice(tag.indexOf(':') + 1).toLowerCase();

interface Rates {
  readonly frame: number;
  readonly tick: number;
}

function ratesOf(attributes: Readonly<Record<string, string>>): Rates {
  const of = (name: string): number => Number(attributes[`ttp:${name}`]) || 0;
  const [numerator = 1, denominator = 1] = (attributes['ttp:frameRateMultiplier'] ?? '')
    .split(/[\s:]+/u)
    .map((part) => Number(part) || 1);
  const frame = ((of('frameRate') || 30) * numerator) / denominator;
  return { frame, tick: of('tickRate') || (of('frameRate') === 0 ? 1 : frame * (of('subFrameRate') || 1)) };
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** The seconds of `00:01:02.5`, of `00:01:02:12` with frames, and of `12.5s`, `500ms`, `30f` or `900t`. Null for any other text. */
function timeOf(value: string | undefined, { frame, tick }: Rates): number | null {
  if (value === undefined) return null;
  const [, amount, unit = ''] = /^\s*(\d{1,15}(?:\.\d{0,9})?)(h|m|s|ms|f|t)\s*$/u.exec(value) ?? [];
  if (amount !== undefined) {
    const factor = unit === 'f' ? 1 / frame : unit === 't' ? 1 / tick : (UNITS[unit] ?? 1);
    return Number(amount) * factor;
  }
  const [, clock, frames] = /^\s*(\d+:\d+:\d+):(\d{1,3}(?:\.\d+)?)\s*$/u.exec(value) ?? [];
  if (clock === undefined) return secondsOf(value);
  return (secondsOf(clock) ?? 0) + Number(frames) / frame;
}
