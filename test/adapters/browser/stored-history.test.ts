import { expect, test } from 'vitest';

import { StoredHistory } from '../../../src/adapters/browser/stored-history.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { describeHistoryStore } from '../../contract/playback/history-store.ts';
import { anEntryOf } from '../../application/stored-positions.ts';

const ADA = userId('ada');

describeHistoryStore('StoredHistory', () => {
  const store = new MemoryKeyValueStore();
  return {
    store: new StoredHistory(store),
    reopened: () => new StoredHistory(store.inAnotherTab()),
    fill: () => {
      store.isFull = true;
    },
  };
});

test('says that another tab has changed an entry', () => {
  const store = new MemoryKeyValueStore();
  let changes = 0;
  new StoredHistory(store).changed.subscribe(() => {
    changes += 1;
  });
  const tab = store.inAnotherTab();
  tab.set('settings.player', '{}');
  expect(changes).toBe(0);
  new StoredHistory(tab).save(ADA, anEntryOf());
  expect(changes).toBe(1);
  tab.clearEverything();
  expect(changes).toBe(2);
});

test.each([
  ['text that is not JSON', '{'],
  ['another shape', JSON.stringify({ listener: 'ada', value: { id: 'x' } })],
  ['an unknown reason', JSON.stringify({ listener: 'ada', value: { ...anEntryOf(), stop: 'forged' } })],
  ['an entry of another listener', JSON.stringify({ listener: 'bob', value: anEntryOf() })],
])('%s counts as absent', (_, text) => {
  const store = new MemoryKeyValueStore();
  store.set('history.ada/one', text);
  expect(new StoredHistory(store).entries(ADA)).toEqual([]);
});
