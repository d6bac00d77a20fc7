import { describe, expect, test } from 'vitest';
import { PlayerState } from '../../../src/application/player-state.ts';
import { seconds } from '../../../src/domain/time.ts';
import { LONG_BOOK } from '../titles.ts';
import { Harness } from '../../harness.ts';
import { PlayerControls } from '../../../src/application/playback/player-controls.ts';

/** The number that makes older requests stale. */
const KEPT = new Set(['attempt']);

const fieldsOf = (player: PlayerState): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(player).filter(([name]) => !KEPT.has(name)));

describe('the player after its reset', () => {
  test('has the fields of a new player: no open text, no choice of a position, no skips', async () => {
    const page = new Harness({ items: [LONG_BOOK] });
    const { player } = page;
    await page.get(PlayerControls).playOrPause(LONG_BOOK);
    await page.passes(10);
    player.setTextOpen(true);
    player.setSkips({ start: seconds(10), end: seconds(5) });
    player.seek(seconds(20));
    player.close();
    player.reset();
    expect(fieldsOf(player)).toEqual(fieldsOf(new PlayerState()));
  });

  test('has no field of which a value stays, whatever the value was', () => {
    const player = new PlayerState();
    const fresh = fieldsOf(new PlayerState());
    for (const name of Object.keys(fresh)) Reflect.set(player, name, 'left over');
    player.reset();
    expect(fieldsOf(player)).toEqual(fresh);
  });

  test('makes an older request to play stale', () => {
    const player = new PlayerState();
    const attempt = player.requestPlay(LONG_BOOK.id);
    player.reset();
    expect(player.isCurrentAttempt(attempt)).toBe(false);
  });
});
