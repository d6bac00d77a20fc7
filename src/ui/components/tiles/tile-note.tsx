import { observer } from 'mobx-react-lite';
import { type ContentItem, formatRunTime } from '../../../domain/catalogue/content.ts';
import { formatPrice, isOnSale, knownDecision } from '../../../domain/entitlement/play-decision.ts';
import type { Services } from '../../app/services.ts';
import { BuyLink } from '../controls/buy-link.tsx';
import { useOutcome } from '../use-outcome.ts';
import { entitlementNote, typeLabel } from './tile-words.ts';
import { leftInWords, progressOf } from '../progress/progress-of.ts';
import styles from './tiles.module.css';

/** The last line of a tile, and whether it names the remaining time or a price. */
type Note = { readonly text: string; readonly isContinuation?: true; readonly isPrice?: true };

type TileNoteProps = { readonly item: ContentItem };

/** The remaining time of a started title; null if there is none. */
const continuation = (item: ContentItem, { finished, player }: Services): Note | null => {
  const progress = progressOf(item, player, finished);
  if (progress === null) return null;
  if (progress.kind === 'finished') return { text: 'Finished' };
  return { text: leftInWords(progress.left), isContinuation: true };
};

const noteOf = (item: ContentItem, services: Services): Note => {
  const { time, user } = services;
  if (isOnSale(item, user.listener, time.now)) {
    return { text: `${formatPrice(item.discount.price)} to own`, isPrice: true };
  }
  const decision = knownDecision(user.listener, item, time.now);
  const entitlement = decision === null ? null : entitlementNote(decision, item, time.now);
  const runTime = item.runTime === null ? typeLabel(item.type) : formatRunTime(item.runTime);
  // How long a title stays free is always shown. The progress replaces any other reason to play.
  if (decision !== null && (decision.kind !== 'play' || decision.reason === 'free-listen')) {
    return { text: entitlement ?? runTime };
  }
  return continuation(item, services) ?? { text: entitlement ?? runTime };
};

/**
 * The last line of a tile: why it plays or not, its price, or the progress. If none of these applies: its run time,
 * else its type.
 */
export const TileNote = observer(function TileNote({ item }: TileNoteProps) {
  const { text, isContinuation, isPrice } = useOutcome(noteOf, item);
  return (
    <p className={styles['note']}>
      {isContinuation === true && <span className={styles['continue']}>Continue · </span>}
      {isPrice === true ? (
        <>
          <span>{text}</span> <BuyLink item={item} className={styles['buy']} />
        </>
      ) : (
        text
      )}
    </p>
  );
});
