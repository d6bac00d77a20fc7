import { Check, CircleCheck, Gem, Link2, Lock } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ContentItem, formatRunTime } from '../../../../domain/catalogue/content.ts';
import { isOnSale, knownDecision, type PlayDecision } from '../../../../domain/entitlement/play-decision.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { trackSource } from '../../../../domain/playback/track.ts';
import { positionAtEnd } from '../../../../domain/progress/progress.ts';
import { isInstant } from '../../../../domain/time.ts';
import { useServices } from '../../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { formatDay } from 'audio-streaming-components/day';
import { leftInWords, progressOf } from '../../../components/tiles/listened-bar.tsx';
import { entitlementNote } from '../../../components/tiles/tile-words.ts';
import styles from './detail.module.css';
import { useRecordButton } from './title-page.ts';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';
import { priceInWords } from '../../../components/price.ts';
import { chapterName } from '../../../components/chapter-name.ts';

type EntitlementProps = { readonly item: ContentItem };

/** Says why the title plays or not (ENT-27), and shows the plans if a membership would let it play. */
export const Entitlement = observer(function Entitlement({ item }: EntitlementProps) {
  const { offer, time, user } = useServices();
  const record = useRecordButton();
  const decision = knownDecision(user.listener, item, time.now);
  const note = decision === null ? null : entitlementNote(decision, item, time.now);
  if (decision === null || note === null) return null;
  const { till } = item.discount.window;
  return (
    <div className={styles['note']} data-kind={decision.kind}>
      <Sign kind={decision.kind} />
      <div>
        <p className={styles['text']}>{note}</p>
        {isOnSale(item, user.listener, time.now) && isInstant(till) && (
          <p>
            {t('{price} to own, until {day}', {
              price: priceInWords(item.discount.price),
              day: formatDay(till, time.now),
            })}
          </p>
        )}
      </div>
      {decision.kind === 'offer' && (
        <Button
          className={styles['plans']}
          onClick={() => {
            record('See plans');
            offer.showFor(item);
          }}
        >
          {t('See plans')}
        </Button>
      )}
    </div>
  );
});

function Sign({ kind }: { readonly kind: PlayDecision['kind'] }) {
  if (kind === 'nothing')
    return <Lock className={styles['entitlementIcon']} role="img" aria-label={t('Locked')} />;
  const Icon = kind === 'play' ? CircleCheck : Gem;
  return <Icon className={styles['entitlementIcon']} aria-hidden="true" />;
}

/** The name of a part of a title, with its number. */
const partOf = (item: ContentItem, chapter: number): string => {
  const source = trackSource(item);
  const number = String(chapter);
  if (source === 'chapters') {
    const title = item.chapters.find(({ index }) => index === chapter)?.title;
    return title === undefined ? t('chapter {number}', { number }) : chapterName(title);
  }
  return t(source === 'episodes' ? 'episode {number}' : 'track {number}', { number });
};

type LinkedPositionNoteProps = {
  readonly item: ContentItem;
  readonly position: LinkedPosition;
  readonly onForget: () => void;
};

/** Says that Play will start at the position in the address (PLAY-47), and offers to ignore it. */
export function LinkedPositionNote({ item, position, onForget }: LinkedPositionNoteProps) {
  const record = useRecordButton();
  const words = [
    ...(position.chapter === null || trackSource(item) === 'self' ? [] : [partOf(item, position.chapter)]),
    ...(position.second === null ? [] : [formatRunTime(position.second)]),
  ];
  if (words.length === 0) return null;
  return (
    <p className={styles['linkedNote']}>
      <Link2 className={styles['linkedIcon']} aria-hidden="true" size={18} />
      <span>
        <Sentence
          text="Play starts at {position}, as the link says."
          values={{ position: <strong dir="auto">{words.join(', ')}</strong> }}
        />
      </span>
      <Button
        look="quiet"
        onClick={() => {
          record('Start where I left off');
          onForget();
        }}
      >
        {t('Start where I left off')}
      </Button>
    </p>
  );
}

type ListenedNoteProps = { readonly item: ContentItem };

/**
 * The progress in the title, and the button that marks it as finished (PROG-51); nothing before the title is started.
 */
export const ListenedNote = observer(function ListenedNote({ item }: ListenedNoteProps) {
  const { finished, markFinished, player } = useServices();
  const record = useRecordButton();
  const progress = progressOf(item, player, finished);
  if (progress === null) return null;
  const canMark = item.progress !== null && positionAtEnd(item) !== null && !player.isCurrentAudio(item);
  return (
    <div className={styles['listenedNote']}>
      <p>
        {progress.kind === 'finished'
          ? t('Finished')
          : t('{percent}% listened · {left}', {
              percent: Math.round(progress.part * 100),
              left: leftInWords(progress.left),
            })}
      </p>
      {canMark && (
        <Button
          look="quiet"
          className={styles['finish']}
          aria-pressed={finished.isMarked(item)}
          aria-busy={finished.isSaving(item.id)}
          onClick={() => {
            record('Mark as finished');
            void markFinished.setFinished(item);
          }}
        >
          <Check aria-hidden="true" size={18} />
          {t('Mark as finished')}
        </Button>
      )}
    </div>
  );
});
