import Document from 'pdfkit';
import type { PdfSource } from '../../media/source.ts';
import { latinName, latinText } from './latin.ts';

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
