const SAMPLE_RATE = 8000;

/** Silence of some seconds as a WAV file: 8 bits, one channel. */
export const silence = (length: number): Blob => {
  const samples = new Uint8Array(length * SAMPLE_RATE).fill(128);
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string): void =>
    Array.from(word).forEach((letter, offset) => header.setUint8(at + offset, letter.codePointAt(0) ?? 0));
  text(0, 'RIFF');
  header.setUint32(4, 36 + samples.length, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, SAMPLE_RATE, true);
  header.setUint32(28, SAMPLE_RATE, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  text(36, 'data');
  header.setUint32(40, samples.length, true);
  return new Blob([header.buffer, samples], { type: 'audio/wav' });
};
