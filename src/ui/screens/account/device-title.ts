import { t } from 'audio-streaming-translations/translate';

/** How browsers name themselves. The first match counts, because most also claim to be other browsers. */
const BROWSERS: Readonly<Record<string, RegExp>> = {
  Edge: /\bEdg\w*\//u,
  Opera: /\bOPR\//u,
  // not translated: the name of a product
  'Samsung Internet': /\bSamsungBrowser\//u,
  Firefox: /\b(?:Firefox|FxiOS)\//u,
  Chrome: /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//u,
  Safari: /\bSafari\//u,
};

const SYSTEMS: Readonly<Record<string, RegExp>> = {
  iPhone: /\biPhone\b/u,
  iPad: /\biPad\b/u,
  Android: /\bAndroid\b/u,
  Windows: /\bWindows\b/u,
  ChromeOS: /\bCrOS\b/u,
  Mac: /\bMac OS X\b/u,
  Linux: /\bLinux\b/u,
};

const named = (text: string, names: Readonly<Record<string, RegExp>>): string | undefined =>
  Object.entries(names).find(([, pattern]) => pattern.test(text))?.[0];

/** A readable name of a device: browsers send their whole user agent string (ACC-33). */
export const deviceTitle = (name: string): string => {
  const browser = named(name, BROWSERS);
  const system = named(name, SYSTEMS);
  if (browser !== undefined && system !== undefined) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? (name.trim() === '' ? t('Unknown device') : name.trim());
};
