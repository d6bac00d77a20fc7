// Proves ANA-19, CAT-10.
import { describe, expect, test } from 'vitest';
import { AskTheUniverse } from '../../../src/application/catalogue/ask-the-universe.ts';
import type { User } from '../../../src/domain/account/user.ts';
import { Harness } from '../../harness.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const listening = (user: User): Harness => {
  const harness = new Harness({ items: [QUIET_MIND], user });
  harness.user.setUser(user);
  return harness;
};

const askTheUniverse = async (harness: Harness) => {
  const decision = await harness.get(AskTheUniverse).playRandom();
  await harness.passes(0);
  return decision;
};

const recorded = ({ analytics }: Harness) =>
  analytics.events.filter(({ name }) => name === 'Ask the Universe Used');

describe('Ask the Universe', () => {
  test('plays a random title and records it', async () => {
    const harness = listening(SUBSCRIBER);
    expect(await askTheUniverse(harness)).toMatchObject({ kind: 'play' });
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.track?.title).toBe(QUIET_MIND.title);
    expect(recorded(harness)).toEqual([
      { name: 'Ask the Universe Used', properties: { content_id: QUIET_MIND.id } },
    ]);
  });

  test('uses the same decision as a Play click', async () => {
    const harness = listening(FREE_LISTENER);
    expect(await askTheUniverse(harness)).toMatchObject({ kind: 'offer' });
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.user.subscribeModalVisible).toBe(true);
  });

  test('only logs a failure', async () => {
    const harness = listening(SUBSCRIBER);
    harness.api.faults.failNext('catalogue.random', 'server');
    expect(await askTheUniverse(harness)).toBeNull();
    expect(harness.log.entries).toEqual([
      { level: 'warn', message: 'No random title could be loaded', details: { kind: 'server' } },
    ]);
    expect(harness.notices).toEqual([]);
    expect(recorded(harness)).toEqual([]);
  });
});
