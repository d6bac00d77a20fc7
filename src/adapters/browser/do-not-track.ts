type Wishes = { readonly globalPrivacyControl?: unknown; readonly doNotTrack?: unknown };

/** True if the browser asks not to be tracked: by Global Privacy Control, or by Do Not Track. */
export const asksNotToBeTracked = (browser: Wishes): boolean =>
  browser.globalPrivacyControl === true || browser.doNotTrack === '1' || browser.doNotTrack === 'yes';
