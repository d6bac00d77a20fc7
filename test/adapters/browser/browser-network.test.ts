import { BrowserNetwork, type NetworkWindow } from '../../../src/adapters/browser/browser-network.ts';
import { describeNetwork } from '../../contract/platform/network.ts';

/** A window whose network goes and comes by hand. */
class FakeWindow extends EventTarget implements NetworkWindow {
  readonly navigator = { onLine: true };

  turns(isOnline: boolean): void {
    this.navigator.onLine = isOnline;
    this.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }
}

describeNetwork('BrowserNetwork', () => {
  const window = new FakeWindow();
  return {
    network: new BrowserNetwork(window),
    goesAway: () => window.turns(false),
    comesBack: () => window.turns(true),
  };
});
