import { describeKeyValueStore, MemoryKeyValueStore } from 'audio-streaming-core/testing';
import { PrefixedStore } from './prefixed-store.js';

describeKeyValueStore('PrefixedStore', () => {
  const shared = new MemoryKeyValueStore({ capacity: 1000 });
  shared.set('another application', 'was here before');
  return {
    store: new PrefixedStore(shared, 'portal.'),
    elsewhere: new PrefixedStore(shared.inAnotherTab(), 'portal.'),
    capacity: 1000,
    block: () => {
      shared.isBlocked = true;
    },
  };
});
