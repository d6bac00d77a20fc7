/** The rules that the simulation checks. Each name starts with the id of its sentence in `docs/rules`. */
export const RULES = [
  'DOWN-76 a removed download does not come back',
  'DOWN-77 a file plays only what may play',
  'DOWN-78 at rest each file belongs to a download',
  'DOWN-79 what a file plays counts at most once',
  'DOWN-80 Up Next loses no entry',
  'DOWN-82 a download stays until it is removed',
  'ENT-22 a played title was playable',
  'FAV-5 a favourite shows as it is saved',
  'HIST-2 the newest entries stay',
  'PLAY-54 only one tab plays',
  "PROG-35 no listener's word under another's session",
  'PROG-62 listened seconds are counted at most once',
  'PROG-63 all listened seconds are counted',
  'PROG-64 the place at the provider is the newest',
  'PROG-65 at rest nothing is left to send',
  'PROG-66 calls a minute stay bounded',
  'PROG-67 the storage stays bounded',
  'PROG-68 no unhandled rejection',
  'PROG-68 no console.error',
  'PROG-69 the page starts',
  'PROG-72 a title resumes where it was left',
  'SES-26 nobody is signed out without a definite refusal',
  'SES-29 nobody is signed in again after a sign-out',
  'SES-34 nobody stays in after a definite refusal',
] as const;

export type Rule = (typeof RULES)[number];
