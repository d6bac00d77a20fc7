import { expect, test } from 'vitest';
import { DownloadAudio } from '../../../src/application/downloads/download-audio.ts';
import { DownloadsState } from '../../../src/application/downloads/downloads-state.ts';
import { LONG_BOOK, QUIET_MIND } from '../titles.ts';
import { downloading } from './listener.ts';

test('a stopped download transfers nothing, also after a reload, and continues where it was (DOWN-63)', async () => {
  const first = downloading();
  await first.get(DownloadAudio).download(QUIET_MIND);
  await first.passes(0.25);
  first.get(DownloadAudio).stop(QUIET_MIND.id);
  await first.passes(10);
  expect(first.get(DownloadsState).statusOf(QUIET_MIND.id)).toEqual({ kind: 'stopped' });
  first.crash();

  const second = downloading({ beside: first });
  await second.passes(10);
  const downloads = second.get(DownloadsState);
  expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'stopped' });
  second.get(DownloadAudio).retry(QUIET_MIND.id);
  await second.passes(10);
  expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'downloaded' });
  expect([...first.downloadFiles.starts, ...second.downloadFiles.starts]).toEqual([0, 500_000]);
});

test('whole tracks stay, and other downloads go on', async () => {
  const harness = downloading();
  const downloads = harness.get(DownloadsState);
  await harness.get(DownloadAudio).download(LONG_BOOK);
  await harness.passes(0.65);
  harness.get(DownloadAudio).stop(LONG_BOOK.id);
  await harness.get(DownloadAudio).download(QUIET_MIND);
  await harness.passes(10);
  expect(downloads.statusOf(LONG_BOOK.id)).toEqual({ kind: 'stopped' });
  expect(downloads.statusOf(QUIET_MIND.id)).toEqual({ kind: 'downloaded' });
  expect(downloads.find(LONG_BOOK.id)?.tracks.map(({ state }) => state.kind)).toEqual([
    'downloaded',
    'downloaded',
    'stopped',
  ]);
});
