import { expect, test } from 'vitest';
import { FeedItems } from '../../feeds/feed-items.ts';
import { readFeed } from '../../feeds/read/read-feed.ts';

/** The run times of the podcast and its episodes, in the order of the feed. */
function runTimes(...durations: readonly (string | null)[]): readonly (number | null)[] {
  const items = durations.map(
    (duration, at) => `<item><title>Episode ${at}</title><guid>${at}</guid>
    ${duration === null ? '' : `<itunes:duration>${duration}</itunes:duration>`}
    <enclosure url="https://a.invalid/${at}.mp3" type="audio/mpeg"/></item>`,
  );
  const podcast = readFeed(
    `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title>${items.join('')}</channel></rss>`,
    'https://a.invalid/',
  );
  if (podcast === null) throw new Error('The feed cannot be read.');
  const read = new FeedItems('p1', podcast, Date.parse('2026-01-01'), []);
  const { rows } = read.rows(0, new Map());
  const byTitle = new Map(rows.map(({ item }) => [item.title, item.run_time]));
  return [read.show.run_time, ...durations.map((_, at) => byTitle.get(`Episode ${at}`) ?? null)];
}

test('the length of a podcast is the sum of its episodes', () => {
  expect(runTimes('1:30', '60')).toEqual([150, 90, 60]);
});

test.each([[null], ['0'], ['00:00:00'], ['unknown']])(
  'an episode with the duration %j has no length, and neither has its podcast',
  (duration) => {
    expect(runTimes('1:30', duration)).toEqual([null, 90, null]);
  },
);
