import { describe, expect, test } from 'vitest';
import { LoadPdf } from '../../../src/application/catalogue/load-pdf.ts';
import { contentId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const WITH_PDF = title({ id: contentId('with-notes'), pdfUrl: '/media/pdf/with-notes.pdf' });

const load = async (item: ContentItem, harness = new Harness({ items: [item], user: SUBSCRIBER })) => ({
  harness,
  address: await harness.get(LoadPdf).loadAddress(item),
});

describe('the address of a title’s PDF', () => {
  test('is null for a title without a PDF, without a request', async () => {
    const { harness, address } = await load(QUIET_MIND);
    expect(address).toBeNull();
    expect(harness.api.faults.calls).toEqual([]);
    expect(harness.log.entries).toEqual([]);
  });

  test('is the tokenised one', async () => {
    const { harness, address } = await load(WITH_PDF);
    expect(address).toBe('https://media.invalid/media/pdf/with-notes.pdf?token=memory');
    expect(harness.api.faults.calls).toEqual(['playback.tokenize']);
    expect(harness.log.entries).toEqual([]);
  });

  test('is null if it cannot be loaded, and the failure is only logged', async () => {
    const harness = new Harness({ items: [WITH_PDF], user: SUBSCRIBER });
    harness.api.faults.failNext('playback.tokenize', 'server');
    expect((await load(WITH_PDF, harness)).address).toBeNull();
    expect(harness.log.entries).toEqual([
      {
        level: 'warn',
        message: 'The PDF has no address',
        details: { kind: 'server', content: WITH_PDF.id },
      },
    ]);
    expect(harness.notices).toEqual([]);
    expect((await load(WITH_PDF, harness)).address, 'a second request succeeds').not.toBeNull();
  });

  test('is null if its origin is not allowed, however similar the origin looks', async () => {
    for (const pdfUrl of [
      'https://evil.invalid/notes.pdf',
      'https://media.invalid.evil.invalid/notes.pdf',
      'https://media.invalid@evil.invalid/notes.pdf',
      'https://media.invalid:8443/notes.pdf',
      'http://media.invalid/notes.pdf',
    ]) {
      const { harness, address } = await load({ ...WITH_PDF, pdfUrl });
      expect(address, pdfUrl).toBeNull();
      expect(harness.log.entries.map(({ details }) => details)).toEqual([
        { kind: 'foreign', content: WITH_PDF.id },
      ]);
    }
  });
});
