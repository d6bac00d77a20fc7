import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { isPlanned, TRACKING_PLAN, type TrackingEvent } from '../../src/domain/analytics.ts';
import { aText } from '../arbitraries/text.ts';
import { aTrackingEvent } from '../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';

describe('the tracking plan', () => {
  law(
    'every event with its properties is in the plan (ANA-24)',
    [aTrackingEvent()],
    ({ name, properties }) => {
      expect(isPlanned(name, properties)).toBe(true);
    },
  );

  law(
    'no event has a property that is not in the plan (ANA-24)',
    [aTrackingEvent(), aText()],
    ({ name, properties }, extra) => {
      expect(isPlanned(name, { ...properties, [`x${extra}`]: extra })).toBe(false);
    },
  );

  law(
    'an event that lacks a property, or has one of another type, is not in the plan (ANA-24)',
    [aTrackingEvent(), fc.nat()],
    ({ name, properties }, which) => {
      const entries = Object.entries(properties);
      const [spoiled] = entries.at(which % Math.max(entries.length, 1)) ?? [];
      // `Audio Listened` may have a chapter or not, so this property may be absent.
      if (spoiled === undefined) return;
      expect(isPlanned(name, { ...properties, [spoiled]: null })).toBe(false);
      const rest = Object.fromEntries(entries.filter(([property]) => property !== spoiled));
      if (spoiled !== 'chapter_index') expect(isPlanned(name, rest)).toBe(false);
    },
  );

  law('no other event is in the plan', [aText()], (name) => {
    expect(isPlanned(name, {})).toBe(false);
  });

  test('every event says when it is recorded', () => {
    const silent = Object.values(TRACKING_PLAN.events).filter(({ when }) => when.trim().length < 10);
    expect(silent).toEqual([]);
  });

  test('the plan has branch main and source web (ANA-25)', () => {
    expect(TRACKING_PLAN).toMatchObject({ branch: 'main', source: 'web' });
  });

  test.each([
    ['Account Created', { method: 'password' }, true],
    ['Signed In', { method: 'hosted' }, true],
    ['App Launch Subscribe Shown', {}, true],
    ['Ask the Universe Used', { content_id: '1' }, true],
    ['Audio Listened', { content_id: '1', content_type: 1, seconds: 5, speed: 1 }, true],
    ['Audio Listened', { content_id: '1', content_type: 2, chapter_index: 1, seconds: 5, speed: 1 }, true],
    ['Audio Listened', { content_id: '1', content_type: 2, chapter_index: '1', seconds: 5, speed: 1 }, false],
    ['Follow Button Clicked', { content_id: '1' }, true],
    ['Follow Button Clicked', { author_id: '1' }, true],
    ['Follow Button Clicked', { content_id: '1', author_id: '1' }, false],
    ['Follow Button Clicked', {}, false],
    ['Individual Audio Button Clicked Web App', { button: 'Play', content_id: '1' }, true],
    ['Moved to Library', { content_id: '1', content_type: 1 }, true],
    ['Search Result Clicked', { term: 'calm', content_id: '1', position: 1 }, true],
    ['Onboarding - Sign In - Tap Password', { visible: true }, true],
    ['Onboarding - Sign In - Tap Password', { visible: 'true' }, false],
    ['Onboarding - Sign Up - Tap Password', { visible: false }, true],
    ['Onboarding - Subscribe - Show', { plan: 'Annual' }, true],
    ['Onboarding - Subscribe - Tap Start Subscription Button', { plan: 'Monthly' }, true],
    ['Onboarding - Subscribe - X out', { plan: 'Annual' }, true],
    ['toString', {}, false],
    ['__proto__', {}, false],
    ['Ask the Universe Used', { content_id: '1', toString: '1' }, false],
  ])('%s with %j is planned: %j', (name, properties, planned) => {
    expect(isPlanned(name, properties)).toBe(planned);
  });

  test('the compiler knows the properties of each event', () => {
    type PropertiesOf<Name> = Extract<TrackingEvent, { name: Name }>['properties'];
    expectTypeOf<PropertiesOf<'Moved to Library'>>().toEqualTypeOf<{
      readonly content_id: string;
      readonly content_type: number;
    }>();
    expectTypeOf<PropertiesOf<'Follow Button Clicked'>>().toEqualTypeOf<
      { readonly content_id: string } | { readonly author_id: string }
    >();
    expectTypeOf<PropertiesOf<'Onboarding - Home - Show'>>().toEqualTypeOf<Readonly<Record<string, never>>>();
  });
});
