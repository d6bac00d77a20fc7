import { BeaconAnalytics } from '../../examples/beacon/beacon-analytics.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { describeAnalytics, describeQuietAnalytics } from '../contract/services/services.ts';

const make = () => {
  const bodies: string[] = [];
  let ids = 0;
  const analytics = new BeaconAnalytics('https://events.invalid/', new MemoryKeyValueStore(), {
    sendBeacon: (_, body) => bodies.push(body) > 0,
    newId: () => String((ids += 1)),
  });
  const sent = () =>
    bodies.map((body) => {
      const { name, user, device } = JSON.parse(body) as {
        name: string;
        user: string | null;
        device: string;
      };
      return { name, userId: user, device };
    });
  return { analytics, received: async () => sent() };
};

describeQuietAnalytics('BeaconAnalytics', () => make().analytics);
describeAnalytics('BeaconAnalytics', async () => make());
