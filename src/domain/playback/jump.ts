import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';

/** A jump from this distance on may have been a mistake. It is more than a rewind, a skip, or two of them. */
const JUMP: Seconds = seconds(31);

/** True if a jump within a track was so long that the listener is offered to undo it (PLAY-41). */
export const isJump = (from: Seconds, to: Seconds): boolean => Math.abs(to - from) >= JUMP;
