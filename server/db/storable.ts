/** Whether the database can hold a text: it has no room for the character NUL, nor for half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
