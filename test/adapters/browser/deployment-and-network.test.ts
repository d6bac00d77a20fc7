import { describe, expect, test } from 'vitest';
import { PageDeployment, type DeploymentWindow } from '../../../src/adapters/browser/page-deployment.ts';
import { describeDeployment, describeNetwork } from '../../contract/platform/platform.ts';
import { BrowserNetwork, type NetworkWindow } from '../../../src/adapters/browser/browser-network.ts';

const script = (address: string): string => `<script id="app" type="module" src="${address}"></script>`;

const page = (entry: string): string =>
  `<head><script type="application/json" id="configuration">{}</script>${script(entry)}</head>`;

/** A window that runs the build `own`, and a host that responds with `served`. */
function windowOn(own: string, served: () => Response) {
  const session = new Map<string, string>();
  let reloads = 0;
  const window: DeploymentWindow = {
    document: { getElementById: () => ({ getAttribute: () => own }) },
    location: {
      reload: () => {
        reloads += 1;
      },
    },
    sessionStorage: {
      getItem: (key) => session.get(key) ?? null,
      setItem: (key, value) => void session.set(key, value),
    },
    fetch: async () => served(),
  };
  return { window, reloads: () => reloads };
}

describeDeployment('PageDeployment', () => {
  let builds = 1;
  let isReachable = true;
  const { window, reloads } = windowOn('/assets/index-1.js', () => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return new Response(page(`/assets/index-${builds}.js`));
  });
  return {
    deployment: new PageDeployment(window),
    reloaded: () => new PageDeployment(window),
    deploy: () => {
      builds += 1;
    },
    setReachable: (reachable) => {
      isReachable = reachable;
    },
    reloads,
  };
});

describe('the build that the host serves', () => {
  test.each([
    ['the host fails', () => new Response('', { status: 502 })],
    ['the host responds with another page', () => new Response('<h1>Sign in to this network</h1>')],
    [
      'there is no response',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('is unknown if %s', async (_why, served) => {
    expect(await new PageDeployment(windowOn('/assets/index-a.js', served).window).check()).toBe(
      'unreachable',
    );
  });

  test('is not reloaded if nothing can be stored', async () => {
    const { window, reloads } = windowOn(
      '/assets/index-a.js',
      () => new Response(page('/assets/index-b.js')),
    );
    const blocked = {
      ...window,
      get sessionStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const deployment = new PageDeployment(blocked);
    await deployment.check();
    expect(deployment.reload()).toBe(false);
    expect(reloads()).toBe(0);
  });
});

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
