import { expect, test } from 'vitest';
import { browserOf } from '../../server/pool/new-device.ts';
import { deviceTitle } from '../../src/ui/screens/account/device-title.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** What browsers send, with the name that people know. */
const AGENTS: readonly (readonly [agent: string, name: string])[] = [
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} EdgiOS/140.0 Mobile Safari/605.1`,
    'Edge on iPhone',
  ],
  [
    `${MOZILLA} (Linux; Android 16) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Mac'],
  [
    `${MOZILLA} (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1`,
    'Safari on iPad',
  ],
  [`${MOZILLA} (X11; CrOS x86_64 16000.0) ${WEBKIT} Chrome/140.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera on Linux'],
];

test.each(AGENTS)('page and mail name %s in the same way (ACC-33, SES-152)', (agent, name) => {
  expect([deviceTitle(agent), browserOf(agent)]).toEqual([name, name]);
});
