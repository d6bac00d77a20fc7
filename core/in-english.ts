import type { Message } from '../src/domain/message.ts';
import { translate } from '../translations/translate.ts';

/** A text of a rule or of a failure in English, with its values. */
export const inEnglish = (said: Message): string => translate({ language: 'en', catalogue: {} }, said);
