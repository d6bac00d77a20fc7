import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { DownloadStatus } from '../../../domain/downloads/download.ts';
import { trackSource } from '../../../domain/playback/track.ts';
import { formatNumber, isEnglish } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';

const STEP = 1000;
const UNITS = [
  ['kB', 'kilobyte'],
  ['MB', 'megabyte'],
  ['GB', 'gigabyte'],
  ['TB', 'terabyte'],
] as const;

/** An amount of bytes as text, in decimal units like those of the system: `45 MB`, `1.2 GB` (DOWN-50). */
export const sizeInWords = (bytes: number): string => {
  let amount = Math.max(0, bytes) / STEP;
  let unit = 0;
  // 999.5 would be shown as 1000.
  while (amount >= STEP - 0.5 && unit < UNITS.length - 1) {
    amount /= STEP;
    unit += 1;
  }
  const digits = amount < 10 && unit > 1 ? 1 : 0;
  const [sign, name] = UNITS[unit] ?? UNITS[0];
  if (isEnglish()) return `${amount.toFixed(digits)} ${sign}`;
  return formatNumber(amount, {
    style: 'unit',
    unit: name,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
};

/** The whole percent of a part. 100 only when nothing is missing. */
export const percentOf = (part: number | null): number => Math.floor((part ?? 0) * 100);

/** The percent of a title whose tracks are downloaded, while the app itself is not stored yet (DOWN-90). */
export const ALMOST_ALL = 99;

/** The accessible name of the control of a download (DOWN-51). */
export const controlName = (status: DownloadStatus): string => {
  switch (status.kind) {
    case 'none':
    case 'failed':
    case 'stopped':
      return t('Download');
    case 'waiting':
      return t('Downloading {percent}%', { percent: 0 });
    case 'loading':
      return t('Downloading {percent}%', { percent: percentOf(status.part) });
    case 'storing-app':
      return t('Downloading {percent}%', { percent: ALMOST_ALL });
    case 'downloaded':
    case 'paused':
      return t('Downloaded');
  }
};

/** The last announced step that the download has reached (DOWN-53). */
const announcedPercent = (percent: number): number => Math.floor(percent / 25) * 25;

/**
 * What a screen reader announces about a download: the start, each quarter, and the end. The text is the same between
 * these steps, so it is announced once. Null if there is nothing to announce (DOWN-53).
 */
export const announcement = (title: string, status: DownloadStatus): string | null => {
  switch (status.kind) {
    case 'waiting':
      return t('{title} will be downloaded', { title });
    case 'loading':
      return t('Downloading {title}: {percent}%', {
        title,
        percent: announcedPercent(percentOf(status.part)),
      });
    case 'downloaded':
      return t('{title} is downloaded', { title });
    case 'none':
    case 'stopped':
    case 'storing-app':
    case 'paused':
    case 'failed':
      return null;
  }
};

/** What the parts of a title are called. */
export type Unit = 'chapters' | 'episodes' | 'tracks';

/** What the parts of this title are called. */
export const partsOf = (item: ContentItem): Unit => {
  switch (trackSource(item)) {
    case 'chapters':
      return 'chapters';
    case 'episodes':
      return 'episodes';
    default:
      return 'tracks';
  }
};

/** True if the control of a download opens its menu. Otherwise the control starts or continues the download. */
export const isThere = ({ kind }: DownloadStatus): boolean =>
  kind !== 'none' && kind !== 'failed' && kind !== 'stopped';
