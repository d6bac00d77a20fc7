import type { ComponentProps } from 'react';

type Field = Pick<ComponentProps<'input'>, 'type' | 'autoComplete'> & { readonly label: string };

/** Details with standard names (OpenID Connect, standard claims). */
const STANDARD: Readonly<Record<string, Field>> = {
  address: { label: 'Address', autoComplete: 'street-address' },
  birthdate: { label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  email: { label: 'Email', type: 'email', autoComplete: 'email' },
  family_name: { label: 'Last Name', autoComplete: 'family-name' },
  gender: { label: 'Gender', autoComplete: 'sex' },
  given_name: { label: 'First Name', autoComplete: 'given-name' },
  locale: { label: 'Language', autoComplete: 'language' },
  middle_name: { label: 'Middle Name', autoComplete: 'additional-name' },
  name: { label: 'Full name', autoComplete: 'name' },
  nickname: { label: 'Nickname', autoComplete: 'nickname' },
  phone_number: { label: 'Phone number', type: 'tel', autoComplete: 'tel' },
  picture: { label: 'Picture', type: 'url', autoComplete: 'photo' },
  preferred_username: { label: 'Username', autoComplete: 'off' },
  profile: { label: 'Profile', type: 'url', autoComplete: 'off' },
  website: { label: 'Website', type: 'url', autoComplete: 'url' },
  zoneinfo: { label: 'Time zone', autoComplete: 'off' },
};

/** Turns a name that the operator has chosen into words: `custom:favoriteGenre` becomes "Favorite genre". */
function wordsOf(name: string): string {
  const words = name
    .replace(/^(?:dev:)?custom:/u, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_-]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** How a form asks for a detail, by its name at the sign-in service (SES-11). */
export const attributeField = (name: string): Field =>
  Object.hasOwn(STANDARD, name)
    ? (STANDARD[name] ?? { label: name })
    : { label: wordsOf(name), autoComplete: 'off' };
