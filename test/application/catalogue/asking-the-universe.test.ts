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

const asks = async (harness: Harness) => {
  const decision = await harness.get(AskTheUniverse).playRandom();
  await harness.passes(0);
  return decision;
};

const used = ({ analytics }: Harness) =>
  analytics.events.filter(({ name }) => name === 'Ask the Universe Used');

describe('the universe', () => {
  test('plays what it answers, and is told of with it', async () => {
    const harness = listening(SUBSCRIBER);
    expect(await asks(harness)).toMatchObject({ kind: 'play' });
    expect(harness.player.isPlaying).toBe(true);
    expect(harness.player.track?.title).toBe(QUIET_MIND.title);
    expect(used(harness)).toEqual([
      { name: 'Ask the Universe Used', properties: { content_id: QUIET_MIND.id } },
    ]);
  });

  test('goes by the same decision as a play click', async () => {
    const harness = listening(FREE_LISTENER);
    expect(await asks(harness)).toMatchObject({ kind: 'offer' });
    expect(harness.player.isPlaying).toBe(false);
    expect(harness.user.subscribeModalVisible).toBe(true);
  });

  test('that does not answer is logged, and nobody is told', async () => {
    const harness = listening(SUBSCRIBER);
    harness.api.faults.failNext('catalogue.random', 'server');
    expect(await asks(harness)).toBeNull();
    expect(harness.log.entries).toEqual([
      { level: 'warn', message: 'No random title could be loaded', details: { kind: 'server' } },
    ]);
    expect(harness.notices).toEqual([]);
    expect(used(harness)).toEqual([]);
  });
});
