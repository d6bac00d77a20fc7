/** The form in which a new password is sent (SES-108). The same letters have several forms in Unicode. */
export const composed = (password: string): string => password.normalize('NFC');

/** The forms in which a password may have been set, the likeliest first. They differ only for letters with marks. */
export const formsOf = (password: string): readonly string[] => [
  ...new Set([composed(password), password, password.normalize('NFD')]),
];
