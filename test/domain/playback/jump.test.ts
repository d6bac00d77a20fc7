// Proves PLAY-41.
import { expect, test } from 'vitest';
import { isJump } from '../../../src/domain/playback/jump.ts';
import { SKIP_STEP } from '../../../src/domain/catalogue/limits.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aPosition } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

law('a jump in one direction is a jump in the other', [aPosition(), aPosition()], (one, other) => {
  expect(isJump(one, other)).toBe(isJump(other, one));
});

law('one or two skips are not a jump', [aPosition()], (position) => {
  expect(isJump(position, seconds(position + SKIP_STEP))).toBe(false);
  expect(isJump(position, seconds(position + 2 * SKIP_STEP))).toBe(false);
  expect(isJump(position, position)).toBe(false);
});

test('a minute is a jump', () => {
  expect(isJump(seconds(60), seconds(120))).toBe(true);
  expect(isJump(seconds(120), seconds(60))).toBe(true);
});

test('a jump starts at 31 seconds', () => {
  expect(isJump(seconds(10), seconds(41))).toBe(true);
  expect(isJump(seconds(10), seconds(40.9))).toBe(false);
});
