/** What the simulation has to reach now and then. The figures name a state that was never reached. */
export const STATES = [
  'asked for a position',
  'captive network',
  'clock set',
  'code is missing',
  'no page without a network',
  'older place arrived late',
  'reloaded for a new build',
  'session refused',
  'sleep timer ended',
  'sound denied',
  'sound interrupted',
  'sound not opened',
  'sound starved',
  'step without a session',
  'storage blocked',
  'storage cleared',
  'storage full',
  'storage older version',
  'storage works',
  'tab frozen',
  'two tabs sound',
  'write refused',
] as const;

export type State = (typeof STATES)[number];
