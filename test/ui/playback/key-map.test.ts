import { describe, expect, test } from 'vitest';
import { commandOf, type KeyPress } from '../../../src/ui/screens/playback/keys/key-map.ts';

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
  ])('%o', (pressed, command) => {
    expect(commandOf(pressed)).toEqual(command);
  });

  test('uses the key’s code if Shift changes its character, and the character if it needs Shift', () => {
    expect(commandOf(shift(':', { code: 'Period' }))).toEqual({ kind: 'faster' });
    expect(commandOf(shift(';', { code: 'Comma' }))).toEqual({ kind: 'slower' });
    expect(commandOf(shift('/', { code: 'Digit7' }))).toEqual({ kind: 'search' });
    expect(commandOf(shift('1', { code: 'Digit1' }))).toEqual({ kind: 'tenth', tenths: 1 });
  });

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

  test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('ignores every key with %s', (modifier) => {
    for (const key of [' ', 'k', 'l', 'ArrowLeft', '5', '/', '?']) {
      expect(commandOf(press(key, { [modifier]: true }))).toBeNull();
    }
  });

  test('repeats a held key only for commands that may repeat', () => {
    expect(commandOf(press('l', { repeat: true }))).toEqual({ kind: 'move', by: 15 });
    expect(commandOf(press('ArrowUp', { repeat: true }))).toEqual({ kind: 'louder' });
    for (const key of [' ', 'm', '5', 'u', '?']) expect(commandOf(press(key, { repeat: true }))).toBeNull();
  });
});
