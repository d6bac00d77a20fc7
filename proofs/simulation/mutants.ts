import type { Mutation } from './bundle.ts';
import type { Rule } from './rules.ts';

/** A change of the code that breaks a rule of the simulation. */
export type Mutant = { readonly rule: Rule; readonly changes: readonly Mutation[] };

/** Replaces a piece of a file below `src`. */
export const change = (file: string, before: string, after: string): Mutation => ({ file, before, after });

/** The same, where nothing else is changed. */
export const changes = (...one: Parameters<typeof change>): readonly Mutation[] => [change(...one)];

const PROGRESS = 'application/progress/';

/** At least one for each rule that the simulation watches. */
export const MUTANTS: readonly Mutant[] = [
  {
    rule: 'APP-68 the browser keeps the correction of its clock',
    changes: changes(
      'adapters/browser/browser-platform.ts',
      'this.store?.set(STORED_CORRECTION, String(this.correction));',
      'this.store?.get(STORED_CORRECTION);',
    ),
  },
  {
    rule: 'APP-68 the browser keeps the correction of its clock',
    changes: changes(
      'adapters/browser/browser-platform.ts',
      'String(this.correction)',
      'String(-this.correction)',
    ),
  },
  {
    rule: 'DOWN-76 a removed download does not come back',
    changes: changes(
      'application/downloads/downloaded-files.ts',
      '    this.stored.dropTracks(item.id, ({ id }) => removed.has(id));\n    this.transferDownloads.run();',
      '    this.stored.dropTracks(item.id, ({ id }) => removed.has(id));\n    setTimeout(() => this.stored.save(download), 500);',
    ),
  },
  {
    rule: 'DOWN-77 a file plays only what may play',
    changes: [
      // Without a network only files play.
      change(
        'application/playback/play-audio.ts',
        "return decision?.kind === 'play' && this.userId !== NOBODY.id ? { decision, item } : null;",
        "return (decision?.kind === 'play' && this.userId !== NOBODY.id) || !navigator.onLine ? { decision: { kind: 'play', reason: 'subscribed' }, item } : null;",
      ),
      change(
        'domain/downloads/download.ts',
        "if (decision.kind !== 'play') return 'refused';",
        "if (decision.kind !== 'play') return 'play';",
      ),
    ],
  },
  {
    rule: 'DOWN-78 at rest each file belongs to a download',
    changes: [
      change(
        'application/downloads/downloaded-files.ts',
        'await Promise.all(names.map(async (name) => this.files.delete({ listener, name })));',
        '',
      ),
      change(
        'application/downloads/downloaded-files.ts',
        'await this.files.deleteUnused(listener, (name) => this.isUsed(listener, name));',
        '',
      ),
    ],
  },
  {
    rule: 'DOWN-79 what a file plays counts at most once',
    changes: changes(
      `${PROGRESS}deliver-reports.ts`,
      'NOT_HANDLED.includes(kind) && mayHaveArrived !== true;',
      "NOT_HANDLED.includes(kind) || kind === 'timeout' || kind === 'unreachable';",
    ),
  },
  {
    rule: 'DOWN-80 Up Next loses no entry',
    changes: changes(
      'domain/playback/up-next.ts',
      'if (others.length >= UP_NEXT_LIMIT) return entries;',
      'if (others.length >= 1) return inserted(others.slice(1), entry, 0);',
    ),
  },
  {
    rule: 'DOWN-82 a download stays until it is removed',
    changes: changes(
      'application/downloads/downloaded-audio.ts',
      'if (!(await this.files.isSupported())) return null;',
      '',
    ),
  },
  {
    rule: 'PROG-62 listened seconds are counted at most once',
    changes: changes(
      `${PROGRESS}deliver-reports.ts`,
      'NOT_HANDLED.includes(kind) && mayHaveArrived !== true;',
      "NOT_HANDLED.includes(kind) || kind === 'timeout' || kind === 'unreachable';",
    ),
  },
  {
    rule: 'PROG-63 all listened seconds are counted',
    changes: changes(
      `${PROGRESS}save-position.ts`,
      'if (isVoid || this.isDraftUnsaved) return;',
      'if (isVoid || this.isDraftUnsaved) return;\n    if (this.drafted > 5) this.journal.deleteDraft(draft.page);',
    ),
  },
  {
    rule: 'PROG-64 the position at the provider is the newest',
    changes: changes(
      'domain/progress/report-fate.ts',
      "if (isFromBefore || lead + CLOCK_TOLERANCE < 0) return 'send';",
      "if (lead + CLOCK_TOLERANCE < 0) return 'send';",
    ),
  },
  {
    rule: "PROG-35 no listener's word under another's session",
    changes: [
      change(`${PROGRESS}deliver-reports.ts`, '.filter(({ listener }) => listener === id)\n', '\n'),
      change(
        `${PROGRESS}deliver-reports.ts`,
        "return id === '' || reports.every(({ listener }) => listener === id);",
        'return true;',
      ),
      change(
        `${PROGRESS}deliver-reports.ts`,
        'const own = this.stillWaiting(reports).filter(hasPlayback);',
        'const own = reports.filter(hasPlayback);',
      ),
      change('application/playback/discard-other-listener.ts', 'this.journal.deleteOthers(id);', ''),
    ],
  },
  {
    rule: 'PLAY-54 only one tab plays',
    changes: changes(
      'application/playback-lock.ts',
      '!(this.player.isPlaying || (',
      '!(this.player.isWaiting || (',
    ),
  },
  {
    rule: 'PROG-72 a title resumes where it was left',
    changes: changes(
      'application/playback/find-resume-position.ts',
      "own === null || record === null ? 'elsewhere' : newestPosition(own, record, asked ?? undefined);",
      "own === null || record === null || asked === null ? 'elsewhere' : 'elsewhere';",
    ),
  },
  {
    rule: 'SES-26 nobody is signed out without a definite refusal',
    changes: changes(
      'adapters/cognito/session/session-renewal.ts',
      "return message === null ? failed({ kind: 'unreachable' }) : this.keeper.end(message);",
      "return this.keeper.end(message ?? 'The session could not be renewed');",
    ),
  },
  {
    rule: 'SES-29 nobody is signed in again after a sign-out',
    changes: [
      change(
        'adapters/cognito/session/session-renewal.ts',
        "if (generation !== this.keeper.generation) return failed({ kind: 'none' });",
        '',
      ),
      change(
        'adapters/cognito/session/session-renewal.ts',
        "if (tokens.read()?.username !== username) return failed({ kind: 'none' });",
        '',
      ),
    ],
  },
  {
    rule: 'SES-34 nobody stays in after a definite refusal',
    changes: changes(
      'adapters/cognito/session/session-renewal.ts',
      "return message === null ? failed({ kind: 'unreachable' }) : this.keeper.end(message);",
      "return failed({ kind: 'unreachable' });",
    ),
  },
  {
    rule: 'ENT-22 a played title was playable',
    changes: changes(
      'domain/entitlement/play-decision.ts',
      "if (validity !== 'valid') return { kind: 'nothing', reason: validity };",
      '',
    ),
  },
  {
    rule: 'PROG-65 at rest nothing is left to send',
    changes: [
      change(`${PROGRESS}waiting-reports.ts`, '    await this.recover();\n', ''),
      change(`${PROGRESS}waiting-reports.ts`, 'void this.recover();', ''),
    ],
  },
  {
    rule: 'PROG-66 calls a minute stay bounded',
    changes: changes(
      `${PROGRESS}waiting-reports.ts`,
      'const ROUND = milliseconds(15_000);',
      'const ROUND = milliseconds(200);',
    ),
  },
  {
    rule: 'HIST-2 the newest entries stay',
    changes: [
      change(
        'adapters/browser/stored-title-positions.ts',
        'if (keys.length <= HISTORY_LIMIT) return;',
        'if (keys.length <= 3) return;',
      ),
      change('domain/history.ts', '.slice(0, HISTORY_LIMIT);', '.slice(0, 3);'),
    ],
  },
  {
    rule: 'PROG-67 the storage stays bounded',
    changes: changes(
      'adapters/browser/stored-playback-journal.ts',
      'const written = this.write(KINDS.draft + draft.page, draft, this.draftCodec);',
      'this.write(`${KINDS.draft}${draft.page}.${draft.at}`, draft, this.draftCodec);\n    const written = this.write(KINDS.draft + draft.page, draft, this.draftCodec);',
    ),
  },
  {
    rule: 'PROG-68 no unhandled rejection',
    changes: changes(
      'adapters/http/transport.ts',
      '    } catch {\n      return null;\n    }\n  }\n\n  private async readExchange',
      '    } finally {\n      // Nothing is caught.\n    }\n  }\n\n  private async readExchange',
    ),
  },
  {
    rule: 'PROG-68 no console.error',
    changes: changes(
      'application/session/refresh-user.ts',
      "this.log.warn('The listener could not be fetched'",
      "this.log.error('The listener could not be fetched'",
    ),
  },
  {
    rule: 'PROG-69 the page starts',
    changes: changes(
      'adapters/browser/local-storage-store.ts',
      'even reading `localStorage` throws.\n    return null;',
      "even reading `localStorage` throws.\n    throw new Error('The storage is blocked');",
    ),
  },
  {
    rule: 'FAV-5 a favourite shows as it is saved',
    changes: changes(
      'application/favorites/favorite-toggle.ts',
      "if (!saved.ok) {\n      this.log.warn('A favourite was not saved'",
      "if (wanted === null) {\n      this.log.warn('A favourite was not saved'",
    ),
  },
];
