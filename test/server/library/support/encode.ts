const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character of an encoding, which the platform only decodes. */
function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]): void => {
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(Uint8Array.from(bytes), { stream: true });
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let first = 0; first < 256; first++) add([first]);
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) add([first, second]);
  }
  tables.set(label, table);
  return table;
}

/** Encodes a text. It shares no code with the server. */
export function encode(label: string, text: string): Buffer {
  if (label === 'utf-8') return Buffer.from(text);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = tableOf(label).get(character);
      if (bytes === undefined) throw new Error(`${label} has no ${character}.`);
      return bytes;
    }),
  );
}
