// The interfaces that adapters implement, with units and failures.

export type * from '../src/ports/account.ts';
export type * from '../src/ports/analytics.ts';
export * from '../src/ports/audio-output.ts';
export type * from '../src/ports/auth.ts';
export type * from '../src/ports/stored-positions.ts';
export type * from '../src/ports/platform.ts';
export type * from '../src/ports/content-api.ts';
export type * from '../src/ports/downloads.ts';
export type * from '../studio/src/ports/studio-api.ts';
export type * from '../src/ports/media-controls.ts';
export type * from '../src/ports/messaging.ts';
export type * from '../src/ports/own-sessions.ts';
export type * from '../src/ports/tabs.ts';
export type * from '../src/ports/transcript-reader.ts';
export * from '../src/ports/tokens.ts';
