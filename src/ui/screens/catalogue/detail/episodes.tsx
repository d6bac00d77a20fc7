import { CheckCheck } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Fragment, type ReactNode, useState } from 'react';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import {
  bySeason,
  newestUnheardFirst,
  olderThan,
  PLAY_ORDERS,
} from '../../../../domain/playback/episodes.ts';
import { asSpeed, DEFAULT_SPEED, SPEEDS } from '../../../../domain/playback/player.ts';
import type { Track } from '../../../../domain/playback/track.ts';
import { seconds } from '../../../../domain/time.ts';
import { useServices } from '../../../services.ts';
import { Button, buttonClass, IconButton } from 'audio-streaming-components/controls/button';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { Modal } from '../../../components/layout/modal.tsx';
import { Windowed } from '../../../components/lists/windowed.tsx';
import styles from './detail.module.css';
import { useRecordButton } from './title-page.ts';
import { formatSpeed } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';

type EpisodesProps = {
  readonly podcast: ContentItem;
  readonly episodes: readonly Track[];
  readonly children: (episode: Track) => ReactNode;
};

/** The episodes of a podcast: by season, or the newest unheard one first (PROG-88, PLAY-120). */
export const Episodes = observer(function Episodes({ podcast, episodes, children }: EpisodesProps) {
  const { playerSettings, finished } = useServices();
  const { isUnheardFirst } = playerSettings.podcastOf(podcast.id);
  if (isUnheardFirst) {
    return (
      <Windowed
        items={newestUnheardFirst(episodes, (each) => finished.isHeard(each))}
        className={styles['rows']}
      >
        {children}
      </Windowed>
    );
  }
  const seasons = bySeason(episodes);
  return seasons.map(({ season, episodes: own }) => (
    <Fragment key={season}>
      {seasons.length > 1 && (
        <h3>{season === null ? t('Other episodes') : t('Season {number}', { number: String(season) })}</h3>
      )}
      <Windowed items={own} className={styles['rows']}>
        {children}
      </Windowed>
    </Fragment>
  ));
});

const SKIPS = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

const skipOptions = (chosen: number, where: 'start' | 'end') =>
  [...new Set([...SKIPS, chosen])]
    .toSorted((one, other) => one - other)
    .map((skip): [string, string] => [
      String(skip),
      skip === 0
        ? t('{where, select, start {Skip nothing at the start} other {Skip nothing at the end}}', { where })
        : t('{where, select, start {Skip {seconds} s at the start} other {Skip {seconds} s at the end}}', {
            where,
            seconds: skip,
          }),
    ]);

/** The order of the episodes, and how they are played (PLAY-124). */
export const PodcastControls = observer(function PodcastControls({
  podcast,
  episodes,
}: Pick<EpisodesProps, 'podcast' | 'episodes'>) {
  const { playbackSettings, playerSettings } = useServices();
  const settings = playerSettings.podcastOf(podcast.id);
  const { skips, isUnheardFirst } = settings;
  const hasDays = episodes.some(({ publishedAt }) => publishedAt !== null);
  const speed = playerSettings.speedOf(podcast.id)?.speed ?? DEFAULT_SPEED;
  return (
    <div className={styles['podcastControls']}>
      {hasDays && (
        <SelectField
          label={t('Order of the episodes')}
          value={isUnheardFirst ? 'unheard' : ''}
          options={[
            ['', t('Default order')],
            ['unheard', t('Newest unheard first')],
          ]}
          onChoose={(sort) =>
            playbackSettings.setPodcast({ ...settings, isUnheardFirst: sort === 'unheard' })
          }
        />
      )}
      <details className={styles['podcastPlaying']}>
        <summary className={buttonClass()}>{t('Skips and speed')}</summary>
        <div className={styles['podcastControls']}>
          {hasDays && (
            <SelectField
              label={t('Play order')}
              value={settings.playOrder}
              options={[
                ['sent', t('Play in the order of the podcast')],
                ['oldest', t('Play from old to new')],
                ['newest', t('Play from new to old')],
              ]}
              onChoose={(chosen) =>
                playbackSettings.setPodcast({
                  ...settings,
                  playOrder: PLAY_ORDERS.find((order) => order === chosen) ?? 'sent',
                })
              }
            />
          )}
          {(['start', 'end'] as const).map((where) => (
            <SelectField
              key={where}
              label={t(where === 'start' ? 'Skip at the start' : 'Skip at the end')}
              value={String(skips[where])}
              options={skipOptions(skips[where], where)}
              onChoose={(skip) =>
                playbackSettings.setPodcast({
                  ...settings,
                  skips: { ...skips, [where]: seconds(Number(skip)) },
                })
              }
            />
          ))}
          <SelectField
            label={t('Speed of this podcast')}
            value={String(speed)}
            options={SPEEDS.map((each): [string, string] => [
              String(each),
              t('Speed {speed}', { speed: formatSpeed(each) }),
            ])}
            onChoose={(chosen) =>
              void playbackSettings.setSpeedOf(podcast.id, asSpeed(Number(chosen)) ?? DEFAULT_SPEED)
            }
          />
        </div>
      </details>
    </div>
  );
});

type MarkOlderProps = { readonly opened: OpenedList<Track>; readonly episode: Track };

/** Marks all episodes before this one as heard, after a question (PROG-89). */
export const MarkOlder = observer(function MarkOlder({ opened, episode }: MarkOlderProps) {
  const { finished, markFinished } = useServices();
  const record = useRecordButton();
  const [older, setOlder] = useState<readonly Track[] | null>(null);
  const open = async () => {
    record('Mark older as heard');
    await opened.loadRest();
    setOlder(olderThan(opened.list.items, episode).filter((each) => !finished.isHeard(each)));
  };
  if (episode.publishedAt === null) return null;
  return (
    <>
      <IconButton
        icon={CheckCheck}
        label={t('Mark older as heard: {title}', { title: episode.title })}
        onClick={() => void open()}
      />
      <Modal isOpen={older !== null} title={t('Mark older as heard')} onClose={() => setOlder(null)}>
        {older === null || older.length === 0 ? (
          <p>{t('All older episodes are marked as heard.')}</p>
        ) : (
          <p>
            <Sentence
              text="{count, plural, one {# episode before “{title}” will be marked as heard. Their positions are left.} other {# episodes before “{title}” will be marked as heard. Their positions are left.}}"
              values={{ count: older.length, title: <bdi>{episode.title}</bdi> }}
            />
          </p>
        )}
        <div className={styles['podcastControls']}>
          {older !== null && older.length > 0 && (
            <Button
              look="primary"
              onClick={() => {
                setOlder(null);
                void markFinished.markHeard(older);
              }}
            >
              {t('Mark as heard')}
            </Button>
          )}
          <Button look="quiet" onClick={() => setOlder(null)}>
            {t('Close')}
          </Button>
        </div>
      </Modal>
    </>
  );
});
