import { NOBODY } from '../../domain/account/user.ts';
import { t } from 'audio-streaming-translations/translate';

/** The first name of the listener as it is shown. A listener without a name is called by a word of the page's language (SES-71). */
export const shownFirstName = ({ firstName }: { readonly firstName: string }): string => shownName(firstName);

/** A name as it is shown. */
export const shownName = (name: string): string => (name === NOBODY.name ? t(NOBODY.name) : name);
