import { isWithin } from '../../../domain/entitlement/validity.ts';
import type { TitleRow } from '../../../domain/studio/title.ts';
import { isInstant, type Instant, type Window } from '../../../domain/time.ts';
import { formatDay } from '../../components/day.ts';
import { Badge, type BadgeLook } from './badge.tsx';

type Mark = { readonly look: BadgeLook; readonly text: string };

const STATES: Readonly<Record<TitleRow['state'], Mark>> = {
  published: { look: 'good', text: 'Published' },
  hidden: { look: 'plain', text: 'Hidden' },
  missing: { look: 'danger', text: 'Missing' },
};

/** A collection without any title that listeners can hear. */
const EMPTY: Mark = { look: 'plain', text: 'Nothing to hear' };

const isActive = (window: Window, now: Instant): boolean =>
  isInstant(window.from) && isInstant(window.till) && isWithin(window, now);

/** What the state of a title and its windows say now, in short words. */
function marksOf(row: TitleRow, now: Instant): readonly Mark[] {
  const { from, till } = row.validity;
  const marks: Mark[] = [row.kind === 'collection' && row.state === 'missing' ? EMPTY : STATES[row.state]];
  if (isInstant(from) && from > now) marks.push({ look: 'plain', text: `From ${formatDay(from, now)}` });
  else if (isInstant(till) && till <= now) marks.push({ look: 'plain', text: 'Ended' });
  else if (isInstant(till)) marks.push({ look: 'plain', text: `Until ${formatDay(till, now)}` });
  if (isActive(row.listenFreeWindow, now)) marks.push({ look: 'good', text: 'Free now' });
  if (row.discount.price > 0 && isActive(row.discount.window, now))
    marks.push({ look: 'sale', text: 'On sale' });
  if (row.isEdited) marks.push({ look: 'accent', text: 'Edited' });
  return marks;
}

type StateBadgesProps = { readonly row: TitleRow; readonly now: Instant };

export function StateBadges({ row, now }: StateBadgesProps) {
  return marksOf(row, now).map(({ look, text }) => (
    <Badge key={text} look={look}>
      {text}
    </Badge>
  ));
}
