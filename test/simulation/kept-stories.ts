import type { Mutation } from './bundle.ts';
import type { Story } from './habits.ts';
import { change } from './mutants.ts';
import type { Rule } from './rules.ts';

/** A story that once broke a rule. With the code as it was, it still does. */
export type KeptStory = {
  readonly title: string;
  readonly rule: Rule;
  readonly story: Story;
  readonly before: readonly Mutation[];
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const START: Story['steps'] = [
  { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
  { wait: 0, device: 0, kind: 'open tab' },
  { wait: SECOND, device: 0, kind: 'sign in', tab: 0, listener: 1 },
];

const ONE_DEVICE = { seed: 1, clockErrors: [0], listeners: 2, days: 1 };

/** A story of one device, on which a listener has signed in. */
const onOneDevice = (steps: Story['steps'], seed = 1): Story => ({
  ...ONE_DEVICE,
  seed,
  steps: [...START, ...steps],
});

export const KEPT_STORIES: readonly KeptStory[] = [
  {
    title: 'a clock that is set while a title plays adds no listening time',
    rule: 'PROG-62 listened seconds are counted at most once',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
      { wait: 10 * SECOND, device: 0, kind: 'clock', error: 3 * SECOND },
      { wait: 10 * SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'adapters/browser/system-clock.ts',
        'return milliseconds(performance.now());',
        'return milliseconds(this.now());',
      ),
    ],
  },
  {
    title: 'listening before a change of speed at the start of a title counts at the old speed',
    rule: 'PROG-62 listened seconds are counted at most once',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
      { wait: MINUTE, device: 0, kind: 'seek', tab: 0, share: 0 },
      { wait: 100, device: 0, kind: 'speed', tab: 0, speed: 2.5 },
      { wait: 10 * SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'application/progress/report-playback.ts',
        'royaltyReport(this.tally.of(track.contentId))',
        'royaltyReport({ id: track.contentId, heard: this.tally.of(track.contentId).duration * this.player.speed })',
      ),
    ],
  },
  {
    title: 'a page that is killed while it makes a report loses nothing of it',
    rule: 'PROG-63 all listened seconds are counted',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'ember', track: null },
      { wait: 10 * SECOND + 500, device: 0, kind: 'kill before act', tab: 0, acts: 3 },
      { wait: 0, device: 0, kind: 'next', tab: 0 },
      { wait: 0, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'application/progress/report-playback.ts',
        '    const report = make();\n',
        '    const report = make();\n    if (report !== null) this.savePosition.reported();\n',
      ),
    ],
  },
  {
    title: 'a royalty whose repetition is not answered in time is not sent a third time',
    rule: 'PROG-62 listened seconds are counted at most once',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
      {
        wait: 10 * SECOND,
        device: 0,
        kind: 'fault',
        fault: { call: 'royalty', effect: '429', delay: SECOND },
      },
      { wait: 0, device: 0, kind: 'fault', fault: { call: 'royalty', effect: 'slow', delay: MINUTE } },
      { wait: 0, device: 0, kind: 'toggle', tab: 0 },
      { wait: 10 * SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'adapters/http/transport.ts',
        'lastFailure === null ? failure : { ...failure, mayHaveArrived: true }',
        'failure',
      ),
    ],
  },
  {
    title: 'a report is not sent without a session, also if its page ended during the sign-out',
    rule: 'PROG-63 all listened seconds are counted',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
      { wait: 10 * SECOND, device: 0, kind: 'go offline' },
      { wait: 0, device: 0, kind: 'toggle', tab: 0 },
      { wait: SECOND, device: 0, kind: 'kill before act', tab: 0, acts: 4 },
      { wait: 0, device: 0, kind: 'sign out', tab: 0 },
      { wait: SECOND, device: 0, kind: 'go online' },
      { wait: 0, device: 0, kind: 'fault', fault: { call: 'position', effect: '504-handled', delay: 0 } },
      { wait: 0, device: 0, kind: 'fault', fault: { call: 'royalty', effect: '502', delay: 0 } },
      { wait: 0, device: 0, kind: 'open tab' },
      { wait: MINUTE, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'adapters/http/transport.ts',
        "if (!session.ok && call.needsSession === true) return unanswered({ kind: 'no-session' });",
        '',
      ),
    ],
  },
  {
    title: 'a report that the page of another network answers is sent again',
    rule: 'PROG-64 the place at the provider is the newest',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
      { wait: 10 * SECOND, device: 0, kind: 'captive network' },
      { wait: 0, device: 0, kind: 'toggle', tab: 0 },
      { wait: 10 * SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'adapters/http/transport.ts',
        "text === null || isMarkup(text) ? failed({ kind: 'malformed' }) : ok(undefined)",
        'ok(undefined)',
      ),
    ],
  },
  {
    title: 'a renewal in another tab does not sign in again after a sign-out',
    rule: 'SES-29 nobody is signed in again after a sign-out',
    story: onOneDevice(
      [
        { wait: SECOND, device: 0, kind: 'open tab' },
        { wait: SECOND, device: 0, kind: 'tokens expire' },
        { wait: 0, device: 0, kind: 'visit', tab: 1 },
        { wait: 357, device: 0, kind: 'sign out', tab: 0 },
        { wait: SECOND, device: 0, kind: 'visit', tab: 1 },
      ],
      38,
    ),
    before: [
      change(
        'adapters/cognito/session/session-renewal.ts',
        "if (tokens.read()?.username !== username) return failed({ kind: 'none' });",
        '',
      ),
    ],
  },
  {
    title: 'listening before the provider named the listener counts at its own speed',
    rule: 'PROG-62 listened seconds are counted at most once',
    story: onOneDevice([
      { wait: MINUTE, device: 0, kind: 'fault', fault: { call: 'user', effect: '403', delay: 0 } },
      { wait: 0, device: 0, kind: 'visit', tab: 0 },
      { wait: SECOND, device: 0, kind: 'fault', fault: { call: 'user', effect: 'html', delay: 0 } },
      { wait: 0, device: 0, kind: 'fault', fault: { call: 'user', effect: 'html', delay: 0 } },
      { wait: 0, device: 0, kind: 'play', tab: 0, title: 'moss', track: null },
      { wait: 10 * SECOND, device: 0, kind: 'speed', tab: 0, speed: 2 },
      { wait: 10 * SECOND, device: 0, kind: 'visit', tab: 0 },
      { wait: SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'application/progress/report-playback.ts',
        'royaltyReport(this.tally.of(track.contentId))',
        'royaltyReport({ id: track.contentId, heard: this.tally.of(track.contentId).duration * this.player.speed })',
      ),
    ],
  },
  {
    title: 'tabs in the background that wait for their turn make no burst of calls',
    rule: 'PROG-66 calls a minute stay bounded',
    story: {
      ...ONE_DEVICE,
      seed: 1_000_031,
      clockErrors: [-20_504],
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 76818739, device: 0, kind: 'open tab' },
        { wait: 422354, device: 0, kind: 'open tab' },
        { wait: 0, device: 0, kind: 'fault', fault: { call: 'address', effect: '401', delay: 1000 } },
        { wait: 290377, device: 0, kind: 'visit', tab: 3 },
        { wait: 0, device: 0, kind: 'kill tab', tab: 1 },
        { wait: 2945443, device: 0, kind: 'play', tab: 3, title: 'comet', track: null },
        { wait: 2003, device: 0, kind: 'captive network' },
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: 1620276, device: 0, kind: 'visit', tab: 0 },
        { wait: 0, device: 0, kind: 'play', tab: 2, title: 'radio', track: null },
        { wait: 98215, device: 0, kind: 'visit', tab: 2 },
      ],
    },
    before: [
      change(
        'application/progress/deliver-reports.ts',
        'this.queued ??= this.deliverInTurn();\n    await this.queued;',
        'await this.deliverInTurn();',
      ),
    ],
  },
  {
    title: 'a report of one tab does not hold back the next report of another tab',
    rule: 'PROG-64 the place at the provider is the newest',
    story: onOneDevice(
      [
        { wait: SECOND + 300, device: 0, kind: 'open tab' },
        { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'spark', track: null },
        { wait: 8_469, device: 0, kind: 'play', tab: 1, title: 'spark', track: null },
        // The report of the page that is left waits in the browser.
        { wait: 4_787, device: 0, kind: 'go offline' },
        { wait: 0, device: 0, kind: 'reload tab', tab: 1 },
        { wait: SECOND, device: 0, kind: 'go online' },
        { wait: 0, device: 0, kind: 'rest' },
      ],
      108,
    ),
    before: [
      change(
        'application/progress/deliver-reports.ts',
        'if (isLater) this.amend(later.id, afterEnd(later, report, end));',
        '',
      ),
      change(
        'application/progress/report-playback.ts',
        '|| !isSameState(opened.asked, stored?.base ?? null)',
        '',
      ),
    ],
  },
  {
    title:
      'a choice in a silent tab does not replace the place of a tab that plays, if both have the same time',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 16,
      // The response to the first Play corrects the clock to a whole second, and so does that to the second.
      clockErrors: [1_565],
      listeners: 2,
      days: 1,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 24_039_199, device: 0, kind: 'open tab' },
        { wait: SECOND, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 66_570, device: 0, kind: 'play', tab: 0, title: 'harbour', track: 0 },
        { wait: 26_421, device: 0, kind: 'open tab' },
        { wait: 0, device: 0, kind: 'close tab', tab: 0 },
        { wait: 100, device: 0, kind: 'open tab' },
        { wait: 0, device: 0, kind: 'play', tab: 0, title: 'radio', track: null },
        { wait: 10 * SECOND, device: 0, kind: 'play', tab: 1, title: 'harbour', track: null },
        { wait: 93, device: 0, kind: 'play', tab: 0, title: 'harbour', track: null },
        { wait: 10 * SECOND, device: 0, kind: 'play', tab: 0, title: 'comet', track: null },
        { wait: SECOND, device: 0, kind: 'play', tab: 1, title: 'moss', track: null },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'domain/progress/position.ts',
        'next.chosenAt <= stored.chosenAt',
        'next.chosenAt < stored.chosenAt',
      ),
      change(
        'application/progress/report-playback.ts',
        'this.chosenAt, this.playbackLock.claimedAt, elsewhere',
        'this.chosenAt, elsewhere',
      ),
    ],
  },
  {
    title:
      'the next track in a tab that was just opened pauses the other tab, although the clock is not corrected yet',
    rule: 'PLAY-54 only one tab plays',
    story: onOneDevice(
      [
        { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'ember', track: null },
        { wait: 20 * SECOND, device: 0, kind: 'clock', error: -5 * MINUTE },
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: 20, device: 0, kind: 'next', tab: 1 },
        { wait: 10 * SECOND, device: 0, kind: 'rest' },
      ],
      2,
    ),
    before: [
      change(
        'application/playback/playback-lock.ts',
        'Math.max(this.newest, this.tabs.lastClaim()?.at ?? 0)',
        'this.newest',
      ),
    ],
  },
  {
    title: 'a page that ends just after the answer to a report loses no position that was chosen meanwhile',
    rule: 'PROG-64 the place at the provider is the newest',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'open tab' },
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'orchard', track: null },
      { wait: 5 * SECOND, device: 0, kind: 'toggle', tab: 0 },
      { wait: 100, device: 0, kind: 'seek', tab: 0, share: 0.8 },
      { wait: 0, device: 0, kind: 'kill before act', tab: 0, acts: 3 },
      { wait: 30 * SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'application/progress/deliver-reports.ts',
        'const position = reportedPosition(playback);',
        'const position = reportedPosition(playback);\n    this.update(id, { playback: null });',
      ),
    ],
  },
  {
    title: 'the draft of a page that ended is kept until the browser has room for its report',
    rule: 'PROG-63 all listened seconds are counted',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'open tab' },
      { wait: SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
      { wait: 20 * SECOND, device: 0, kind: 'go offline' },
      { wait: 0, device: 0, kind: 'kill tab', tab: 0 },
      { wait: 0, device: 0, kind: 'storage', state: 'full' },
      { wait: MINUTE, device: 0, kind: 'kill tab', tab: 1 },
      { wait: SECOND, device: 0, kind: 'storage', state: 'works' },
      { wait: SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'application/progress/waiting-reports.ts',
        'return this.deliverReports.addIfStored(isOvertaken ? { ...draft, playback: null } : draft);',
        'this.deliverReports.add(isOvertaken ? { ...draft, playback: null } : draft);\n    return true;',
      ),
    ],
  },
  {
    title: 'a session that could not be stored gives way to a listener who signs in in another tab',
    rule: "PROG-35 no listener's word under another's session",
    story: {
      ...ONE_DEVICE,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'subscribe', listener: 2 },
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: SECOND, device: 0, kind: 'open tab' },
        { wait: SECOND, device: 0, kind: 'storage', state: 'full' },
        { wait: 0, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 10 * SECOND, device: 0, kind: 'storage', state: 'works' },
        { wait: 0, device: 0, kind: 'sign in', tab: 1, listener: 2 },
        { wait: 10 * SECOND, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: 10 * SECOND, device: 0, kind: 'toggle', tab: 0 },
        { wait: 10 * SECOND, device: 0, kind: 'rest' },
      ],
    },
    before: [change('adapters/cognito/session/session-keeper.ts', 'this.tokens.changedElsewhere(key);', '')],
  },
  {
    title: 'a report that waits out a 429 is not sent again for a listener who has signed in meanwhile',
    rule: "PROG-35 no listener's word under another's session",
    story: {
      ...ONE_DEVICE,
      seed: 32,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: SECOND, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 4_750, device: 0, kind: 'play', tab: 0, title: 'comet', track: null },
        {
          wait: 3_906,
          device: 0,
          kind: 'fault',
          fault: { call: 'royalty', effect: '429', delay: SECOND },
        },
        { wait: 10_613, device: 0, kind: 'sign in', tab: 0, listener: 2 },
        { wait: 10 * SECOND, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'adapters/http/transport.ts',
        'this.options.auth.session(earlier)',
        'this.options.auth.session()',
      ),
    ],
  },
  {
    title: 'the newest position is sent, also if the clock of its page is behind that of the page before',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61_123_184_177,
      clockErrors: [0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 22125335, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 1000, device: 0, kind: 'download', tab: 2, title: 'tide', tracks: 0 },
        { wait: 10, device: 0, kind: 'play', tab: 0, title: 'comet', track: null },
        { wait: 0, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 0, device: 0, kind: 'go offline' },
        { wait: 0, device: 0, kind: 'toggle', tab: 3 },
        { wait: 594, device: 0, kind: 'reload tab', tab: 3 },
        { wait: 0, device: 0, kind: 'clock', error: -457_086 },
        { wait: 1000, device: 0, kind: 'toggle', tab: 3 },
        { wait: 10000, device: 0, kind: 'close tab', tab: 1 },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'application/progress/deliver-reports.ts',
        'page === report.page || playback?.id === report.playback.id',
        'page === report.page',
      ),
    ],
  },
  {
    title: 'an old choice with a fast clock does not replace a newer one of another tab',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61123184127,
      clockErrors: [-508_136, 3355],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 1, kind: 'open tab' },
        { wait: 1000, device: 1, kind: 'sign in', tab: 0, listener: 2 },
        { wait: 1000, device: 1, kind: 'play', tab: 0, title: 'moss', track: null },
        { wait: 1000, device: 1, kind: 'open tab' },
        { wait: 1000, device: 1, kind: 'toggle', tab: 1 },
        { wait: 1726, device: 1, kind: 'clock', error: 475_524 },
        { wait: 0, device: 1, kind: 'reload tab', tab: 1 },
        { wait: 1000, device: 1, kind: 'seek', tab: 0, share: 0.476 },
        { wait: 0, device: 1, kind: 'toggle', tab: 1 },
        { wait: 185571, device: 1, kind: 'play', tab: 3, title: 'moss', track: null },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'application/progress/report-playback.ts',
        'instant(Math.max(this.clock.now(), stored === null ? NEVER : stored.chosenAt + 1))',
        'stored === null ? this.clock.now() : this.clock.now()',
      ),
    ],
  },
  {
    title: 'a report that arrives a night late does not look like another device to the report after it',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 2,
      clockErrors: [-170_635],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 30699016, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 677, device: 0, kind: 'rest' },
        { wait: 113031881, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'tokens expire' },
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: 39042, device: 0, kind: 'fault', fault: { call: 'any', effect: 'silent', delay: 169619 } },
        { wait: 24421, device: 0, kind: 'play', tab: 1, title: 'radio', track: null },
        { wait: 8454, device: 0, kind: 'captive network' },
        { wait: 77509082, device: 0, kind: 'toggle', tab: 1 },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'application/progress/deliver-reports.ts',
        'if (isLater) this.amend(later.id, afterEnd(later, report, end));',
        '',
      ),
      change(
        'domain/progress/position.ts',
        'isSamePosition(own, recorded) && isInTime(own, recorded)',
        'false',
      ),
    ],
  },
  {
    title: 'a download stays while the browser blocks its files',
    rule: 'DOWN-82 a download stays until it is removed',
    story: onOneDevice([
      { wait: SECOND, device: 0, kind: 'download', tab: 0, title: 'moss', tracks: null },
      { wait: 30 * SECOND, device: 0, kind: 'files', state: 'blocked' },
      { wait: SECOND, device: 0, kind: 'play download', tab: 0, title: 'moss' },
      { wait: 10 * SECOND, device: 0, kind: 'rest' },
    ]),
    before: [
      change(
        'application/downloads/downloaded-audio.ts',
        'if (!(await this.files.isSupported())) return null;',
        '',
      ),
    ],
  },
  {
    title: 'a response that a sleeping machine receives late does not set the clock back',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61103184564,
      clockErrors: [352355, 3044, -2319],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 0, device: 1, kind: 'open tab' },
        { wait: 1000, device: 1, kind: 'sign in', tab: 0, listener: 2 },
        { wait: 0, device: 0, kind: 'download', tab: 1, title: 'comet', tracks: null },
        { wait: 0, device: 0, kind: 'close lid' },
        { wait: 1000, device: 1, kind: 'close lid' },
        { wait: 167817890, device: 0, kind: 'rest' },
        { wait: 0, device: 0, kind: 'close lid' },
        { wait: 0, device: 1, kind: 'close lid' },
        { wait: 85847876, device: 0, kind: 'open lid' },
        { wait: 0, device: 1, kind: 'open lid' },
        { wait: 0, device: 1, kind: 'fault', fault: { call: 'address', effect: 'late', delay: 1000 } },
        { wait: 0, device: 1, kind: 'sign in', tab: 1, listener: 1 },
        { wait: 60000, device: 1, kind: 'play', tab: 3, title: 'orchard', track: null },
        { wait: 586, device: 1, kind: 'close lid' },
        { wait: 562423, device: 0, kind: 'play', tab: 3, title: 'orchard', track: null },
        { wait: 5108, device: 0, kind: 'play', tab: 2, title: 'moss', track: null },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'adapters/http/transport.ts',
        'if (clock.now() - sentAt <= QUICK) this.noteServerTime(response);',
        'this.noteServerTime(response);',
      ),
    ],
  },
  {
    title: 'a title does not start after its newest request was refused',
    rule: 'ENT-22 a played title was playable',
    story: {
      seed: 3,
      clockErrors: [0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 0, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 0, device: 0, kind: 'fault', fault: { call: 'record', effect: 'silent', delay: 2000 } },
        { wait: 0, device: 0, kind: 'unsubscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'toggle', tab: 1 },
        { wait: 865, device: 0, kind: 'play', tab: 3, title: 'tide', track: null },
        { wait: 8361, device: 0, kind: 'play', tab: 1, title: 'tide', track: null },
        { wait: 1516, device: 0, kind: 'fault', fault: { call: 'any', effect: '401', delay: 1000 } },
      ],
    },
    before: [
      change(
        'application/playback/play-audio.ts',
        'else this.player.requestRefused(item.id);',
        'else this.player.endRequest(attempt);',
      ),
    ],
  },
  {
    title: 'a download stays while the browser blocks the list of downloads',
    rule: 'DOWN-82 a download stays until it is removed',
    story: {
      seed: 61107183799,
      clockErrors: [410245],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 0, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'download', tab: 2, title: 'ember', tracks: 0 },
        { wait: 2924, device: 0, kind: 'fault', fault: { call: 'pool', effect: 'silent', delay: 2000 } },
        { wait: 2900, device: 0, kind: 'storage', state: 'blocked' },
        { wait: 0, device: 0, kind: 'sign in', tab: 0, listener: 2 },
        { wait: 0, device: 0, kind: 'open lid' },
        { wait: 10000, device: 0, kind: 'open tab' },
        { wait: 10000, device: 0, kind: 'sign in', tab: 3, listener: 1 },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'application/downloads/downloaded-files.ts',
        'return this.isShown(name) || !this.stored.isReadable;',
        'return this.isShown(name);',
      ),
    ],
  },
  {
    title: 'a page whose code is missing does not ask the host all the time',
    rule: 'PROG-66 calls a minute stay bounded',
    story: onOneDevice(
      [
        { wait: 10 * SECOND, device: 0, kind: 'reload tab', tab: 0 },
        { wait: 7_523, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: 20 * SECOND, device: 0, kind: 'deploy' },
        { wait: 8_054, device: 0, kind: 'seek', tab: 0, share: 0.5 },
        { wait: 10 * SECOND, device: 0, kind: 'toggle', tab: 0 },
        { wait: 0, device: 0, kind: 'captive network' },
        { wait: 0, device: 0, kind: 'tokens expire' },
        { wait: 0, device: 0, kind: 'favorite', tab: 0, title: 'spark' },
        { wait: 200 * SECOND, device: 0, kind: 'toggle', tab: 0 },
        { wait: 200 * SECOND, device: 0, kind: 'rest' },
      ],
      95,
    ),
    before: [
      change(
        'application/move-to-newest-build.ts',
        'this.newest === null || at - this.newest.at >= INTERVAL',
        'at >= 0',
      ),
    ],
  },
  {
    title: 'the newest position is sent, also if the clock was set back without a network',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61_109_184_392,
      clockErrors: [0, 150125],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 1, kind: 'open tab' },
        { wait: 1000, device: 1, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 0, device: 1, kind: 'speed', tab: 1, speed: 0.6 },
        { wait: 573, device: 1, kind: 'play', tab: 0, title: 'spark', track: null },
        { wait: 1000, device: 1, kind: 'go offline' },
        { wait: 10000, device: 1, kind: 'speed', tab: 0, speed: 1 },
        { wait: 0, device: 1, kind: 'clock', error: 0 },
        { wait: 2053621, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'application/progress/deliver-reports.ts',
        ': { ...report, at: instant(last.at + 1) };',
        ': report;',
      ),
    ],
  },
  {
    title: 'a lost sound does not start while its request is not decided',
    rule: 'ENT-22 a played title was playable',
    story: {
      seed: 61110184556,
      clockErrors: [0, 0, -497145],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 352017246, device: 0, kind: 'rest' },
        { wait: 86502696, device: 1, kind: 'play', tab: 0, title: 'ember', track: null },
        { wait: 999, device: 1, kind: 'toggle', tab: 2 },
        { wait: 1000, device: 1, kind: 'go offline' },
        { wait: 0, device: 1, kind: 'seek', tab: 1, share: 0.5522337276488543 },
        { wait: 78403819, device: 1, kind: 'toggle', tab: 0 },
        { wait: 0, device: 1, kind: 'go online' },
        { wait: 1000, device: 1, kind: 'play', tab: 2, title: 'moss', track: null },
      ],
    },
    before: [
      change('application/playback/recover-sound.ts', '!this.player.isStarting', '!this.player.isRequested'),
    ],
  },
  {
    title: 'a paused title does not start after another title was refused',
    rule: 'ENT-22 a played title was playable',
    story: {
      seed: 913600420,
      clockErrors: [0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: 0, device: 0, kind: 'subscribe', listener: 2 },
        { wait: 1000, device: 0, kind: 'sign in', tab: 1, listener: 2 },
        { wait: 1000, device: 0, kind: 'add to the end', tab: 3, title: 'spark' },
        { wait: 0, device: 0, kind: 'play', tab: 3, title: 'radio', track: null },
        { wait: 403, device: 0, kind: 'toggle', tab: 0 },
        { wait: 0, device: 0, kind: 'speed', tab: 2, speed: 2 },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 0, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'play', tab: 2, title: 'harbour', track: null },
        { wait: 1000, device: 0, kind: 'close lid' },
        { wait: 2082040, device: 0, kind: 'open lid' },
        { wait: 696, device: 0, kind: 'download', tab: 2, title: 'comet', tracks: null },
        { wait: 501457, device: 0, kind: 'seek', tab: 2, share: 0.08274039556272328 },
        { wait: 0, device: 0, kind: 'unsubscribe', listener: 2 },
        { wait: 0, device: 0, kind: 'play', tab: 3, title: 'comet', track: null },
        { wait: 247545, device: 0, kind: 'show player', tab: 2 },
        { wait: 0, device: 0, kind: 'seek', tab: 3, share: 0.7393384583637201 },
        { wait: 1897, device: 0, kind: 'close lid' },
      ],
    },
    before: [
      change(
        'application/playback/player-state.ts',
        "{ kind: 'starting', item };",
        "{ kind: 'opening', item };",
      ),
    ],
  },
  {
    title:
      'a report that arrives late is known as one of this browser, also if the record could never be read',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61135183930,
      clockErrors: [0, 0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'sign in', tab: 0, listener: 1 },
        { wait: 0, device: 0, kind: 'fault', fault: { call: 'record', effect: 'portal', delay: 2000 } },
        { wait: 0, device: 0, kind: 'fault', fault: { call: 'position', effect: 'late', delay: 207169 } },
        { wait: 0, device: 0, kind: 'go online' },
        { wait: 1000, device: 0, kind: 'play', tab: 2, title: 'moss', track: null },
        { wait: 60000, device: 0, kind: 'close lid' },
        { wait: 2602459, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'add to the end', tab: 2, title: 'comet' },
        { wait: 7053, device: 0, kind: 'go offline' },
        { wait: 0, device: 0, kind: 'toggle', tab: 0 },
        { wait: 2641644, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'domain/progress/position.ts',
        'isSamePosition(own, recorded) && isInTime(own, recorded)',
        'false',
      ),
    ],
  },
  {
    title: 'the newest position is sent, also if an earlier report arrives after a later one',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61_142_184_543,
      clockErrors: [1488, 1763, 0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 28690, device: 0, kind: 'play', tab: 3, title: 'ember', track: 2 },
        { wait: 10000, device: 0, kind: 'next', tab: 1 },
        { wait: 1000, device: 0, kind: 'fault', fault: { call: 'position', effect: 'late', delay: 15000 } },
        { wait: 631, device: 0, kind: 'previous', tab: 2 },
        { wait: 0, device: 0, kind: 'kill before act', tab: 1, acts: 66 },
        { wait: 4872, device: 0, kind: 'speed', tab: 1, speed: 2.5 },
        { wait: 60000, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'application/progress/deliver-reports.ts',
        'mayStillArrive: unanswered > (hasArrived ? 1 : 0)',
        'mayStillArrive: false',
      ),
    ],
  },
  {
    title: 'a position that was chosen while the storage was full is reported when its page is left',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61_145_184_037,
      clockErrors: [0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 10000, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'play', tab: 0, title: 'moss', track: null },
        { wait: 1000, device: 0, kind: 'play', tab: 0, title: 'orchard', track: null },
        { wait: 1000, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'kill tab', tab: 2 },
        { wait: 3532441, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'play', tab: 1, title: 'spark', track: null },
        { wait: 0, device: 0, kind: 'storage', state: 'full' },
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 738, device: 0, kind: 'play', tab: 3, title: 'moss', track: null },
        { wait: 368693, device: 0, kind: 'play', tab: 3, title: 'harbour', track: 2 },
        { wait: 542, device: 0, kind: 'play', tab: 1, title: 'harbour', track: null },
        { wait: 1000, device: 0, kind: 'seek', tab: 3, share: 0.23532463470473886 },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [change('application/progress/report-playback.ts', 'this.isDraftUnsaved || ', '')],
  },
  {
    title: 'the newest position is sent, also if its page was loaded offline on a device whose clock is slow',
    rule: 'PROG-64 the place at the provider is the newest',
    story: {
      seed: 61_148_183_981,
      clockErrors: [-509_330, 0],
      listeners: 2,
      days: 7,
      steps: [
        { wait: 0, device: 0, kind: 'subscribe', listener: 1 },
        { wait: 0, device: 0, kind: 'rest' },
        { wait: 78025510, device: 0, kind: 'open lid' },
        { wait: 0, device: 0, kind: 'download', tab: 0, title: 'tide', tracks: 2 },
        { wait: 8447, device: 0, kind: 'reload tab', tab: 0 },
        { wait: 1000, device: 0, kind: 'play download', tab: 1, title: 'tide' },
        { wait: 85022330, device: 1, kind: 'open lid' },
        { wait: 10000, device: 1, kind: 'play', tab: 3, title: 'tide', track: null },
        { wait: 0, device: 0, kind: 'go offline' },
        { wait: 16677, device: 0, kind: 'open tab' },
        { wait: 1000, device: 0, kind: 'toggle', tab: 3 },
        { wait: 446903, device: 0, kind: 'play', tab: 0, title: 'tide', track: null },
        { wait: 322938, device: 1, kind: 'play', tab: 3, title: 'ember', track: null },
        { wait: 0, device: 0, kind: 'rest' },
      ],
    },
    before: [
      change(
        'adapters/browser/system-clock.ts',
        'this.correction = this.storedCorrection();',
        'this.correction = milliseconds(0);',
      ),
    ],
  },
];
