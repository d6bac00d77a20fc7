/** The oldest versions that the product supports (APP-60). README names them. */
export const OLDEST_VERSIONS = { chrome: 111, edge: 111, firefox: 128, safari: 16.4, ios: 16.4 };

const versions = Object.entries(OLDEST_VERSIONS);

/** The same versions as Vite names them. */
export const BUILD_TARGET = versions.map(([name, version]) => `${name}${version}`);

/** The same versions and all later ones as queries of Browserslist, which calls Safari on a phone `ios_saf`. */
export const SUPPORTED_BROWSERS = versions.map(
  ([name, version]) => `${name === 'ios' ? 'ios_saf' : name} >= ${version}`,
);
