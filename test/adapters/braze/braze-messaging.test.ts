import { afterEach, describe, expect, test, vi } from 'vitest';

import type { InAppMessage, WordedMessage } from '../../../src/domain/messaging.ts';
import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { userId } from '../../../src/domain/account/user.ts';
import {
  BrazeFixture,
  type Call,
  type Reply,
  campaign,
  commandLink,
  customEvent,
  MODAL,
  OPEN,
  templatedCampaign,
} from './fixture.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ADA = userId('listener-ada');
const BEN = userId('listener-ben');
const SAVED: TrackingEvent = {
  name: 'Moved to Library',
  properties: { content_id: 'c', content_type: 1 },
};
const FOLLOWED: TrackingEvent = { name: 'Follow Button Clicked', properties: { content_id: 'p' } };

let fixture: BrazeFixture;

afterEach(async () => {
  await fixture.close();
});

/** The service responds with these triggers. */
const offering =
  (...triggers: readonly unknown[]) =>
  ({ respond_with: wanted }: Call): Reply => ({ body: wanted?.['triggers'] === true ? { triggers } : {} });

/** Ada is signed in, and the triggers have arrived. */
async function listening(...triggers: readonly unknown[]): Promise<void> {
  fixture = new BrazeFixture();
  fixture.respond = offering(...triggers);
  fixture.messaging.identify(ADA);
  await fixture.advance(SECOND);
}

function theMessage(): InAppMessage {
  const message = fixture.messages.at(-1);
  if (message === undefined) throw new Error('No message arrived');
  return message;
}

const worded = (): WordedMessage => {
  const message = theMessage();
  if (message.kind === 'html') throw new Error('An HTML message has no text');
  return message;
};

describe('starting', () => {
  test.each([
    ['https://sdk.example', 'https://sdk.example/api/v3/data/'],
    ['https://sdk.example/', 'https://sdk.example/api/v3/data/'],
    ['https://sdk.example/in/', 'https://sdk.example/in/data/'],
    ['sdk.example/in', 'https://sdk.example/in/data/'],
    ['http://sdk.example/in', 'http://sdk.example/in/data/'],
  ])('with base URL %s sends to %s (APP-30)', async (baseUrl, url) => {
    fixture = new BrazeFixture({ baseUrl });
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    expect(fixture.calls.map((call) => call.url)).toEqual([url]);
  });

  test.each([
    [{ apiKey: '' }, 'Braze requires a valid API key to be initialized. (v5.7.0)'],
    [{ baseUrl: '' }, 'Braze requires a valid baseUrl to be initialized. (v5.7.0)'],
  ])('with %j is refused, and logged (MSG-2)', async (service, sentence) => {
    fixture = new BrazeFixture(service);
    fixture.messaging.identify(ADA);
    await fixture.advance(MINUTE);
    expect(fixture.calls).toEqual([]);
    expect(fixture.vendorLog).toContain(sentence);
  });

  test('with an unknown option only warns (MSG-3)', async () => {
    fixture = new BrazeFixture();
    const { initialize, setLogger } = await import('@braze/web-sdk');
    const lines: string[] = [];
    setLogger((line) => lines.push(line));
    const options = { baseUrl: 'https://sdk.example', enableLogging: true, colour: 'blue' };
    expect(initialize('key', options)).toBe(true);
    expect(lines).toContain("Braze SDK Warning: Ignoring unknown initialization option 'colour'. (v5.7.0)");
  });

  test('sends key, version, attempt and the time since the last request', async () => {
    await listening();
    expect(fixture.calls[0]).toMatchObject({
      sdk_version: '5.7.0',
      headers: { 'X-Braze-Api-Key': 'key', 'X-Braze-Last-Req-Ms-Ago': '7200000', 'X-Braze-Req-Attempt': '1' },
      respond_with: { triggers: true, user_id: ADA, config: { config_time: 0 } },
    });
  });
});

describe('the user', () => {
  test('may be identified again without an effect (MSG-6)', async () => {
    await listening();
    fixture.messaging.identify(ADA);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss']);
  });

  test('starts a new session when it changes (MSG-6)', async () => {
    await listening();
    fixture.messaging.identify(BEN);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', 'se', 'ss']);
    expect(fixture.data.at(-1)?.respond_with?.['user_id']).toBe(BEN);
  });

  test.each([
    ['empty', '', 'changeUser requires a non-empty userId.'],
    ['longer than 997 bytes', 'é'.repeat(499), 'is longer than 997 bytes.'],
  ])('is refused when it is %s (MSG-7)', async (_what, id, sentence) => {
    await listening();
    fixture.messaging.identify(userId(id));
    await fixture.advance(MINUTE);
    expect(fixture.vendorLog.join('\n')).toContain(sentence);
    expect(fixture.events).toEqual(['ss']);
  });

  test('is on another device after a sign-out, and earlier events are sent with their user (MSG-9)', async () => {
    await listening();
    fixture.messaging.record(SAVED);
    fixture.messaging.reset();
    await fixture.advance(SECOND);
    expect(fixture.events).toEqual(['ss', 'Moved to Library']);
    expect([...fixture.storage.keys()]).toEqual([]);
    fixture.messaging.identify(BEN);
    await fixture.advance(SECOND);
    const [first, saved, last] = fixture.data;
    expect(saved?.device_id).toBe(first?.device_id);
    expect(last?.device_id).not.toBe(first?.device_id);
    expect(last?.events?.map((event) => event.user_id)).toEqual([BEN]);
  });
});

describe('a session', () => {
  test('ends after 1800 s without an event (MSG-8)', async () => {
    await listening();
    await fixture.advance(29 * MINUTE);
    fixture.messaging.record(SAVED);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', 'Moved to Library']);
    await fixture.advance(30 * MINUTE);
    fixture.messaging.record(SAVED);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', 'Moved to Library', 'se', 'ss', 'Moved to Library']);
  });
});

describe('a custom event', () => {
  test('is sent with its properties within ten seconds (MSG-12)', async () => {
    await listening();
    fixture.messaging.record(SAVED);
    await fixture.advance(11 * SECOND);
    expect(fixture.data.at(-1)?.events).toMatchObject([
      { name: 'ce', user_id: ADA, data: { n: SAVED.name, p: SAVED.properties } },
    ]);
  });

  test('is dropped if the service has blocked it (MSG-12)', async () => {
    fixture = new BrazeFixture();
    fixture.respond = () => ({ body: { config: { time: 1, events_blacklist: [SAVED.name] } } });
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    fixture.messaging.record(SAVED);
    fixture.messaging.record(FOLLOWED);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', FOLLOWED.name]);
  });
});

describe('an in-app message', () => {
  test('in a modal has its text, its image from an allowed origin, and its buttons', async () => {
    await listening(campaign('t', MODAL));
    expect(fixture.messages).toEqual([
      {
        id: 't#1',
        kind: 'modal',
        duration: null,
        slidesFrom: 'bottom',
        header: 'A quiet week',
        text: 'Three new meditations are waiting.',
        imageUrl: 'https://app.example/media/covers/a.svg',
        action: null,
        buttons: [
          {
            key: '0',
            text: 'Listen',
            action: { url: 'https://app.example/new-releases', opensNewTab: false },
          },
          { key: '1', text: 'Later', action: { url: null, opensNewTab: false } },
        ],
      },
    ]);
  });

  test.each([
    ['SLIDEUP', 'slide-up'],
    ['MODAL', 'modal'],
    ['MODAL_STYLED', 'modal'],
    ['FULL', 'full'],
    ['HTML', 'html'],
    ['HTML_FULL', 'html'],
    ['WEB_HTML', 'html'],
    ['modal', 'modal'],
  ])('of type %s is a %s (MSG-13)', async (type, kind) => {
    await listening(campaign('t', { type, message: 'Hello' }));
    expect(theMessage().kind).toBe(kind);
  });

  test.each(['SURVEY', '', undefined])('of type %s is ignored (MSG-13)', async (type) => {
    await listening(campaign('t', { type, message: 'Hello' }));
    expect(fixture.messages).toEqual([]);
    expect(fixture.vendorLog.join('\n')).toContain('Ignoring message with unknown type');
  });

  test('that slides up closes after 5000 ms, and slides from the given side (MSG-18)', async () => {
    const slide = { type: 'SLIDEUP', message: 'Hello', click_action: 'URI', uri: '/library' };
    await listening(campaign('t', { ...slide, slide_from: 'TOP', open_target: 'BLANK' }));
    expect(worded()).toMatchObject({
      duration: 5000,
      slidesFrom: 'top',
      action: { url: 'https://app.example/library', opensNewTab: true },
    });
  });

  test.each(['javascript:alert(1)', 'data:text/html,hello', 'ftp://files.example/a', 'http://'])(
    'never links to %s (MSG-19)',
    async (uri) => {
      const btns = [{ id: 0, text: 'Go', click_action: 'URI', uri }];
      await listening(campaign('t', { ...MODAL, btns, image_url: uri }));
      expect(worded().buttons[0]?.action.url).toBeNull();
      expect(worded().imageUrl).toBeNull();
    },
  );

  test('shows no image from a forbidden origin (MSG-20)', async () => {
    await listening(campaign('t', { ...MODAL, image_url: 'https://cdn.elsewhere.example/a.png' }));
    expect(worded().imageUrl).toBeNull();
  });

  test('of HTML has its own style, and runs scripts only if the configuration allows it (MSG-21)', async () => {
    const html = { type: 'HTML', message: '<p>Hello</p>', html_id: 'hello', css: 'p { color: teal }' };
    await listening(campaign('t', html));
    expect(theMessage()).toMatchObject({
      html: '<style>p { color: teal }</style><p>Hello</p>',
      mayRunScripts: false,
    });
    await fixture.close();
    fixture = new BrazeFixture({ htmlScripts: true });
    fixture.respond = offering(campaign('t', html));
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    expect(theMessage()).toMatchObject({ mayRunScripts: true });
  });

  test('counts one impression, and one click of each button (MSG-15)', async () => {
    await listening(campaign('t', MODAL));
    const message = worded();
    for (const _time of [1, 2]) {
      fixture.messaging.recordImpression(message);
      for (const button of message.buttons) fixture.messaging.recordClick(message, button);
    }
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', 'si', 'sbc', 'sbc']);
  });

  test('counts one click of the message (MSG-15)', async () => {
    await listening(campaign('t', { type: 'SLIDEUP', message: 'Hello', click_action: 'URI', uri: '/' }));
    for (const _time of [1, 2]) fixture.messaging.recordClick(theMessage(), null);
    await fixture.advance(MINUTE);
    // A click also counts an impression.
    expect(fixture.events).toEqual(['ss', 'sc', 'si']);
  });

  test('of HTML counts each link once, by its name (MSG-21)', async () => {
    await listening(campaign('t', { type: 'HTML', message: '<a href="/" id="go">Go</a>' }));
    const link = { key: 'go', text: 'Go', action: { url: 'https://app.example/', opensNewTab: false } };
    fixture.messaging.recordImpression(theMessage());
    for (const _time of [1, 2]) fixture.messaging.recordClick(theMessage(), link);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', 'si', 'sbc']);
  });

  test('of a control group is counted, and not shown (MSG-17)', async () => {
    await listening(campaign('t', { is_control: true }));
    await fixture.advance(MINUTE);
    expect(fixture.messages).toEqual([]);
    expect(fixture.events).toEqual(['ss', 'iec']);
  });

  test('is shown at most once in 30 s (MSG-16)', async () => {
    await listening(campaign('t', MODAL, { on: customEvent(SAVED.name) }));
    fixture.messaging.record(SAVED);
    await fixture.advance(0);
    expect(fixture.messages).toHaveLength(1);
    await fixture.advance(29 * SECOND);
    fixture.messaging.record(SAVED);
    await fixture.advance(0);
    expect(fixture.messages).toHaveLength(1);
    await fixture.advance(SECOND);
    fixture.messaging.record(SAVED);
    await fixture.advance(0);
    expect(fixture.messages).toHaveLength(2);
  });

  test('of the highest priority is shown first, after its delay (MSG-16)', async () => {
    await listening(
      campaign('low', MODAL, { priority: 1 }),
      campaign('high', MODAL, { priority: 2, delay: 5 }),
    );
    expect(fixture.messages).toEqual([]);
    await fixture.advance(5 * SECOND);
    expect(theMessage().id).toBe('high#1');
  });
});

describe('a link with actions of the library', () => {
  const EVENT = { type: 'logCustomEvent', args: ['Tapped', { from: 'modal', note: 'größer – 声' }] };
  const ATTRIBUTE = { type: 'setCustomUserAttribute', args: ['likes', 'sleep'] };
  const link = (...args: readonly unknown[]) => ({ type: 'openLink', args });
  const container = (...steps: readonly unknown[]) => ({ type: 'container', steps });
  const offers = async (command: unknown) => {
    const btns = [{ id: 0, text: 'Go', click_action: 'URI', uri: commandLink(command) }];
    await listening(campaign('t', { ...MODAL, btns }));
    return worded().buttons.map(({ text, action }) => ({ text, ...action }));
  };
  const NOWHERE = { text: 'Go', url: null, opensNewTab: false };
  const uses = async () => {
    const [button] = worded().buttons;
    if (button === undefined) throw new Error('The message has no button');
    fixture.messaging.recordClick(worded(), button);
    fixture.messaging.recordClick(worded(), button);
    await fixture.advance(MINUTE);
  };
  const attributes = () => fixture.calls.flatMap(({ attributes: sent = [] }) => sent);

  test('has its button, and the library runs the actions once (MSG-24)', async () => {
    expect(await offers(container(EVENT, container(ATTRIBUTE)))).toEqual([NOWHERE]);
    await uses();
    expect(fixture.events).toEqual(['ss', 'sbc', 'Tapped']);
    const sent = fixture.calls
      .flatMap(({ events = [] }) => events)
      .find(({ data }) => data['n'] === 'Tapped');
    expect(sent?.data['p']).toEqual(EVENT.args[1]);
    expect(attributes()).toMatchObject([{ custom: { likes: 'sleep' } }]);
  });

  test.each([
    ['in this page', link('/library'), 'https://app.example/library', false],
    ['in a new tab', link('https://app.example/topics', true), 'https://app.example/topics', true],
    [
      'in the view of an app',
      { ...link('/trending'), type: 'openLinkInWebView' },
      'https://app.example/trending',
      false,
    ],
    ['nowhere if it is not a web address', link('javascript:alert(1)'), null, false],
    ['nowhere if it is missing', link(), null, false],
  ] as const)('opens a link %s, and runs its other actions', async (_how, step, url, opensNewTab) => {
    expect(await offers(container(EVENT, step))).toEqual([{ text: 'Go', url, opensNewTab }]);
    await uses();
    expect(fixture.events).toContain('Tapped');
    // The library itself would leave the page.
    expect(window.location.href).toBe('https://app.example/');
  });

  test('works in a message without buttons', async () => {
    const uri = commandLink(container(EVENT, link('/library')));
    await listening(campaign('t', { type: 'SLIDEUP', message: 'Hello', click_action: 'URI', uri }));
    expect(worded().action).toEqual({ url: 'https://app.example/library', opensNewTab: false });
    fixture.messaging.recordClick(theMessage(), null);
    await fixture.advance(MINUTE);
    expect(fixture.events).toEqual(['ss', 'sc', 'si', 'Tapped']);
  });

  test('has its button even if the library does not know the link', async () => {
    const btns = [{ id: 0, text: 'Go', click_action: 'URI', uri: 'brazeactions:later' }];
    await listening(campaign('t', { ...MODAL, btns }));
    expect(worded().buttons).toMatchObject([{ text: 'Go', action: { url: null } }]);
  });

  test('has no button only if an action asks for push messages (MSG-23)', async () => {
    fixture = new BrazeFixture();
    fixture.pushPermission = 'default';
    const btns = [
      {
        id: 0,
        text: 'Allow',
        click_action: 'URI',
        uri: commandLink(container(EVENT, { type: 'requestPushPermission' })),
      },
      { id: 1, text: 'Go', click_action: 'URI', uri: commandLink(EVENT) },
    ];
    fixture.respond = offering(campaign('t', { ...MODAL, btns }));
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    expect(worded().buttons.map(({ text }) => text)).toEqual(['Go']);
    await uses();
    expect(fixture.events).toContain('Tapped');
  });
});

describe('a push prompt', () => {
  const command = commandLink({ type: 'requestPushPermission' });
  const asking = {
    ...MODAL,
    btns: [
      { id: 0, text: 'Allow', click_action: 'URI', uri: command },
      { id: 1, text: 'Later', click_action: 'NONE' },
    ],
  };

  test.each([
    ['a browser without push', null],
    ['a listener who refused', 'denied'],
    ['a listener who has allowed it already', 'granted'],
  ] as const)('is not shown to %s', async (_who, permission) => {
    fixture = new BrazeFixture();
    fixture.pushPermission = permission;
    fixture.respond = offering(campaign('t', asking));
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    expect(fixture.messages).toEqual([]);
    expect(fixture.vendorLog.join('\n')).toContain('not eligible for a push prompt. Ignoring.');
  });

  test('is removed from a message, because the product has no push messages (MSG-23)', async () => {
    fixture = new BrazeFixture();
    fixture.pushPermission = 'default';
    fixture.respond = offering(campaign('t', asking));
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    expect(worded().buttons.map(({ text }) => text)).toEqual(['Later']);
  });
});

describe('a templated message', () => {
  const made = {
    templated_message: { type: 'inapp', data: { ...MODAL, trigger_id: 't', header: 'Hello Ada' } },
  };
  const templates = () => fixture.calls.filter(({ url }) => url.endsWith('/template/'));

  test('is requested when it is due (MSG-25)', async () => {
    await listening(templatedCampaign('t', { on: customEvent(SAVED.name) }));
    fixture.respond = ({ url }) => ({ body: url.endsWith('/template/') ? made : {} });
    fixture.messaging.record(SAVED);
    await fixture.advance(SECOND);
    expect(worded().header).toBe('Hello Ada');
    expect(templates()).toMatchObject([
      {
        template: {
          trigger_id: 't',
          trigger_event_type: 'custom_event',
          data: { name: 'ce', data: { n: SAVED.name } },
        },
      },
    ]);
  });

  test('is requested again after random delays if it fails, for at most 30 s (MSG-25)', async () => {
    // The delay is random from 1 s up. The test uses an average one.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    await listening(templatedCampaign('t', { on: customEvent(SAVED.name) }));
    fixture.respond = ({ url }) => (url.endsWith('/template/') ? { status: 500 } : { body: {} });
    fixture.messaging.record(SAVED);
    await fixture.advance(2 * MINUTE);
    const times = templates().map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.length).toBeGreaterThanOrEqual(3);
    expect(gaps[0]).toBeGreaterThanOrEqual(SECOND);
    expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0))).toBe(true);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(60 * SECOND);
    expect(fixture.messages).toEqual([]);
    expect(fixture.vendorLog.join('\n')).toContain('getting user personalization');
  });

  test('is shown as soon as its request succeeds', async () => {
    await listening(templatedCampaign('t', { on: customEvent(SAVED.name) }));
    fixture.respond = ({ url }) => {
      if (!url.endsWith('/template/')) return { body: {} };
      return templates().length === 1 ? 'broken' : { body: made };
    };
    fixture.messaging.record(SAVED);
    await fixture.advance(20 * SECOND);
    expect(worded().header).toBe('Hello Ada');
  });
});

describe('without permission', () => {
  test('nothing is loaded, stored or sent', async () => {
    fixture = new BrazeFixture();
    fixture.messaging.permit(false);
    fixture.messaging.identify(ADA);
    fixture.messaging.record(SAVED);
    fixture.messaging.reset();
    await fixture.advance(MINUTE);
    expect(fixture.calls).toEqual([]);
    expect(fixture.storage.size).toBe(0);
  });

  test('waiting events are not sent, stored data is deleted, and a new permission starts again', async () => {
    await listening();
    const before = fixture.calls.length;
    fixture.messaging.record(SAVED);
    fixture.messaging.permit(false);
    await fixture.advance(MINUTE);
    expect(fixture.calls).toHaveLength(before);
    expect([...fixture.storage.keys()]).toEqual([]);
    fixture.messaging.permit(true);
    fixture.messaging.identify(ADA);
    await fixture.advance(SECOND);
    expect(fixture.calls.at(-1)?.device_id).not.toBe(fixture.calls[0]?.device_id);
  });
});

test('the first trigger of a page is that it opens', async () => {
  await listening(campaign('t', MODAL, { on: OPEN }));
  expect(fixture.messages).toHaveLength(1);
});
