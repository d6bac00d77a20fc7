import { readFileSync } from 'node:fs';
import type { Container } from 'inversify';
import { describe, expect, test } from 'vitest';

import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MESSAGES } from '../../src/application/messages.ts';
import { recordApplication } from '../../src/composition/recording/record-application.ts';
import { recordedServices } from '../../src/adapters/recording/recorded-services.ts';
import type { Recorder } from '../../src/adapters/recording/recorder.ts';
import type { Recording } from '../../src/adapters/recording/recording.ts';
import { seconds } from '../../src/domain/time.ts';
import { EMAIL, Harness, PASSWORD } from '../harness.ts';
import { replay } from '../recorder/replay.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../application/titles.ts';

/** An application that is being recorded, with the services of its views. */
const recorded = (store = new MemoryKeyValueStore()) => {
  const recorders: Recorder[] = [];
  const harness = new Harness({
    items: [QUIET_MIND, LONG_BOOK],
    user: SUBSCRIBER,
    durationOf: () => seconds(1800),
    asPage: true,
    ports: { store },
    watch: (container: Container) => recorders.push(recordApplication(container)),
  });
  const [recorder] = recorders;
  if (recorder === undefined) throw new Error('nothing is being recorded');
  return { harness, recorder, services: recordedServices(recorder, harness.services) };
};

/** Signs in, opens pages, plays, saves, and lets the sound fail once. */
const evening = async () => {
  const { harness, recorder, services } = recorded();
  await services.signIn.withPassword({ email: EMAIL, password: PASSWORD });
  const list = services.openList.open(services.lists.newReleases);
  await list.loadMore();
  const [book] = list.list.items;
  if (book === undefined) throw new Error('there is nothing to play');
  await services.playItem.playOrPause(book);
  await harness.passes(42);
  services.seek.seekTo(seconds(600));
  await harness.passes(5);
  await services.toggleFavorite.toggle(book);
  harness.output.failWith('network');
  await harness.passes(1);
  services.player.setAutoplay(true);
  return { harness, recording: recorder.export() };
};

describe('a recorded run', () => {
  test('has the same result when it is replayed', async () => {
    const { harness, recording } = await evening();
    const replayed = await replay(recording);
    expect(replayed.differences).toEqual([]);
    expect(replayed.harness.notices).toEqual(harness.notices);
    expect(replayed.harness.player.store).toEqual(harness.player.store);
    expect(replayed.harness.player.position).toBeCloseTo(harness.player.position, 0);
    expect(replayed.harness.player.autoplay).toBe(true);
  });

  test('consists of commands and results, in a form for a report', async () => {
    const { recording } = await evening();
    const carried: unknown = JSON.parse(JSON.stringify(recording));
    expect(carried).toEqual(recording);
    const commands = recording.entries.flatMap((entry) =>
      entry.kind === 'command' ? [`${entry.of}.${entry.method}`] : [],
    );
    expect(commands).toEqual([
      'signIn.withPassword',
      'openList.open',
      expect.stringMatching(/^#\d+\.loadMore$/u),
      'playItem.playOrPause',
      'seek.seekTo',
      'toggleFavorite.toggle',
      'player.setAutoplay',
    ]);
  });

  test('contains no bookmark and no history', () => {
    const store = new MemoryKeyValueStore();
    store.set('bookmark.ada/1', 'a private note');
    store.set('history.ada/1', 'a private evening');
    store.set('journal.place.book', '{}');
    const { store: exported } = recorded(store).recorder.export();
    expect(Object.keys(exported)).toEqual(['journal.place.book']);
  });

  test('contains no token, password, address or name of a listener', async () => {
    const { recording } = await evening();
    const text = JSON.stringify(recording);
    for (const secret of [EMAIL, PASSWORD, 'Ada', 'Lovelace', 'access-', 'refresh-', '?token=memory']) {
      expect(text, secret).not.toContain(secret);
    }
  });

  test('from a browser is replayed here, and fails in the same way', async () => {
    const text = readFileSync(new URL('recordings/no-address.json', import.meta.url), 'utf8');
    const { harness, differences } = await replay(JSON.parse(text) as Recording);
    expect(differences).toEqual([]);
    expect(harness.notices).toEqual([MESSAGES.loadFailed]);
    expect(harness.player.track?.title).toBe('The Widow Pilch');
    expect(harness.player.isPlaying).toBe(false);
  });

  test('reports where the replayed application differs', async () => {
    const { recording } = await evening();
    const entries = recording.entries.filter(
      (entry) => !(entry.kind === 'call' && entry.method === 'tokenize'),
    );
    expect((await replay({ ...recording, entries })).differences).toContain(
      'contentApi.playback.tokenize was not called in the recording, and has no response',
    );
  });
});
