import { RefusedFileError } from './bytes.ts';

/** What the library knows about a codec in Ogg. */
export interface OggCodec {
  readonly name: string;
  /** Samples in a second, in the unit of the granule positions. */
  readonly rate: number;
  /** Number of samples at the start that players do not play. */
  readonly skipped: number;
  /** How many packets of headers stand before the first packet of sound. */
  readonly headers: number;
}

/** Reads the first packet of a stream. */
export function codecOf(packet: Buffer): OggCodec {
  const name = packet.toString('latin1', 0, 8);
  if (name === 'OpusHead')
    return { name: 'opus', rate: 48_000, skipped: packet.readUInt16LE(10), headers: 2 };
  if (name.startsWith('\x01vorbis')) {
    return { name: 'vorbis', rate: packet.readUInt32LE(12), skipped: 0, headers: 3 };
  }
  if (name.startsWith('\x7fFLAC')) {
    return {
      name: 'flac',
      rate: packet.readUIntBE(27, 3) >> 4,
      skipped: 0,
      headers: 1 + packet.readUInt16BE(7),
    };
  }
  if (name.startsWith('Speex'))
    return { name: 'speex', rate: packet.readUInt32LE(36), skipped: 0, headers: 2 };
  throw new RefusedFileError('no sound that is known was found in it');
}

/** A codec whose streams can be divided. */
export interface DivisibleCodec {
  /** Samples before the start of a part that the decoder needs to output the start exactly. */
  readonly lead: number;
  /**
   * Returns how many samples a packet adds to the output. Call it for each packet in order.
   *
   * @param start the first bytes of the packet
   */
  samplesOf(start: Uint8Array): number;
  /**
   * Makes the headers of a part, without the comments of the file.
   *
   * @param hidden number of samples that players must not play, before the start of the part
   */
  headersFor(hidden: number): readonly Buffer[];
  /**
   * True if the headers of a part hide the samples before its start. If false, the times of these samples are negative.
   * Some players play them: less than a block of Vorbis, usually less than 23 ms.
   */
  readonly hidesStart: boolean;
}

/** Returns null if streams of the codec cannot be divided. */
export function divisibleCodec(headers: readonly Buffer[]): DivisibleCodec | null {
  const [head, , setup] = headers;
  if (head === undefined) return null;
  if (head.toString('latin1', 0, 8) === 'OpusHead') return opus(head);
  if (head.toString('latin1', 1, 7) === 'vorbis' && setup !== undefined) return vorbis(head, setup);
  return null;
}

/** Samples of an Opus frame at 48 kHz, by the configuration number of the packet (RFC 6716, section 3.1). */
function opusFrame(configuration: number): number {
  if (configuration < 12) return [480, 960, 1920, 2880][configuration % 4] ?? 0;
  if (configuration < 16) return configuration % 2 === 0 ? 480 : 960;
  return [120, 240, 480, 960][configuration % 4] ?? 0;
}

function opus(head: Buffer): DivisibleCodec {
  return {
    lead: 3840,
    hidesStart: true,
    samplesOf([first = 0, second = 0]) {
      const kind = first & 3;
      const frames = kind === 0 ? 1 : kind === 3 ? second & 63 : 2;
      return frames * opusFrame(first >> 3);
    },
    headersFor(hidden) {
      const own = Buffer.from(head);
      own.writeUInt16LE(hidden, 10);
      return [own, Buffer.concat([Buffer.from('OpusTags', 'latin1'), Buffer.alloc(8)])];
    },
  };
}

function vorbis(head: Buffer, setup: Buffer): DivisibleCodec {
  const sizes = head.readUInt8(28);
  const blocks = [1 << (sizes & 15), 1 << (sizes >> 4)] as const;
  const modes = modesOf(setup);
  const bits = 32 - Math.clz32(modes.length - 1);
  let before = 0;
  return {
    // A block overlaps with the one before it. So the decoder needs one packet before the start.
    lead: 1,
    hidesStart: false,
    samplesOf([first = 0]) {
      const block = blocks[modes[(first >> 1) & ((1 << bits) - 1)] === true ? 1 : 0];
      const samples = before === 0 ? 0 : (before + block) / 4;
      before = block;
      return samples;
    },
    headersFor: () => [
      head,
      Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), Buffer.alloc(8), Buffer.from([1])]),
      setup,
    ],
  };
}

/**
 * The modes at the end of the setup header of Vorbis: true for long blocks. The setup has to be read completely to find
 * its modes from the start. From the end, a mode is recognised by its fields that are always 0.
 */
function modesOf(setup: Buffer): readonly boolean[] {
  const bit = (at: number): number => ((setup[at >> 3] ?? 0) >> (at & 7)) & 1;
  const number = (at: number, count: number): number => {
    let value = 0;
    for (let each = 0; each < count; each++) value |= bit(at + each) << each;
    return value >>> 0;
  };
  let end = setup.length * 8 - 1;
  while (end > 0 && bit(end) === 0) end -= 1;
  let found: readonly boolean[] | null = null;
  const modes: boolean[] = [];
  for (let at = end - 41; at > 62 && modes.length < 64; at -= 41) {
    // The block flag, 16 bits of the window, 16 bits of the transform, 8 bits of the mapping.
    if (number(at + 1, 32) !== 0 || number(at + 33, 8) > 63) break;
    modes.unshift(bit(at) === 1);
    if (number(at - 6, 6) === modes.length - 1) found = [...modes];
  }
  if (found === null) throw new RefusedFileError('its description is damaged');
  return found;
}
