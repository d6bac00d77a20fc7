/** True if the database can store a text. It cannot store the character NUL or half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
