import * as fc from 'fast-check';
import { URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  preferring,
  readableSecret,
  SECOND_FACTORS,
  type SecondFactors,
  turnedOff,
  turnedOn,
  updatableAttributes,
  factorChanges,
} from '../../../src/domain/sign-in.ts';
import {
  PERSISTED,
  PLAYER_STORE_DEFAULTS,
  SEARCH_STORE_DEFAULTS,
  USER_STORE_DEFAULTS,
} from '../../../src/domain/stores.ts';
import {
  firstName,
  isSignedIn,
  knownListener,
  NOBODY,
  UNKNOWN_LISTENER,
  userId,
} from '../../../src/domain/account/user.ts';
import { aText } from '../../arbitraries/text.ts';
import { aUser } from '../../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';

const aName = () =>
  fc.oneof(
    fc.constantFrom('sub', 'name', 'email', 'email_verified', 'phone_number_verified', 'custom:sub'),
    fc.string(),
    fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}_verified${after}`),
  );

describe('profile attribute updates', () => {
  law(
    'leave out `sub` and each attribute that says that something was verified, and nothing else (ACC-17)',
    [fc.dictionary(aName(), fc.string())],
    (attributes) => {
      const updated = updatableAttributes(attributes);
      for (const [name, value] of Object.entries(attributes)) {
        const isSkipped = name === 'sub' || /_verified/u.test(name);
        expect(Object.hasOwn(updated, name)).toBe(!isSkipped);
        if (!isSkipped) expect(updated[name]).toBe(value);
      }
    },
  );

  test('keep a name that is only similar', () => {
    expect(updatableAttributes({ 'custom:sub': 'a', verified: 'b', subject: 'c' })).toEqual({
      'custom:sub': 'a',
      verified: 'b',
      subject: 'c',
    });
  });
});

const SECRET = 'JBSWY3DPEHPK3PXP';

describe('an authenticator app', () => {
  test('reads secret, product and account from the address, whatever characters they have', () => {
    const address = otpauthAddress(SECRET, 'Hark & Söhne: Audio', 'ada+listens@listener.test');
    const read = URI.parse(address);
    expect(read.secret.base32).toBe(SECRET);
    // The format does not allow a colon.
    expect(read.issuer).toBe('Hark & Söhne Audio');
    expect(read.label).toBe('ada+listens@listener.test');
  });

  test('reads an account with half a surrogate pair, which no address can encode', () => {
    const read = URI.parse(otpauthAddress(SECRET, 'Hark', 'ada\uD83C@listener.test'));
    expect(read.label).toBe('ada\uFFFD@listener.test');
  });

  test('shows its secret in groups of four (ACC-23)', () => {
    expect(readableSecret(`${SECRET}AB`)).toBe('JBSW Y3DP EHPK 3PXP AB');
    expect(readableSecret('')).toBe('');
  });

  test('has a default name (ACC-23)', () => {
    expect(DEFAULT_TOTP_DEVICE).toBe('My TOTP device');
  });
});

const aFactor = () => fc.constantFrom('authenticator', 'sms' as const);

/** Any response of the service: one of the factors that are on is preferred, or none. */
const someFactors = (): fc.Arbitrary<SecondFactors> =>
  fc
    .subarray([...SECOND_FACTORS])
    .chain((enabled) =>
      fc.record({ enabled: fc.constant(enabled), preferred: fc.constantFrom(null, ...enabled) }),
    );

const aChange = () => fc.constantFrom(turnedOn, turnedOff, preferring);

describe('second factors', () => {
  law(
    'a factor that is off is never preferred (ACC-26)',
    [someFactors(), aFactor(), aChange()],
    (before, factor, change) => {
      const { enabled, preferred } = change(before, factor);
      expect(preferred === null || enabled.includes(preferred)).toBe(true);
    },
  );

  law(
    'a factor that is turned on is on, and the others stay as they are (ACC-26)',
    [someFactors(), aFactor()],
    (before, factor) => {
      const { enabled } = turnedOn(before, factor);
      expect(enabled).toContain(factor);
      expect(enabled.filter((each) => each !== factor)).toEqual(
        before.enabled.filter((each) => each !== factor),
      );
    },
  );

  law(
    'the only remaining factor is preferred after the other was turned off (ACC-25)',
    [aFactor()],
    (gone) => {
      const both = { enabled: SECOND_FACTORS, preferred: gone };
      expect(turnedOff(both, gone).preferred).toBe(SECOND_FACTORS.find((each) => each !== gone));
    },
  );

  law('a factor that is turned on and off again is off', [someFactors(), aFactor()], (before, factor) => {
    expect(turnedOff(turnedOn(before, factor), factor).enabled).not.toContain(factor);
  });

  law(
    'the changes between two settings lead from one to the other',
    [someFactors(), someFactors()],
    (before, after) => {
      const changes = factorChanges(before, after);
      const enabled = SECOND_FACTORS.filter((each) => changes[each]?.isOn ?? before.enabled.includes(each));
      const preferred = enabled.find((each) => changes[each]?.isPreferred === true) ?? null;
      expect({ enabled, preferred }).toEqual(after);
    },
  );
});

describe('the preferred factor', () => {
  test('lists the authenticator before codes by SMS', () => {
    expect(SECOND_FACTORS).toEqual(['authenticator', 'sms']);
  });

  test('is the first factor that is turned on', () => {
    const off: SecondFactors = { enabled: [], preferred: null };
    expect(turnedOn(off, 'sms')).toEqual({ enabled: ['sms'], preferred: 'sms' });
  });

  test('does not change when another factor is turned on or off', () => {
    const sms: SecondFactors = { enabled: ['sms'], preferred: 'sms' };
    const both: SecondFactors = { enabled: ['authenticator', 'sms'], preferred: 'sms' };
    expect(turnedOn(sms, 'authenticator')).toEqual(both);
    expect(turnedOff(both, 'authenticator')).toEqual(sms);
  });

  test('does not change when a factor that is off is turned off', () => {
    const open: SecondFactors = { enabled: ['sms'], preferred: null };
    expect(turnedOff(open, 'authenticator')).toEqual(open);
  });

  test('stays open when another factor is turned on while none is preferred', () => {
    const open: SecondFactors = { enabled: ['sms'], preferred: null };
    expect(turnedOn(open, 'authenticator').preferred).toBeNull();
  });

  test('a change names only factors that are on before or after', () => {
    const off: SecondFactors = { enabled: [], preferred: null };
    const sms: SecondFactors = { enabled: ['sms'], preferred: 'sms' };
    expect(factorChanges(off, sms)).toEqual({ sms: { isOn: true, isPreferred: true } });
    expect(factorChanges(sms, off)).toEqual({ sms: { isOn: false, isPreferred: false } });
  });
});

describe('the stores', () => {
  test('the user store starts with nobody and both modals closed', () => {
    expect(USER_STORE_DEFAULTS).toEqual({
      id: '',
      name: 'Friend',
      email: '',
      paymentDetails: null,
      hasPurchases: false,
      manageSubscriptionModalVisible: false,
      subscribeModalVisible: false,
    });
  });

  test('the search store starts empty', () => {
    expect(SEARCH_STORE_DEFAULTS).toEqual({ query: '', results: [] });
  });

  test('the player starts empty, silent, without autoplay, at speed 1, and belongs to nobody', () => {
    expect(PLAYER_STORE_DEFAULTS).toEqual({
      currentAudio: null,
      playlist: [],
      currentTrackIndex: -1,
      currentTrackId: null,
      isOnlyTrack: false,
      autoplay: false,
      userId: '',
      playbackSpeed: 1,
      startPlayback: false,
    });
  });

  test('everything is stored except open modals and the search (PLAY-22, APP-42)', () => {
    const modals = new Set(['manageSubscriptionModalVisible', 'subscribeModalVisible']);
    const user = Object.keys(USER_STORE_DEFAULTS).filter((field) => !modals.has(field));
    expect(new Set<string>(PERSISTED.user)).toEqual(new Set(user));
    expect(new Set<string>(PERSISTED.player)).toEqual(new Set(Object.keys(PLAYER_STORE_DEFAULTS)));
    expect(PERSISTED.search).toEqual([]);
  });
});

describe('the user', () => {
  law('is signed in exactly if the id is not empty (SES-71)', [aUser()], (user) => {
    expect(isSignedIn(user)).toBe(user.id.length > 0);
  });

  law('the first name is never empty and has no space', [aUser()], (user) => {
    expect(firstName(user)).toMatch(/^[^ ]+$/u);
  });

  law('the first name depends only on the first word (SES-71)', [aText(), aText()], (word, rest) => {
    const name = `Ada${word.replaceAll(' ', '')}`;
    expect(firstName({ name: `${name} ${rest}` })).toBe(name);
  });

  test('the user for nobody is signed out, is called Friend and has no plan (SES-71)', () => {
    expect(NOBODY).toEqual({ id: '', name: 'Friend', email: '', paymentDetails: null, hasPurchases: false });
    expect(isSignedIn(NOBODY)).toBe(false);
    expect(isSignedIn({ id: userId('7') })).toBe(true);
    expect(firstName(NOBODY)).toBe('Friend');
  });

  test.each([
    ['Ada Lovelace', 'Ada'],
    ['  Ada  Lovelace', 'Ada'],
    ['Ada', 'Ada'],
    ['José Ángel', 'José'],
    ['村上 春樹', '村上'],
    ['', 'Friend'],
    ['   ', 'Friend'],
  ])('%j is greeted as %j (SES-71)', (name, greeted) => {
    expect(firstName({ name })).toBe(greeted);
  });
});

test('the listener is unknown at first, and known with a user', () => {
  expect(UNKNOWN_LISTENER).toEqual({ kind: 'unknown' });
  expect(knownListener(NOBODY)).toEqual({ kind: 'known', user: NOBODY });
});
