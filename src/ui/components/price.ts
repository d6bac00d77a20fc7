import { formatPrice, isEnglish } from 'audio-streaming-translations/formats';
import { formatPrice as formatEnglishPrice } from '../../domain/entitlement/play-decision.ts';

/** A price in dollars (LANG-10). In English the domain writes it, without a formatter, which the first page would wait for. */
export const priceInWords = (dollars: number): string =>
  isEnglish() ? formatEnglishPrice(dollars) : formatPrice(dollars);
