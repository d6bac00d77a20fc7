import { useEffect, useMemo, useRef, useState } from 'react';
import { type ContentItem, ContentType } from '../../../../domain/catalogue/content.ts';
import { type DescriptionPart, descriptionParts } from '../../../../domain/catalogue/description-parts.ts';
import { trackSource } from '../../../../domain/playback/track.ts';
import type { Seconds } from '../../../../domain/time.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { useServices } from '../../../services.ts';
import { useRecordButton } from './title-page.ts';
import styles from './detail.module.css';
import { t } from 'audio-streaming-translations/translate';

type DescriptionProps = { readonly item: ContentItem };

/** The description of a podcast or an episode is its show notes, in which authors put links. */
const hasShowNotes = ({ type }: ContentItem): boolean =>
  type === ContentType.PODCAST || type === ContentType.PODCAST_EPISODE;

/** True if Play can start at the position: the title has one track, and the position is inside it. */
const canPlayFrom =
  (item: ContentItem) =>
  (position: Seconds): boolean =>
    trackSource(item) === 'self' && (item.runTime === null || item.runTime === 0 || position < item.runTime);

/** The provider's description. Its times play from there. A long one is cut until it is expanded. */
export function Description({ item }: DescriptionProps) {
  const record = useRecordButton();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  const parts = useMemo(
    () => descriptionParts(item.description, hasShowNotes(item), canPlayFrom(item)),
    [item],
  );
  useEffect(() => {
    const element = paragraph.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setLong((before) => before || element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [parts]);
  return (
    <div className={styles['description']}>
      <p ref={paragraph} className={styles['descriptionText']} data-open={isOpen} dir="auto">
        {parts.map((part, at) => (
          // The parts of a text never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <Part key={at} item={item} part={part} />
        ))}
      </p>
      {isLong && (
        <Button
          look="quiet"
          className={styles['toggle']}
          aria-expanded={isOpen}
          onClick={() => {
            record(isOpen ? 'Show less' : 'Show more');
            setOpen(!isOpen);
          }}
        >
          {t(isOpen ? 'Show less' : 'Show more')}
        </Button>
      )}
    </div>
  );
}

function Part({ item, part }: DescriptionProps & { readonly part: DescriptionPart }) {
  const { playAudio } = useServices();
  const record = useRecordButton();
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'link':
      return (
        <a href={part.address} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
    case 'time':
      return (
        <button
          type="button"
          className={styles['time']}
          aria-label={t('Play from {time}', { time: part.text })}

          onClick={() => {
            record('Play from a time');
            void playAudio.play(item, null, { chapter: null, second: part.position });
          }}
        >
          {part.text}
        </button>
      );
  }
}
