/** Marks at the start of a document that tell its encoding, and the first `<?` of a document without such a mark. */
const STARTS: readonly (readonly [bytes: readonly number[], label: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0x00, 0x3f, 0x00], 'utf-16le'],
  [[0x00, 0x3c, 0x00, 0x3f], 'utf-16be'],
];

const DECLARED = /^[^<]{0,200}<\?xml[^>]{0,200}?encoding\s*=\s*["'](?<label>[\w.:-]+)/iu;
const CHARSET = /charset\s*=\s*["']?(?<label>[\w.:-]+)/iu;
/** How much of a document is searched for its declaration. */
const HEAD_BYTES = 600;

/**
 * Decodes a document: with the encoding that its first bytes tell, else with the one that the host names, else with the
 * one that the document names, else as UTF-8. Bytes that are not UTF-8 are read as Windows-1252 if nobody named an
 * encoding.
 */
export const decodeDocument = (bytes: Uint8Array, contentType: string | null): string => {
  const start = STARTS.find(([first]) => first.every((byte, at) => bytes[at] === byte));
  if (start !== undefined) return decode(bytes, start[1]) ?? '';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  for (const named of [CHARSET.exec(contentType ?? ''), DECLARED.exec(head)]) {
    const label = named?.groups?.['label'];
    // A document whose declaration can be read byte by byte is not in UTF-16, whatever it says.
    const text = label === undefined || /^utf-?16|^ucs-?2/iu.test(label) ? null : decode(bytes, label);
    if (text !== null) return text;
  }
  return decode(bytes, 'utf-8', true) ?? decode(bytes, 'windows-1252') ?? '';
};

/** Null if the encoding is unknown, or `fatal` is set and the bytes do not fit. */
const decode = (bytes: Uint8Array, label: string, fatal = false): string | null => {
  try {
    const decoder = new TextDecoder(label, { fatal });
    // Without `stream`, Node 20 decodes ISO 8859-1 in place of Windows-1252, which has no quotation marks.
    return decoder.decode(bytes, { stream: decoder.encoding === 'windows-1252' });
  } catch {
    return null;
  }
};
