import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { AudioDetail } from '../../../application/catalogue/load-pages.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../domain/playback/share-link.ts';
import { hasText } from '../../../domain/transcripts/transcript.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { TranscriptRegion } from './transcript.tsx';
import styles from './transcript.module.css';

type TitleTranscriptProps = {
  readonly item: ContentItem;
  readonly tracks: AudioDetail['tracks'];
  readonly position: LinkedPosition | null;
};

/**
 * The text of a title on its page, behind a button: of the track that sounds, else of the one that the address or the
 * listener names. Nothing is requested before the region is open (TEXT-9). While the player shows a text, the page shows
 * none (TEXT-64).
 */
export const TitleTranscript = observer(function TitleTranscript({
  item,
  tracks: { list },
  position,
}: TitleTranscriptProps) {
  const { player } = useServices();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const tracks = list.items.filter((track) => hasText(item, track));
  const isShown = isOpen && !(player.isTextOpen && hasText(player.audio, player.track));
  const track =
    tracks.find(({ id }) => id === (chosen ?? player.track?.id)) ??
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
        Transcript
      </Button>
      {isShown && tracks.length > 1 && (
        <SelectField
          label="Text of"
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
          onClose={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
});
