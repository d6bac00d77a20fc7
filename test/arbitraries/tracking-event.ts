import * as fc from 'fast-check';
import { TRACKING_PLAN, type PropertyShape, type PropertyType } from '../../src/domain/analytics.ts';
import { aText } from './text.ts';

type Value = string | number | boolean;
type AnyEvent = { readonly name: string; readonly properties: Readonly<Record<string, Value>> };

const VALUES: Readonly<Record<PropertyType, fc.Arbitrary<Value>>> = {
  string: aText(),
  number: fc.nat(),
  boolean: fc.boolean(),
};

const shaped = (shape: PropertyShape): fc.Arbitrary<Readonly<Record<string, Value>>> =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([property, type]) => [property, VALUES[type]])));

const EVENTS = Object.entries(TRACKING_PLAN.events).flatMap(([name, { shapes }]) =>
  shapes.map((shape) => fc.record({ name: fc.constant(name), properties: shaped(shape) })),
);

/** An event of the tracking plan with the properties of one of its shapes. */
export const aTrackingEvent = (): fc.Arbitrary<AnyEvent> => fc.oneof(...EVENTS);
