import { SKIP_STEP } from '../../../domain/playback/player.ts';
import { seconds, type Seconds } from '../../../domain/time.ts';
import { message, type Message } from 'audio-streaming-translations/message';

/** The command of a key (PLAY-52). `tenths` is a position in the track, from 0 to 9. */
export type KeyCommand =
  | {
      readonly kind:
        | 'toggle'
        | 'next'
        | 'previous'
        | 'faster'
        | 'slower'
        | 'louder'
        | 'quieter'
        | 'mute'
        | 'undo'
        | 'search'
        | 'help';
    }
  | { readonly kind: 'bookmark'; readonly opensNote: boolean }
  | { readonly kind: 'move'; readonly by: Seconds }
  | { readonly kind: 'tenth'; readonly tenths: number };

/** The fields of a key press that determine its command. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'
> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

const SEEK_STEP = seconds(5);
const DIGIT = /^[0-9]$/u;

/** A character that belongs to another script than Latin. A sign such as £ or § belongs to none. */
const OTHER_SCRIPT = /^[^\p{ASCII}\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u;

/**
 * The character that decides about a key press. On a keyboard of another script, this is the one that the same key has
 * on a Latin keyboard (PLAY-101). A Latin character counts itself, wherever its key is.
 */
function latinKey({ key, code, shiftKey }: KeyPress): string {
  if (!OTHER_SCRIPT.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  const name = /^(?:Key(?<letter>[A-Z])|Digit(?<digit>\d))$/u.exec(code)?.groups;
  return name?.['letter'] ?? (shiftKey ? undefined : name?.['digit']) ?? key;
}

const moveBy = (by: number): KeyCommand => ({ kind: 'move', by: seconds(by) });

/** Commands that repeat while the key is held. */
const isRepeatable = ({ kind }: KeyCommand): boolean =>
  kind === 'move' || kind === 'louder' || kind === 'quieter' || kind === 'faster' || kind === 'slower';

function withShift(key: string, code: string): KeyCommand | null {
  switch (key.toLowerCase()) {
    case '.':
      return { kind: 'faster' };
    case ',':
      return { kind: 'slower' };
    case 'n':
      return { kind: 'next' };
    case 'p':
      return { kind: 'previous' };
    case 'b':
      return { kind: 'bookmark', opensNote: true };
    default:
      // Other keyboards have other signs on these keys, and some have letters.
      if (/\p{scx=Latin}/u.test(key)) return null;
      if (code === 'Period') return { kind: 'faster' };
      return code === 'Comma' ? { kind: 'slower' } : null;
  }
}

function withoutShift(key: string): KeyCommand | null {
  switch (key.toLowerCase()) {
    case ' ':
    case 'k':
      return { kind: 'toggle' };
    case 'j':
      return moveBy(0 - SKIP_STEP);
    case 'l':
      return moveBy(SKIP_STEP);
    case 'arrowleft':
      return moveBy(0 - SEEK_STEP);
    case 'arrowright':
      return moveBy(SEEK_STEP);
    case 'arrowup':
      return { kind: 'louder' };
    case 'arrowdown':
      return { kind: 'quieter' };
    case 'm':
      return { kind: 'mute' };
    case 'u':
      return { kind: 'undo' };
    case 'b':
      return { kind: 'bookmark', opensNote: false };
    default:
      return null;
  }
}

/** The command of a key press; null for every other key, and with Control, Alt, AltGr or Meta (PLAY-53). */
export function commandOf(press: KeyPress): KeyCommand | null {
  const { code, shiftKey, ctrlKey, altKey, metaKey, repeat } = press;
  if (ctrlKey || altKey || metaKey || press.getModifierState?.('AltGraph') === true) return null;
  const key = latinKey(press);
  const command = signOf(key) ?? (shiftKey ? withShift(key, code) : withoutShift(key));
  return command !== null && repeat && !isRepeatable(command) ? null : command;
}

/** The command of a character that needs Shift on some keyboards and not on others. */
function signOf(key: string): KeyCommand | null {
  if (key === '/') return { kind: 'search' };
  if (key === '?') return { kind: 'help' };
  if (key === '>') return { kind: 'faster' };
  if (key === '<') return { kind: 'slower' };
  return DIGIT.test(key) ? { kind: 'tenth', tenths: Number(key) } : null;
}

type KeyHelp = readonly { readonly keys: readonly Message[]; readonly text: Message }[];

const withShiftKey = (key: string): Message => message('Shift + {key}', { key });

/** The keys in the help dialog; alternatives one after the other. */
export const KEY_HELP: KeyHelp = [
  { keys: [message('Space'), 'K'], text: message('Play or pause') },
  {
    keys: ['J', 'L'],
    text: message('Rewind or skip {count, plural, one {# second} other {# seconds}}', { count: SKIP_STEP }),
  },
  {
    keys: ['←', '→'],
    text: message('Back or forward {count, plural, one {# second} other {# seconds}}', { count: SEEK_STEP }),
  },
  { keys: ['0 – 9'], text: message('To a tenth of the track') },
  { keys: ['U'], text: message('Back to where you were before a seek') },
  { keys: [withShiftKey('P'), withShiftKey('N')], text: message('Previous or next track') },
  { keys: [withShiftKey(','), withShiftKey('.')], text: message('Slower or faster') },
  { keys: ['↑', '↓'], text: message('Louder or quieter, while playing') },
  { keys: ['M'], text: message('Mute') },
  { keys: ['/'], text: message('Search') },
  { keys: ['?'], text: message('This list') },
];

/** The keys of the bookmarks, where the player has them (BOOK-1). */
export const BOOKMARK_KEY_HELP: KeyHelp = [
  { keys: ['B'], text: message('Bookmark this second') },
  { keys: [withShiftKey('B')], text: message('Bookmark this second, with a note') },
];
