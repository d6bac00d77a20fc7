import * as fc from 'fast-check';

// `npm test` draws the same cases every time, so that only a change can make it fail. `npm run laws` draws new cases,
// and prints the seed of a failure.
fc.configureGlobal({ seed: 20_260 });
