import type { BeforePlugin } from '@amplitude/analytics-core';
import { isPlanned } from '../../domain/analytics.ts';
import type { Log } from '../../ports/log.ts';

const IDENTIFY = '$identify';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Drops every event whose name or properties are not in the tracking plan (ANA-24). This keeps every event far
 * below the service's limit of 1,000 properties.
 */
export const planCheck = (log: Log): BeforePlugin => ({
  name: 'plan-check',
  type: 'before',
  async execute(event) {
    const properties: unknown = event.event_properties ?? {};
    if (event.event_type === IDENTIFY) return event;
    if (isFields(properties) && isPlanned(event.event_type, properties)) return event;
    log.warn('An event is not in the tracking plan', { event: event.event_type });
    return null;
  },
});
