type Wishes = { readonly globalPrivacyControl?: unknown; readonly doNotTrack?: unknown };

/** Whether a browser asks that its listener be not tracked: Global Privacy Control, or Do Not Track. */
export const asksNotToBeTracked = (browser: Wishes): boolean =>
  browser.globalPrivacyControl === true || browser.doNotTrack === '1' || browser.doNotTrack === 'yes';
