import * as fc from 'fast-check';

const AWKWARD = [
  '',
  ' ',
  'The Quiet Hour',
  "L'été d'Ève — « à voix basse »",
  '静けさの中で',
  'رحلة إلى السكون',
  '👩🏽‍🚀 Über Ruhe',
  'e\u0301toile',
  '\u202Eesrever',
  '<b>bold</b>',
  '__proto__',
  'constructor',
  'null',
  '\uD800',
  'x'.repeat(300),
] as const;

// Any code points, also lone surrogates. The library's own strings of this kind take a second to prepare.
const anyCharacters = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.integer({ min: 0, max: 0x10_ff_ff }).map((codePoint) => String.fromCodePoint(codePoint)),
      { maxLength: 12 },
    )
    .map((characters) => characters.join(''));

/** A title, a name or a description: ordinary, in many scripts, hostile, empty or very long. */
export const aText = (): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...AWKWARD) }, { weight: 1, arbitrary: anyCharacters() });

/** An address as sent: relative, absolute or invalid. */
export const anAddress = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    '/media/audio/1.mp3',
    '/media/audio/2.mp3',
    'https://media.test/a.mp3',
    'javascript:alert(1)',
    '',
  );
