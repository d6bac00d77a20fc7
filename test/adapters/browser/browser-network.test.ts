import { BrowserNetwork, type NetworkWindow } from '../../../src/adapters/browser/browser-network.ts';
import { describeNetwork } from '../../contract/platform/network.ts';

/** A window whose network can be turned on and off. */
class FakeWindow extends EventTarget implements NetworkWindow {
  readonly navigator = { onLine: true };

  setOnline(isOnline: boolean): void {
    this.navigator.onLine = isOnline;
    this.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }
}

describeNetwork('BrowserNetwork', () => {
  const window = new FakeWindow();
  return {
    network: new BrowserNetwork(window),
    goOffline: () => window.setOnline(false),
    goOnline: () => window.setOnline(true),
  };
});
