import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';

/** From so far on, moving within a track may have been a slip: more than a rewind or a skip, or two of them. */
const JUMP: Seconds = seconds(31);

/** Whether a move within a track went so far that the listener is offered the way back. */
export const isJump = (from: Seconds, to: Seconds): boolean => Math.abs(to - from) >= JUMP;
