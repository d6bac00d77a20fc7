// The interfaces that adapters implement, with units and failures.

export type * from '../src/ports/account.ts';
export type * from '../src/ports/analytics.ts';
export * from '../src/ports/audio-output.ts';
export type * from '../src/ports/auth.ts';
export type * from '../src/ports/title-positions.ts';
export type * from '../src/ports/signal.ts';
export type * from '../src/ports/clock.ts';
export type * from '../src/ports/content-api.ts';
export type * from '../src/ports/deployment.ts';
export type * from '../src/ports/downloads.ts';
export type * from '../src/ports/studio/drafts.ts';
export type * from '../src/ports/key-value-store.ts';
export type * from '../src/ports/log.ts';
export type * from '../src/ports/media-controls.ts';
export type * from '../src/ports/media-policy.ts';
export type * from '../src/ports/messaging.ts';
export type * from '../src/ports/network.ts';
export type * from '../src/ports/studio/people-api.ts';
export type * from '../src/ports/playback-journal.ts';
export type * from '../src/ports/studio/studio-api.ts';
export type * from '../src/ports/tabs.ts';
export type * from '../src/ports/transcript-reader.ts';
export * from '../src/ports/tokens.ts';
