// What tests of a rule or of an adapter need. It imports Vitest and fast-check, which the project installs.

// Laws, and generators of the values that they are tried on.
export { law } from '../laws/laws.ts';
export * from '../test/arbitraries/bookmark.ts';
export * from '../test/arbitraries/content.ts';
export * from '../test/arbitraries/track.ts';
export * from '../test/arbitraries/text.ts';
export * from '../test/arbitraries/time.ts';
export * from '../test/arbitraries/user.ts';

// Contract suites. Each defines the tests that every adapter of its port must pass.
export * from '../test/contract/content-api/content-cache.ts';
export { describeContentApi } from '../test/contract/content-api/content-api.ts';
export type { ContentApiFixture, ContentFeature } from '../test/contract/content-api/suite.ts';
export * from '../test/contract/content-api/optional-apis.ts';
export * from '../test/contract/platform/platform.ts';
export * from '../test/contract/platform/key-value-store.ts';
export * from '../test/contract/playback/audio-output.ts';
export * from '../test/contract/playback/bookmark-store.ts';
export * from '../test/contract/playback/history-store.ts';
export * from '../test/contract/playback/download-files.ts';
export * from '../test/contract/playback/download-list.ts';
export * from '../test/contract/playback/media-controls.ts';
export * from '../test/contract/playback/playback-journal.ts';
export * from '../test/contract/playback/tabs.ts';
export * from '../test/contract/playback/transcript-reader.ts';
export * from '../test/contract/services/services.ts';
export * from '../test/contract/session/account.ts';
export * from '../test/contract/session/auth.ts';
export * from '../test/contract/session/hosted-login.ts';
export * from '../test/contract/session/own-sessions.ts';
export * from '../test/contract/session/registration.ts';
export { describeSessions, type SessionsFixture } from '../test/contract/session/sessions.ts';
export * from '../studio/test/contract/studio-api.ts';
export * from '../studio/test/contract/people-api.ts';
export * from '../studio/test/contract/titles.ts';
export * from '../studio/test/contract/memory-fixtures.ts';
export * from '../test/contract/memory-fixtures.ts';
export { untilOn } from '../test/contract/until.ts';

// Doubles of every port. The clock moves only when a test moves it.
export * from '../src/adapters/memory/fake-audio-output.ts';
export * from '../src/adapters/memory/memory-account.ts';
export * from '../src/adapters/memory/memory-services.ts';
export * from '../src/adapters/memory/session/memory-auth.ts';
export * from '../src/adapters/memory/memory-stored-positions.ts';
export * from '../src/adapters/memory/memory-catalogue.ts';
export * from '../src/adapters/memory/memory-clock.ts';
export * from '../src/adapters/memory/memory-content-api.ts';
export * from '../src/adapters/memory/memory-content.ts';
export * from '../src/adapters/memory/memory-platform.ts';
export * from '../src/adapters/memory/memory-download-files.ts';
export * from '../src/adapters/memory/memory-download-list.ts';
export * from '../src/adapters/memory/session/memory-registration.ts';
export * from '../src/adapters/memory/memory-key-value-store.ts';
export * from '../src/adapters/memory/memory-sessions.ts';
export * from '../src/adapters/memory/memory-tabs.ts';
export * from '../src/adapters/memory/session/memory-user-pool.ts';
export * from '../studio/src/adapters/memory/memory-studio-api.ts';
export * from '../studio/src/adapters/memory/memory-people-api.ts';
