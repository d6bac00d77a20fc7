import { describe, expect, test } from 'vitest';
import { LoadAudio } from '../../../src/application/catalogue/load-audio.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, PODCAST } from '../titles.ts';

/** Every answer takes a second, so that a test can look between two pages. */
const openPodcast = async (cancellation?: AbortSignal) => {
  const harness = new Harness({ items: [PODCAST], episodes: new Map([[PODCAST.id, episodes(120)]]) });
  harness.api.faults.delay = milliseconds(1000);
  const opening = harness.get(LoadAudio).load(PODCAST.id, cancellation);
  await harness.passes(1);
  const detail = await opening;
  if (!detail.ok) throw new Error(detail.error.kind);
  const asked = () => harness.api.faults.calls.filter((call) => call === 'catalogue.podcastEpisodes').length;
  return { harness, opened: detail.value.tracks, asked };
};

describe('the episodes of a podcast, on its page', () => {
  test('come page by page, each shown as it comes, until there are no more', async () => {
    const { harness, opened } = await openPodcast();
    const whole = opened.loadRest();
    const shown = [opened.list.items.length];
    for (let page = 0; page < 3; page += 1) {
      await harness.passes(1);
      shown.push(opened.list.items.length);
    }
    await whole;
    expect(shown).toEqual([0, 50, 100, 120]);
    expect(opened.list.hasMore).toBe(false);
  });

  test('are not all asked for by a page that was only prepared', async () => {
    const { harness, opened, asked } = await openPodcast();
    await harness.passes(5);
    expect(opened.list.items.length).toBe(50);
    expect(asked()).toBe(1);
  });

  test('are asked for no further once the page is left', async () => {
    const leaving = new AbortController();
    const { harness, opened, asked } = await openPodcast(leaving.signal);
    const whole = opened.loadRest();
    await harness.passes(1);
    leaving.abort();
    await harness.passes(5);
    await whole;
    expect(opened.list.items.length).toBe(50);
    expect(asked()).toBe(2);
  });

  test('stop at a page that fails, keep what came, and go on from there when asked again', async () => {
    const { harness, opened } = await openPodcast();
    const whole = opened.loadRest();
    await harness.passes(1);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'server');
    // The second page was asked for before the fault: the third is the one that fails.
    await harness.passes(5);
    await whole;
    expect(opened.list.phase).toBe('failed');
    expect(opened.list.items.length).toBe(100);
    const again = opened.loadRest();
    await harness.passes(1);
    await again;
    expect(opened.list.items.length).toBe(120);
  });
});
