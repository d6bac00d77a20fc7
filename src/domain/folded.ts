/** A text without case, accents and width, as the search of the catalogue compares texts (TEXT-7, CAT-112). */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[‘’ʼ]/gu, "'")
    .replaceAll(/\s+/gu, ' ');
