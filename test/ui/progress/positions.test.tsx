import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import { ContentType, type PlaybackRecord } from '../../../src/domain/catalogue/content.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, region, tile } from '../render-screen.tsx';

const recordAt = (position: number, chapterIndex: number | null = null): PlaybackRecord => ({
  isActive: true,
  type: ContentType.AUDIOBOOK,
  chapterIndex,
  position: seconds(position),
  speed: null,
  updatedAt: instant(Date.UTC(2025, 11, 31)),
});

describe('a position', () => {
  test('is where Play goes on', async () => {
    const { user, app } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
      before: ({ api }) => void api.content.records.set(QUIET_MIND.id, recordAt(120)),
    });
    await user.click(await screen.findByRole('button', { name: 'Play Quiet Mind' }));
    const player = await region('Player');
    await waitFor(() =>
      expect(player.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', '2:00 of 5:00'),
    );
    expect(app.output.position()).toBe(120);
  });

  test('names the chapter as well', async () => {
    const { user } = await renderScreen('/audios/long-book', {
      items: [LONG_BOOK],
      listener: SUBSCRIBER,
      before: ({ api }) => void api.content.records.set(LONG_BOOK.id, recordAt(30, 2)),
    });
    await user.click(await screen.findByRole('button', { name: 'Play Long Book' }));
    expect(await (await region('Player')).findByRole('link', { name: 'Chapter 2' })).toBeVisible();
  });

  test('is reported at a pause, and the title is then among those listened to', async () => {
    const { user, app } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('button', { name: 'Play Quiet Mind' }));
    const player = await region('Player');
    await app.passes(42);
    await user.click(player.getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(app.api.playback.reports).toHaveLength(1));
    expect(app.api.playback.reports[0]).toMatchObject({ id: 'quiet-mind', lastPosition: 42_000 });

    await user.click(screen.getByRole('link', { name: 'Hark Home' }));
    const recent = await region('Recently Listened');
    expect(await recent.findByRole('article', { name: 'Quiet Mind' })).toBeVisible();
  });

  test('of nothing leaves the page of recent titles empty, with a way on', async () => {
    await renderScreen('/recently-listened', { items: [QUIET_MIND], listener: SUBSCRIBER });
    expect(await screen.findByRole('link', { name: 'Find your first listen' })).toHaveAttribute('href', '/');
  });
});

const BEGUN = {
  ...QUIET_MIND,
  runTime: seconds(300),
  progress: { position: seconds(120), chapterIndex: null },
};

describe('the progress in a title', () => {
  test('is on its tile', async () => {
    await renderScreen('/trending', { items: [BEGUN], listener: SUBSCRIBER });
    const quietMind = await tile('Quiet Mind');
    expect(quietMind.getByRole('img', { name: '40% listened' })).toBeVisible();
    expect(await quietMind.findByText(/3 min left/)).toBeVisible();
  });

  test('is on its page, and can be marked as finished', async () => {
    const { user } = await renderScreen('/audios/quiet-mind', { items: [BEGUN], listener: SUBSCRIBER });
    expect(await screen.findByText('40% listened · 3 min left')).toBeVisible();
    const mark = screen.getByRole('button', { name: 'Mark as finished' });
    await user.click(mark);
    expect(await screen.findByText('Finished')).toBeVisible();
    expect(mark).toHaveAttribute('aria-pressed', 'true');
  });

  test('comes back when the mark is removed again', async () => {
    const { user } = await renderScreen('/trending', { items: [BEGUN], listener: SUBSCRIBER });
    const quietMind = await tile('Quiet Mind');
    const mark = quietMind.getByRole('button', { name: 'Mark Quiet Mind as finished' });
    await user.click(mark);
    expect(await quietMind.findByText('Finished')).toBeVisible();
    expect(quietMind.queryByRole('img', { name: '40% listened' })).toBeNull();
    await user.click(mark);
    expect(await quietMind.findByText(/3 min left/)).toBeVisible();
  });
});
