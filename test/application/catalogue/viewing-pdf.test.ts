import { describe, expect, test } from 'vitest';
import { LoadPdf } from '../../../src/application/catalogue/load-pdf.ts';
import { contentId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { Harness } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER, title } from '../titles.ts';

const WITH_PDF = title({ id: contentId('with-notes'), pdfUrl: '/media/pdf/with-notes.pdf' });

const load = async (item: ContentItem, harness = new Harness({ items: [item], user: SUBSCRIBER })) => ({
  harness,
  address: await harness.get(LoadPdf).loadAddress(item),
});

describe('the address of a title’s PDF', () => {
  test('is refused for a title without a PDF, without a request', async () => {
    const { harness, address } = await load(QUIET_MIND);
    expect(address).toEqual(failed('refused'));
    expect(harness.api.faults.calls).toEqual([]);
    expect(harness.log.entries).toEqual([]);
  });

  test('is not requested for a title that the listener may not hear', async () => {
    const { harness, address } = await load(WITH_PDF, new Harness({ items: [WITH_PDF] }));
    expect(address).toEqual(failed('refused'));
    expect(harness.api.faults.calls).not.toContain('playback.tokenize');
    expect(harness.log.entries).toEqual([]);
  });

  test('is the tokenised one', async () => {
    const { harness, address } = await load(WITH_PDF);
    expect(address).toEqual(ok('https://media.invalid/media/pdf/with-notes.pdf?token=memory'));
    expect(harness.api.faults.calls).toContain('playback.tokenize');
    expect(harness.log.entries).toEqual([]);
  });

  test.each([
    ['server', 'failed'],
    ['forbidden', 'refused'],
  ] as const)('is missing after a failure (%s), which is only logged', async (kind, error) => {
    const harness = new Harness({ items: [WITH_PDF], user: SUBSCRIBER });
    harness.api.faults.failNext('playback.tokenize', kind);
    expect((await load(WITH_PDF, harness)).address).toEqual(failed(error));
    expect(harness.log.entries).toEqual([
      {
        level: 'warn',
        message: 'The PDF has no address',
        details: { kind, content: WITH_PDF.id },
      },
    ]);
    expect(harness.notices).toEqual([]);
    expect((await load(WITH_PDF, harness)).address, 'a second request succeeds').toHaveProperty('ok', true);
  });

  test('is refused if its origin is not allowed, however similar the origin looks', async () => {
    for (const pdfUrl of [
      'https://evil.invalid/notes.pdf',
      'https://media.invalid.evil.invalid/notes.pdf',
      'https://media.invalid@evil.invalid/notes.pdf',
      'https://media.invalid:8443/notes.pdf',
      'http://media.invalid/notes.pdf',
    ]) {
      const { harness, address } = await load({ ...WITH_PDF, pdfUrl });
      expect(address, pdfUrl).toEqual(failed('refused'));
      expect(harness.log.entries.map(({ details }) => details)).toEqual([
        { kind: 'foreign', content: WITH_PDF.id },
      ]);
    }
  });
});
