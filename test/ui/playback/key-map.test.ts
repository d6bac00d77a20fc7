import { describe, expect, test } from 'vitest';
import { commandOf, type KeyPress } from '../../../src/ui/screens/playback/key-map.ts';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...changes,
});
const shift = (key: string, changes: Partial<KeyPress> = {}) => press(key, { shiftKey: true, ...changes });

describe('the key map', () => {
  test.each([
    [press(' '), { kind: 'toggle' }],
    [press('k'), { kind: 'toggle' }],
    [press('K'), { kind: 'toggle' }],
    [press('j'), { kind: 'move', by: -15 }],
    [press('l'), { kind: 'move', by: 15 }],
    [press('ArrowLeft'), { kind: 'move', by: -5 }],
    [press('ArrowRight'), { kind: 'move', by: 5 }],
    [press('ArrowUp'), { kind: 'louder' }],
    [press('ArrowDown'), { kind: 'quieter' }],
    [press('m'), { kind: 'mute' }],
    [press('u'), { kind: 'undo' }],
    [press('b'), { kind: 'bookmark', opensNote: false }],
    [shift('B'), { kind: 'bookmark', opensNote: true }],
    [press('0'), { kind: 'tenth', tenths: 0 }],
    [press('9'), { kind: 'tenth', tenths: 9 }],
    [press('/'), { kind: 'search' }],
    [shift('?'), { kind: 'help' }],
    [shift('N'), { kind: 'next' }],
    [shift('P'), { kind: 'previous' }],
    [shift('>', { code: 'Period' }), { kind: 'faster' }],
    [shift('<', { code: 'Comma' }), { kind: 'slower' }],
  ])('%o (PLAY-52)', (pressed, command) => {
    expect(commandOf(pressed)).toEqual(command);
  });

  test('uses the key’s code if Shift changes its character, and the character if it needs Shift', () => {
    expect(commandOf(shift(':', { code: 'Period' }))).toEqual({ kind: 'faster' });
    expect(commandOf(shift(';', { code: 'Comma' }))).toEqual({ kind: 'slower' });
    expect(commandOf(shift('/', { code: 'Digit7' }))).toEqual({ kind: 'search' });
    expect(commandOf(shift('1', { code: 'Digit1' }))).toEqual({ kind: 'tenth', tenths: 1 });
  });

  test.each([
    ['Russian', press('л', { code: 'KeyK' }), { kind: 'toggle' }],
    ['Russian, Caps Lock', press('О', { code: 'KeyJ' }), { kind: 'move', by: -15 }],
    ['Russian', shift('Т', { code: 'KeyN' }), { kind: 'next' }],
    ['Russian', shift('Ю', { code: 'Period' }), { kind: 'faster' }],
    ['Russian', shift('Б', { code: 'Comma' }), { kind: 'slower' }],
    ['Russian', shift('/', { code: 'Backslash' }), { kind: 'search' }],
    ['Russian', shift('?', { code: 'Digit7' }), { kind: 'help' }],
    ['Ukrainian', press('ь', { code: 'KeyM' }), { kind: 'mute' }],
    ['Greek', press('λ', { code: 'KeyL' }), { kind: 'move', by: 15 }],
    ['Greek', shift('Β', { code: 'KeyB' }), { kind: 'bookmark', opensNote: true }],
    ['Hebrew', press('ו', { code: 'KeyU' }), { kind: 'undo' }],
    ['Arabic, two letters on one key', press('لا', { code: 'KeyB' }), { kind: 'bookmark', opensNote: false }],
    ['Arabic', press('ظ', { code: 'Slash' }), { kind: 'search' }],
    ['Arabic', shift('؟', { code: 'Slash' }), { kind: 'help' }],
    ['Arabic', shift('؛', { code: 'KeyP' }), { kind: 'previous' }],
    ['Persian', press('۵', { code: 'Digit5' }), { kind: 'tenth', tenths: 5 }],
    ['Thai', press('่', { code: 'KeyJ' }), { kind: 'move', by: -15 }],
    ['Korean', press('ㅏ', { code: 'KeyK' }), { kind: 'toggle' }],
  ])('uses the physical key of a keyboard without Latin letters: %s %o (PLAY-101)', (_, pressed, command) => {
    expect(commandOf(pressed)).toEqual(command);
  });

  test.each([
    ['Dvorak', press('k', { code: 'KeyV' }), { kind: 'toggle' }],
    ['Dvorak', press('t', { code: 'KeyK' }), null],
    ['Dvorak', shift('V', { code: 'Period' }), null],
    ['Dvorak', shift('W', { code: 'Comma' }), null],
    ['Dvorak', shift('>', { code: 'KeyE' }), { kind: 'faster' }],
    ['Dvorak', press('/', { code: 'BracketLeft' }), { kind: 'search' }],
    ['AZERTY', press('m', { code: 'Semicolon' }), { kind: 'mute' }],
    ['AZERTY', press(',', { code: 'KeyM' }), null],
    ['AZERTY', press('é', { code: 'Digit2' }), null],
    ['AZERTY', press('§', { code: 'Digit6' }), null],
    ['AZERTY', shift('.', { code: 'Comma' }), { kind: 'faster' }],
    ['AZERTY', press('<', { code: 'IntlBackslash' }), { kind: 'slower' }],
    ['AZERTY', shift('§', { code: 'Slash' }), null],
    ['German', press('ö', { code: 'Semicolon' }), null],
    ['British', shift('£', { code: 'Digit3' }), null],
    ['Turkish', press('ı', { code: 'KeyI' }), null],
    ['dead key', press('Dead', { code: 'KeyU' }), null],
    ['input method', press('Process', { code: 'KeyK' }), null],
  ])(
    'uses the character of a Latin keyboard, wherever its key is: %s %o (PLAY-101)',
    (_, pressed, command) => {
      expect(commandOf(pressed)).toEqual(command);
    },
  );

  test.each([
    press('n'),
    press('p'),
    press('.', { code: 'Period' }),
    shift('K'),
    shift('ArrowLeft'),
    press('Enter'),
    press('Tab'),
    press('a'),
    press('F5'),
    press('b', { repeat: true }),
  ])('%o means nothing here', (pressed) => {
    expect(commandOf(pressed)).toBeNull();
  });

  test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('ignores every key with %s (PLAY-53)', (modifier) => {
    for (const key of [' ', 'k', 'l', 'ArrowLeft', '5', '/', '?']) {
      expect(commandOf(press(key, { [modifier]: true }))).toBeNull();
    }
    expect(commandOf(press('л', { code: 'KeyK', [modifier]: true }))).toBeNull();
  });

  test('ignores every key with AltGr, also where it is no Control and Alt (PLAY-53)', () => {
    const getModifierState = (name: string) => name === 'AltGraph';
    expect(commandOf(press('k', { getModifierState }))).toBeNull();
    expect(commandOf(press('л', { code: 'KeyK', getModifierState }))).toBeNull();
  });

  test('repeats a held key only for commands that may repeat', () => {
    expect(commandOf(press('l', { repeat: true }))).toEqual({ kind: 'move', by: 15 });
    expect(commandOf(press('ArrowUp', { repeat: true }))).toEqual({ kind: 'louder' });
    for (const key of [' ', 'm', '5', 'u', '?']) expect(commandOf(press(key, { repeat: true }))).toBeNull();
  });
});
