import type { Mutation } from './bundle.ts';
import type { Rule } from './rules.ts';

/** A change of the code that breaks a rule of the simulation. */
export type Mutant = { readonly rule: Rule; readonly changes: readonly Mutation[] };

const PROGRESS = 'application/progress/';

/** At least one for each rule that the simulation watches. */
export const MUTANTS: readonly Mutant[] = [
  {
    rule: 'APP-68 the browser keeps the correction of its clock',
    changes: [
      {
        file: 'adapters/browser/system-clock.ts',
        before: 'this.store?.set(STORED_CORRECTION, String(this.correction));',
        after: 'this.store?.get(STORED_CORRECTION);',
      },
    ],
  },
  {
    rule: 'APP-68 the browser keeps the correction of its clock',
    changes: [
      {
        file: 'adapters/browser/system-clock.ts',
        before: 'String(this.correction)',
        after: 'String(-this.correction)',
      },
    ],
  },
  {
    rule: 'DOWN-76 a removed download does not come back',
    changes: [
      {
        file: 'application/downloads/downloaded-files.ts',
        before:
          '    this.stored.dropTracks(item.id, ({ id }) => removed.has(id));\n    this.transferDownloads.run();',
        after:
          '    this.stored.dropTracks(item.id, ({ id }) => removed.has(id));\n    setTimeout(() => this.stored.save(download), 500);',
      },
    ],
  },
  {
    rule: 'DOWN-77 a file plays only what may play',
    changes: [
      // Without a network only files play.
      {
        file: 'application/playback/play-audio.ts',
        before: 'return decidePlay(this.user.user, item, this.clock.now());',
        after:
          "return navigator.onLine ? decidePlay(this.user.user, item, this.clock.now()) : { kind: 'play', reason: 'subscribed' };",
      },
      {
        file: 'domain/downloads/download.ts',
        before: "if (decision.kind !== 'play') return 'refused';",
        after: "if (decision.kind !== 'play') return 'play';",
      },
    ],
  },
  {
    rule: 'DOWN-78 at rest each file belongs to a download',
    changes: [
      {
        file: 'application/downloads/downloaded-files.ts',
        before: 'await Promise.all(names.map(async (name) => this.files.delete({ listener, name })));',
        after: '',
      },
      {
        file: 'application/downloads/downloaded-files.ts',
        before: 'await this.files.deleteUnused(listener, (name) => this.isUsed(listener, name));',
        after: '',
      },
    ],
  },
  {
    rule: 'DOWN-79 what a file plays counts at most once',
    changes: [
      {
        file: `${PROGRESS}deliver-reports.ts`,
        before: 'NOT_HANDLED.includes(kind) && mayHaveArrived !== true;',
        after: "NOT_HANDLED.includes(kind) || kind === 'timeout' || kind === 'unreachable';",
      },
    ],
  },
  {
    rule: 'DOWN-80 Up Next loses no entry',
    changes: [
      {
        file: 'domain/playback/up-next.ts',
        before: 'if (others.length >= UP_NEXT_LIMIT) return entries;',
        after: 'if (others.length >= 1) return inserted(others.slice(1), entry, 0);',
      },
    ],
  },
  {
    rule: 'DOWN-82 a download stays until it is removed',
    changes: [
      {
        file: 'application/downloads/downloaded-audio.ts',
        before: 'if (!(await this.files.isSupported())) return null;',
        after: '',
      },
    ],
  },
  {
    rule: 'PROG-62 listened seconds are counted at most once',
    changes: [
      {
        file: `${PROGRESS}deliver-reports.ts`,
        before: 'NOT_HANDLED.includes(kind) && mayHaveArrived !== true;',
        after: "NOT_HANDLED.includes(kind) || kind === 'timeout' || kind === 'unreachable';",
      },
    ],
  },
  {
    rule: 'PROG-63 all listened seconds are counted',
    changes: [
      {
        file: `${PROGRESS}report-playback.ts`,
        before: 'if (isVoid || this.isDraftUnsaved) return;',
        after:
          'if (isVoid || this.isDraftUnsaved) return;\n    if (this.drafted > 5) this.journal.deleteDraft(draft.page);',
      },
    ],
  },
  {
    rule: 'PROG-64 the place at the provider is the newest',
    changes: [
      {
        file: 'domain/progress/report-fate.ts',
        before: "if (isFromBefore || lead + CLOCK_TOLERANCE < 0) return 'send';",
        after: "if (lead + CLOCK_TOLERANCE < 0) return 'send';",
      },
    ],
  },
  {
    rule: "PROG-35 no listener's word under another's session",
    changes: [
      {
        file: `${PROGRESS}deliver-reports.ts`,
        before: '.filter(({ listener }) => listener === id)\n',
        after: '\n',
      },
      {
        file: `${PROGRESS}deliver-reports.ts`,
        before: "return id === '' || reports.every(({ listener }) => listener === id);",
        after: 'return true;',
      },
      {
        file: `${PROGRESS}deliver-reports.ts`,
        before: 'const own = this.stillWaiting(reports).filter(hasPlayback);',
        after: 'const own = reports.filter(hasPlayback);',
      },
      {
        file: 'application/session/refresh-user.ts',
        before: 'this.journal.deleteOthers(id);',
        after: '',
      },
    ],
  },
  {
    rule: 'PLAY-54 only one tab plays',
    changes: [
      {
        file: 'application/playback/playback-lock.ts',
        before: '!(this.player.isPlaying || (',
        after: '!(this.player.isWaiting || (',
      },
    ],
  },
  {
    rule: 'PROG-72 a title resumes where it was left',
    changes: [
      {
        file: 'application/playback/load-playback.ts',
        before:
          "own === null || record === null ? 'elsewhere' : newestPosition(own, record, asked ?? undefined);",
        after: "own === null || record === null || asked === null ? 'elsewhere' : 'elsewhere';",
      },
    ],
  },
  {
    rule: 'SES-26 nobody is signed out without a definite refusal',
    changes: [
      {
        file: 'adapters/cognito/session/session-renewal.ts',
        before: "return message === null ? failed({ kind: 'unreachable' }) : this.keeper.end(message);",
        after: "return this.keeper.end(message ?? 'The session could not be renewed');",
      },
    ],
  },
  {
    rule: 'SES-29 nobody is signed in again after a sign-out',
    changes: [
      {
        file: 'adapters/cognito/session/session-renewal.ts',
        before: "if (generation !== this.keeper.generation) return failed({ kind: 'none' });",
        after: '',
      },
      {
        file: 'adapters/cognito/session/session-renewal.ts',
        before: "if (tokens.read()?.username !== username) return failed({ kind: 'none' });",
        after: '',
      },
    ],
  },
  {
    rule: 'SES-34 nobody stays in after a definite refusal',
    changes: [
      {
        file: 'adapters/cognito/session/session-renewal.ts',
        before: "return message === null ? failed({ kind: 'unreachable' }) : this.keeper.end(message);",
        after: "return failed({ kind: 'unreachable' });",
      },
    ],
  },
  {
    rule: 'ENT-22 a played title was playable',
    changes: [
      {
        file: 'domain/entitlement/play-decision.ts',
        before: "if (validity !== 'valid') return { kind: 'nothing', reason: validity };",
        after: '',
      },
    ],
  },
  {
    rule: 'PROG-65 at rest nothing is left to send',
    changes: [
      {
        file: `${PROGRESS}waiting-reports.ts`,
        before: '    await this.recover();\n',
        after: '',
      },
      {
        file: `${PROGRESS}waiting-reports.ts`,
        before: 'void this.recover();',
        after: '',
      },
    ],
  },
  {
    rule: 'PROG-66 calls a minute stay bounded',
    changes: [
      {
        file: `${PROGRESS}waiting-reports.ts`,
        before: 'const ROUND = milliseconds(15_000);',
        after: 'const ROUND = milliseconds(200);',
      },
    ],
  },
  {
    rule: 'HIST-2 the newest entries stay',
    changes: [
      {
        file: 'adapters/browser/stored-title-positions.ts',
        before: 'if (keys.length <= HISTORY_LIMIT) return;',
        after: 'if (keys.length <= 3) return;',
      },
      {
        file: 'domain/history.ts',
        before: '.slice(0, HISTORY_LIMIT);',
        after: '.slice(0, 3);',
      },
    ],
  },
  {
    rule: 'PROG-67 the storage stays bounded',
    changes: [
      {
        file: 'adapters/browser/stored-playback-journal.ts',
        before: 'const written = this.write(KINDS.draft + draft.page, draft);',
        after:
          'this.write(`${KINDS.draft}${draft.page}.${draft.at}`, draft);\n    const written = this.write(KINDS.draft + draft.page, draft);',
      },
    ],
  },
  {
    rule: 'PROG-68 no unhandled rejection',
    changes: [
      {
        file: 'adapters/http/transport.ts',
        before: '    } catch {\n      return null;\n    }\n  }\n\n  private async readExchange',
        after: '    } finally {\n      // Nothing is caught.\n    }\n  }\n\n  private async readExchange',
      },
    ],
  },
  {
    rule: 'PROG-68 no console.error',
    changes: [
      {
        file: 'application/session/refresh-user.ts',
        before: "this.log.warn('The listener could not be fetched'",
        after: "this.log.error('The listener could not be fetched'",
      },
    ],
  },
  {
    rule: 'PROG-69 the page starts',
    changes: [
      {
        file: 'adapters/browser/local-storage-store.ts',
        before: 'even reading `localStorage` throws.\n    return null;',
        after: "even reading `localStorage` throws.\n    throw new Error('The storage is blocked');",
      },
    ],
  },
  {
    rule: 'FAV-5 a favourite shows as it is saved',
    changes: [
      {
        file: 'application/favorites/favorite-toggle.ts',
        before: "if (!saved.ok) {\n      this.log.warn('A favourite was not saved'",
        after: "if (wanted === null) {\n      this.log.warn('A favourite was not saved'",
      },
    ],
  },
];
