/** The header of one MPEG audio frame. */
export interface FrameHeader {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly bytes: number;
  readonly samples: number;
  /** How many bytes of earlier frames this frame needs. */
  readonly lookBack: number;
}

const BIT_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [22_050, 24_000, 16_000];

/**
 * Reads the frames of an MPEG-2 Layer III stream (ISO/IEC 13818-3) without gaps.
 *
 * @throws {Error} if a frame does not start where the previous one ends
 */
export function readFrames(stream: Uint8Array): readonly FrameHeader[] {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const frames: FrameHeader[] = [];
  for (let at = 0; at < stream.length;) {
    const header = view.getUint32(at);
    const isMpeg2LayerIII =
      header >>> 21 === 0x7ff && ((header >>> 19) & 3) === 2 && ((header >>> 17) & 3) === 1;
    const bitRate = BIT_RATES[(header >>> 12) & 15] ?? 0;
    const sampleRate = SAMPLE_RATES[(header >>> 10) & 3] ?? 0;
    if (!isMpeg2LayerIII || bitRate === 0 || sampleRate === 0) throw new Error(`No frame at byte ${at}.`);
    const bytes = Math.floor((72_000 * bitRate) / sampleRate) + ((header >>> 9) & 1);
    const hasChecksum = ((header >>> 16) & 1) === 0;
    const lookBack = view.getUint8(at + (hasChecksum ? 6 : 4));
    frames.push({ sampleRate, channels: ((header >>> 6) & 3) === 3 ? 1 : 2, bytes, samples: 576, lookBack });
    at += bytes;
  }
  return frames;
}
