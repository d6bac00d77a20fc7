import type { Check } from '../check.ts';
import { callChecks, exportCheck, tokenizeCheck } from './calls.ts';
import { hostChecks } from './host.ts';
import { hostedChecks } from './hosted.ts';
import { mediaChecks } from './media.ts';
import { arrangementCheck, pageChecks, pageSizeCheck } from './pages.ts';
import { expiryCheck, poolChecks, revocationCheck, sessionChecks } from './pool.ts';
import { answersCheck, corsChecks, dateCheck, retryAfterCheck, statusChecks } from './service.ts';
import { titleChecks } from './titles.ts';
import { writeChecks } from './writes.ts';

/** Every check, in the order in which they run. Later ones rely on earlier ones: on the session above all. */
export const CHECKS: readonly Check[] = [
  answersCheck,
  dateCheck,
  ...poolChecks,
  ...corsChecks,
  ...hostedChecks,
  ...statusChecks,
  ...sessionChecks,
  ...callChecks,
  tokenizeCheck,
  exportCheck,
  ...pageChecks,
  pageSizeCheck,
  arrangementCheck,
  ...titleChecks,
  ...mediaChecks,
  ...writeChecks,
  ...hostChecks,
  retryAfterCheck,
  expiryCheck,
  revocationCheck,
];
