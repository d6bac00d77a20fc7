// Proves PLAY-29.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asSpeed,
  DEFAULT_SPEED,
  faster,
  slower,
  speedLabel,
  SPEEDS,
} from '../../../src/domain/playback/speed.ts';
import { aSpeed } from '../../arbitraries/player.ts';
import { law } from '../laws.ts';

describe('speeds', () => {
  law(
    'a speed is recognised within the error of binary fractions',
    [aSpeed(), fc.double({ min: -1e-9, max: 1e-9, noNaN: true })],
    (speed, noise) => {
      expect(asSpeed(speed + noise)).toBe(speed);
    },
  );

  law(
    'a number between two speeds is not a speed',
    [aSpeed(), fc.double({ min: 0.001, max: 0.099, noNaN: true })],
    (speed, off) => {
      expect(asSpeed(speed + off)).toBeNull();
      expect(asSpeed(speed - off)).toBeNull();
    },
  );

  law('any number is one of the twenty speeds or none', [fc.double()], (value) => {
    const speed = asSpeed(value);
    if (speed !== null) expect(SPEEDS).toContain(speed);
  });

  law('a label can be read back', [aSpeed()], (speed) => {
    expect(asSpeed(Number.parseFloat(speedLabel(speed)))).toBe(speed);
  });

  law('slower after faster returns to the same speed, except at the fastest', [aSpeed()], (speed) => {
    expect(slower(faster(speed))).toBe(speed === 2.5 ? 2.4 : speed);
    expect(faster(slower(speed))).toBe(speed === 0.6 ? 0.7 : speed);
  });

  test('there are twenty exact decimals, slowest first', () => {
    expect(SPEEDS.join(' ')).toBe(
      '0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2 2.1 2.2 2.3 2.4 2.5',
    );
    expect(SPEEDS.map(speedLabel).join(' ')).toBe(
      '0.6x 0.7x 0.8x 0.9x 1.0x 1.1x 1.2x 1.3x 1.4x 1.5x 1.6x 1.7x 1.8x 1.9x 2.0x 2.1x 2.2x 2.3x 2.4x 2.5x',
    );
  });

  test('are the twenty exact decimals, one by one', () => {
    expect(Array.from({ length: 20 }, (_, at) => asSpeed(0.1 * (at + 1) + 0.5))).toEqual(SPEEDS);
    expect(asSpeed(1.2000000000000002)).toBe(1.2);
  });

  test.each([0, 0.5, 2.6, -1, Number.NaN, Infinity, 0.6 + 2e-6, 2.5 - 2e-6])('%s is not a speed', (value) => {
    expect(asSpeed(value)).toBeNull();
  });

  test('the default is 1, and the slowest and the fastest stay', () => {
    expect(DEFAULT_SPEED).toBe(1);
    const [slowest = DEFAULT_SPEED] = SPEEDS;
    const fastest = SPEEDS.at(-1) ?? DEFAULT_SPEED;
    expect(slower(slowest)).toBe(0.6);
    expect(faster(fastest)).toBe(2.5);
    expect([slower(DEFAULT_SPEED), faster(DEFAULT_SPEED)]).toEqual([0.9, 1.1]);
  });
});
