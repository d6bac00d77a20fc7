import type { FastifyPluginAsync } from 'fastify';
import Document from 'pdfkit';
import type { Reference } from '../catalogue/types.ts';
import {
  answerBusy,
  answerUnknown,
  listenerOrRefusal,
  type Lookup,
  sourceOf,
  type Verify,
} from '../media/request.ts';
import type { PdfSource } from '../media/source.ts';

// The built-in fonts of PDF readers have Western European letters and these characters.
const PRINTABLE = /^[\u0020-\u007E\u00A1-\u00FFŒœŠšŽžŸƒ–—‘’‚“”„†‡•…‰‹›€™]*$/u;
// Letters whose plain form is not found by removing an accent.
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
};

/**
 * Writes a text with characters of the built-in fonts. Unknown accents and characters are removed. Of a title with a part
 * in another script, only the Latin part stays.
 */
export function latinText(text: string): string {
  const plain = withoutUnknownAccents(text);
  if (PRINTABLE.test(plain)) return plain;
  const readable = plain.split(': ').filter((part) => PRINTABLE.test(part));
  if (readable.length > 0) return readable.join(': ');
  return Array.from(plain)
    .filter((letter) => PRINTABLE.test(letter))
    .join('')
    .trim();
}

/** A name in these characters. A name in another script is taken from its id. */
export function latinName({ id, name }: Reference): string {
  const plain = withoutUnknownAccents(name);
  if (PRINTABLE.test(plain)) return plain;
  return id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
}

function withoutUnknownAccents(text: string): string {
  return Array.from(text.normalize('NFC'))
    .map((letter) => {
      if (PRINTABLE.test(letter)) return letter;
      return PLAIN_LETTERS[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    })
    .join('');
}

const MARGIN = 56;
const PAGE = { width: 595.28, height: 841.89 };
const COLUMN = PAGE.width - 2 * MARGIN;
const BAND = 250;

const COLOURS = {
  night: '#0f2233',
  deep: '#1f4a63',
  mid: '#4a8a9e',
  paper: '#f3ede0',
  accent: '#e8743b',
} as const;

const QUESTIONS = [
  'Which sentence would you like to hear again, and to whom would you read it?',
  'What did you expect at the beginning, and what came instead?',
  'Name one small thing that you could try before this time tomorrow.',
  'Where were you while you listened? What will you remember of that place?',
] as const;

/**
 * Companion notes of an item: an A4 PDF with a title page, the contents, and a page for notes. It has only fonts that
 * every PDF reader has.
 */
export async function makeNotes(source: PdfSource): Promise<Buffer> {
  const title = latinText(source.title);
  const authors = source.authors.map(latinName).join(', ');
  const document = new Document({
    size: 'A4',
    margin: MARGIN,
    // With a creation date, every copy would differ. Then a cached part and a new part would not fit together.
    info: { Title: title, Author: authors, Subject: 'Companion notes', CreationDate: new Date(0) },
    lang: 'en',
    displayTitle: true,
  });
  const whole = collect(document);
  drawTitlePage(document, { title, authors, source });
  drawNotesPage(document, title);
  document.end();
  return whole;
}

type Sheet = PDFKit.PDFDocument;

function drawTitlePage(sheet: Sheet, text: { title: string; authors: string; source: PdfSource }): void {
  sheet.rect(0, 0, PAGE.width, BAND).fill(COLOURS.deep);
  sheet.circle(PAGE.width - 96, BAND, 74).fill(COLOURS.accent);
  sheet.rect(0, BAND, PAGE.width, PAGE.height - BAND).fill(COLOURS.paper);
  sheet
    .fillColor(COLOURS.paper)
    .font('Helvetica')
    .fontSize(11)
    .text('COMPANION NOTES', MARGIN, 64, { characterSpacing: 2 });
  // With the longest title, the authors still fit into the band.
  const size = text.title.length > 90 ? 17 : text.title.length > 45 ? 23 : 30;
  sheet
    .font('Times-Bold')
    .fontSize(size)
    .text(text.title, MARGIN, 92, { width: COLUMN - 70, height: 110, ellipsis: true });
  sheet
    .font('Helvetica')
    .fontSize(12)
    .text(text.authors, MARGIN, BAND - 34, { width: COLUMN - 120, height: 16, ellipsis: true });

  sheet.fillColor(COLOURS.night).font('Times-Roman').fontSize(13);
  sheet.text(latinText(text.source.description), MARGIN, BAND + 56, { width: COLUMN, lineGap: 4 });
  if (text.source.chapters.length === 0) return;
  sheet
    .moveDown(1.6)
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('IN THIS RECORDING', { characterSpacing: 1.5 });
  sheet.moveDown(0.6).font('Times-Roman').fontSize(12.5);
  for (const [at, chapter] of text.source.chapters.entries()) {
    sheet.text(`${at + 1}.  ${latinText(chapter)}`, { width: COLUMN, lineGap: 3 });
  }
}

function drawNotesPage(sheet: Sheet, title: string): void {
  sheet.addPage();
  sheet.fillColor(COLOURS.deep).font('Times-Bold').fontSize(22).text('While you listen', MARGIN, 64);
  sheet
    .fillColor(COLOURS.night)
    .font('Times-Roman')
    .fontSize(12)
    .text(title, { width: COLUMN, height: 15, ellipsis: true });
  for (const [at, question] of QUESTIONS.entries()) {
    const top = 132 + at * 166;
    sheet
      .fillColor(COLOURS.night)
      .font('Times-Italic')
      .fontSize(13)
      .text(question, MARGIN, top, { width: COLUMN });
    for (let line = 1; line <= 4; line += 1) {
      const y = top + 26 + line * 25;
      sheet
        .moveTo(MARGIN, y)
        .lineTo(PAGE.width - MARGIN, y)
        .lineWidth(0.6)
        .strokeColor(COLOURS.mid)
        .stroke();
    }
  }
}

async function collect(document: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    document.on('error', reject);
  });
}

/** At most 20 kB each. */
const MOST_KEPT = 100;
/** A PDF takes about ten milliseconds of the main thread. */
const MOST_WAITING = 20;

/** Makes companion notes one after the other, and caches them. Above the limit, the least recently used go first. */
export class RecentNotes {
  private readonly cached = new Map<string, Promise<Buffer>>();
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly make: (source: PdfSource) => Promise<Buffer> = async (source) =>
      (await import('./notes.ts')).makeNotes(source),
    private readonly mostWaiting = MOST_WAITING,
    private readonly mostCached = MOST_KEPT,
  ) {}

  /** @returns null if too many wait to be made */
  of(source: PdfSource): Promise<Buffer> | null {
    const key = JSON.stringify(source);
    const known = this.cached.get(key);
    if (known === undefined && this.waiting >= this.mostWaiting) return null;
    const notes = known ?? this.enqueue(key, source);
    // Removed and added again, so that the map is in the order of last use.
    this.cached.delete(key);
    this.cached.set(key, notes);
    const [oldest] = this.cached.keys();
    if (this.cached.size > this.mostCached && oldest !== undefined) this.cached.delete(oldest);
    return notes;
  }

  private enqueue(key: string, source: PdfSource): Promise<Buffer> {
    this.waiting += 1;
    const made = this.last
      .then(() => this.make(source))
      .finally(() => {
        this.waiting -= 1;
      });
    this.last = made.catch(() => {
      this.cached.delete(key);
    });
    return made;
  }
}

/** `/media/pdf/*`: companion notes, which are made on request. */
export function pdfRoutes({ lookup, verify }: { lookup: Lookup; verify: Verify }): FastifyPluginAsync {
  const notes = new RecentNotes();
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/pdf/:file',
      handler: async (request, reply) => {
        if (listenerOrRefusal(request, reply, verify) === null) return reply;
        const source = await sourceOf(request, 'pdf', lookup);
        if (source === null) return answerUnknown(reply);
        const made = notes.of(source);
        if (made === null) return answerBusy(reply);
        const bytes = await made;
        return reply
          .type('application/pdf')
          .headers({
            'content-disposition': `inline; filename="${source.id}.pdf"`,
            'content-length': bytes.length,
          })
          .send(request.method === 'HEAD' ? undefined : bytes);
      },
    });
  };
}
