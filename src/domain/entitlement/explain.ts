import type { User } from '../account/user.ts';
import type { ContentItem } from '../catalogue/content.ts';
import { boundsOf, type Instant, type Window } from '../time.ts';
import { decidePlay, isListenFree, isSubscribed, type PlayDecision, validityOf } from './play-decision.ts';

/** One question on the way to a decision, with its result. */
export type ExplainedStep = {
  /** The rules that decide the question, such as `ENT-11`. */
  readonly rules: readonly string[];
  readonly question: string;
  readonly result: boolean;
  /** The window that the result depends on, if there is one. */
  readonly window: Window | null;
};

/** Why a request to play ends as it does. */
export type Explanation = {
  readonly decision: PlayDecision;
  /** The questions in their order. The last one decides. */
  readonly steps: readonly ExplainedStep[];
  /** The next instant at which the decision changes, and the decision from then on. Null if no bound changes it. */
  readonly next: { readonly at: Instant; readonly decision: PlayDecision } | null;
};

type Question = ExplainedStep & {
  /** The result after which no further question is asked. */
  readonly endsAt: boolean | null;
};

/** The conditions of the play decision, in the order in which they are asked (ENT-22). */
const questionsOf = (user: User, item: ContentItem, now: Instant): readonly Question[] => {
  const validity = validityOf({ ...item, isPurchased: false }, now);
  return [
    {
      rules: ['ENT-11'],
      question: 'Has the listener purchased it?',
      result: item.isPurchased,
      window: null,
      endsAt: true,
    },
    {
      rules: ['ENT-9'],
      question: 'Can both bounds of its window be read?',
      result: validity !== 'unreadable',
      window: item.validity,
      endsAt: false,
    },
    {
      rules: ['ENT-7', 'ENT-8'],
      question: 'Is now inside its window?',
      result: validity === 'valid',
      window: item.validity,
      endsAt: false,
    },
    {
      rules: ['ENT-1'],
      question: 'Does the listener subscribe?',
      result: isSubscribed(user),
      window: null,
      endsAt: true,
    },
    {
      rules: ['ENT-16'],
      question: 'Does the provider say that it has free content?',
      result: item.hasListenFreeContent,
      window: null,
      endsAt: true,
    },
    {
      rules: ['ENT-15'],
      question: 'Is it marked as free, or is now inside its listen-free window?',
      result: isListenFree(item, now),
      window: item.listenFreeWindow,
      endsAt: null,
    },
  ];
};

/**
 * Explains the play decision (ENT-71): the questions that were asked with their rules and bounds, and when the decision
 * changes next. The membership counts as it is now, because the provider does not say when it ends.
 */
export const explainPlay = (user: User, item: ContentItem, now: Instant): Explanation => {
  const questions = questionsOf(user, item, now);
  const last = questions.findIndex(({ result, endsAt }) => result === endsAt);
  const steps = questions
    .slice(0, last === -1 ? questions.length : last + 1)
    .map(({ rules, question, result, window }): ExplainedStep => ({ rules, question, result, window }));
  const decision = decidePlay(user, item, now);
  const changesAt = boundsOf(item.validity, item.listenFreeWindow)
    .filter((bound) => bound > now)
    .toSorted((one, other) => one - other)
    .find((bound) => !isSame(decidePlay(user, item, bound), decision));
  return {
    decision,
    steps,
    next: changesAt === undefined ? null : { at: changesAt, decision: decidePlay(user, item, changesAt) },
  };
};

const isSame = (one: PlayDecision, other: PlayDecision): boolean =>
  one.kind === other.kind && one.reason === other.reason;
