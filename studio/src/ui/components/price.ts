import { formatPrice, isEnglish } from 'audio-streaming-translations/formats';
import { formatPrice as formatEnglishPrice } from '../../../../src/domain/entitlement/play-decision.ts';

/** A price in US dollars. English ones have no formatter, as in the app. */
export const priceWords = (dollars: number): string =>
  isEnglish() ? formatEnglishPrice(dollars) : formatPrice(dollars);
