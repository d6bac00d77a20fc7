import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { AudioDetail } from '../../../application/catalogue/load-pages.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../domain/playback/share-link.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { seconds } from '../../../domain/time.ts';
import { hasText } from '../../../domain/transcripts/transcript.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { TranscriptRegion } from './transcript.tsx';
import { t } from 'audio-streaming-translations/translate';
import styles from './transcript.module.css';

type TitleTranscriptProps = {
  readonly item: ContentItem;
  readonly tracks: AudioDetail['tracks'];
  readonly position: LinkedPosition | null;
  /** The sentence in the address, which a search has found. */
  readonly said: string | null;
};

/** A sentence that a search has found. Its track is shown until the player turns to another one. */
const hitOf = (text: string, position: LinkedPosition | null, sounding: Track | null) => ({
  text,
  start: position?.second ?? seconds(0),
  chapter: position?.chapter ?? null,
  openedWhile: sounding?.id ?? null,
});

/**
 * The text of a title on its page, behind a button: of the track that sounds, else of the one that the address or the
 * listener names. Nothing is requested before the region is open (TEXT-9). While the player shows a text, the page shows
 * none (TEXT-64). A sentence that a search has found opens its text (TEXT-71).
 */
export const TitleTranscript = observer(function TitleTranscript({
  item,
  tracks: { list },
  position,
  said,
}: TitleTranscriptProps) {
  const { player } = useServices();
  // The address loses the sentence when the title starts to play.
  const [hit] = useState(() => (said === null ? null : hitOf(said, position, player.track)));
  const [isOpen, setOpen] = useState(hit !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const tracks = list.items.filter((track) => hasText(item, track));
  useEffect(() => {
    if (hit !== null) player.setTextOpen(false);
  }, [hit, player]);
  const hitTrack =
    hit === null ? undefined : (tracks.find(({ index }) => index === hit.chapter) ?? tracks[0]);
  const isAtHit = (player.track?.id ?? null) === hit?.openedWhile;
  const isShown = isOpen && !(player.isTextOpen && hasText(player.audio, player.track));
  const track =
    tracks.find(({ id }) => id === chosen) ??
    (isAtHit ? hitTrack : undefined) ??
    tracks.find(({ id }) => id === player.track?.id) ??
    tracks.find(({ index }) => index === position?.chapter) ??
    tracks[0];
  if (track === undefined) return null;
  return (
    <div className={styles['page']}>
      <Button
        ref={opener}
        aria-expanded={isShown}
        onClick={() => {
          setOpen(!isShown);
          player.setTextOpen(false);
        }}
      >
        {t('Transcript')}
      </Button>
      {isShown && tracks.length > 1 && (
        <SelectField
          label={t('Text of')}
          value={track.id}
          options={tracks.map(({ id, title }) => [id, title] as const)}
          onChoose={setChosen}
        />
      )}
      {isShown && (
        <TranscriptRegion
          audio={item}
          tracks={list.items}
          track={track}
          hit={track === hitTrack ? hit : null}
          onClose={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
});
