// Proves CAT-36, CAT-37.
import { describe, expect, test } from 'vitest';
import { LoadPages } from '../../../src/application/catalogue/load-pages.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { Harness } from '../../harness.ts';
import { episodes, PODCAST } from '../titles.ts';

/** Every response takes a second, so that a test can check the state between two pages. */
const openPodcast = async (cancellation?: AbortSignal) => {
  const harness = new Harness({ items: [PODCAST], episodes: new Map([[PODCAST.id, episodes(120)]]) });
  harness.api.faults.delay = milliseconds(1000);
  const opening = harness.get(LoadPages).audio(PODCAST.id, cancellation);
  await harness.passes(1);
  const detail = await opening;
  if (!detail.ok) throw new Error(detail.error.kind);
  const requests = () =>
    harness.api.faults.calls.filter((call) => call === 'catalogue.podcastEpisodes').length;
  return { harness, opened: detail.value.tracks, requests };
};

describe('the episodes on the page of a podcast', () => {
  test('load page by page, and each page is shown at once', async () => {
    const { harness, opened } = await openPodcast();
    const loading = opened.loadRest();
    const shown = [opened.list.items.length];
    for (let page = 0; page < 3; page += 1) {
      await harness.passes(1);
      shown.push(opened.list.items.length);
    }
    await loading;
    expect(shown).toEqual([0, 50, 100, 120]);
    expect(opened.list.hasMore).toBe(false);
  });

  test('are not all requested by a page that was only preloaded', async () => {
    const { harness, opened, requests } = await openPodcast();
    await harness.passes(5);
    expect(opened.list.items.length).toBe(50);
    expect(requests()).toBe(1);
  });

  test('are not requested after the listener has left the page', async () => {
    const leaving = new AbortController();
    const { harness, opened, requests } = await openPodcast(leaving.signal);
    const loading = opened.loadRest();
    await harness.passes(1);
    leaving.abort();
    await harness.passes(5);
    await loading;
    expect(opened.list.items.length).toBe(50);
    expect(requests()).toBe(2);
  });

  test('stop at a page that fails, keep the loaded ones, and continue from there on a retry', async () => {
    const { harness, opened } = await openPodcast();
    const loading = opened.loadRest();
    await harness.passes(1);
    harness.api.faults.failNext('catalogue.podcastEpisodes', 'server');
    // The second page was requested before, so the third page fails.
    await harness.passes(5);
    await loading;
    expect(opened.list.phase).toBe('failed');
    expect(opened.list.items.length).toBe(100);
    const again = opened.loadRest();
    await harness.passes(1);
    await again;
    expect(opened.list.items.length).toBe(120);
  });
});
