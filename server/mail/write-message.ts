import { directionOf } from 'audio-streaming-translations/languages';
import { type Message, message } from 'audio-streaming-translations/message';
import { type Translation, translate } from 'audio-streaming-translations/translate';
import { IN_ENGLISH } from '../languages/catalogues.ts';
import { escaped } from '../text.ts';
import { MailFormats, oneLine } from './mail-formats.ts';
import { draftOf, type MailContent, type Part } from './messages.ts';

/** A mail as it is sent: plain text, and the same in HTML. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes a mail in the language of its recipient (SES-84, LANG-11). A subject never contains a code, because it shows on locked screens. */
export function writeMessage(
  content: MailContent,
  brand: string,
  translation: Translation = IN_ENGLISH,
): WrittenMail {
  const formats = new MailFormats(translation.language);
  const name = oneLine(brand);
  const draft = draftOf(content, name, formats);
  const words = (said: Message): string => translate(translation, said);
  const shown: Shown = {
    language: translation.language,
    subject: words(draft.subject),
    heading: words(draft.heading),
    parts: draft.parts.map((part) => shownPart(part, words)),
    brand: name,
    footer: words(message('You get this mail because of your account at {brand}.', { brand: name })),
  };
  return { subject: shown.subject, text: plainText(shown), html: html(shown) };
}

/** A mail in the words of one language. */
interface Shown {
  readonly language: string;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly ShownPart[];
  readonly brand: string;
  readonly footer: string;
}

type ShownPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

function shownPart(part: Part, words: (said: Message) => string): ShownPart {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: words(part.text) };
    case 'code':
      return part;
    case 'link':
      return { ...part, label: words(part.label) };
  }
}

function plainText({ language, heading, parts, brand }: Shown): string {
  const lines = parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'code':
        // A mark in the same line would be copied together with the code. Alone in its line, a code keeps its order.
        return `    ${part.code}`;
      case 'link':
        return directionOf(language) === 'rtl' ? `${part.label}:\n${part.url}` : `${part.label}: ${part.url}`;
    }
  });
  return [heading, ...lines, `-- \n${brand}`].join('\n\n') + '\n';
}

/** The colours of the app's light theme. Most mail programs ignore style sheets, so each element has its own style. */
const PAPER = '#faf7f2';
const SURFACE = '#fffdfa';
const SUNKEN = '#f2ece2';
const INK = '#221d16';
const SOFT = '#5a5145';
const LINE = '#e4dccf';
const ACCENT = '#a0450e';
const ON_ACCENT = '#fffaf3';
const TEXT_FONT = "Seravek, 'Segoe UI', Ubuntu, 'Noto Sans', system-ui, sans-serif";
const DISPLAY_FONT = "'Iowan Old Style', Palatino, 'Book Antiqua', Georgia, serif";

function html({ language, subject, heading, parts, brand, footer }: Shown): string {
  // Codes run from left to right in every language, and stand where lines begin.
  const isRtl = directionOf(language) === 'rtl';
  const blocks = parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return `<p style="margin:0 0 16px">${escaped(part.text)}</p>`;
      case 'code':
        return (
          `<p${isRtl ? ' dir="ltr"' : ''} style="margin:0 0 16px;padding:12px 16px;background:${SUNKEN};border-radius:10px;` +
          `font:700 24px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;text-align:${isRtl ? 'right' : 'left'}">` +
          `${escaped(part.code)}</p>`
        );
      case 'link':
        return (
          `<p style="margin:0 0 16px"><a href="${escaped(part.url)}" style="display:inline-block;padding:12px 20px;` +
          `background:${ACCENT};color:${ON_ACCENT};border-radius:999px;font-weight:600;text-decoration:none">` +
          `${escaped(part.label)}</a></p>`
        );
    }
  });
  return (
    `<!doctype html><html lang="${language}"${isRtl ? ' dir="rtl"' : ''}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">` +
    `<title>${escaped(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:${PAPER};color:${INK};font:16px/1.5 ${TEXT_FONT}">` +
    `<div style="max-width:520px;margin:0 auto;padding:28px;background:${SURFACE};` +
    `border:1px solid ${LINE};border-radius:18px">` +
    `<p style="margin:0 0 20px;color:${ACCENT};font:700 20px/1.3 ${DISPLAY_FONT}">${escaped(brand)}</p>` +
    `<h1 style="margin:0 0 16px;font:600 26px/1.25 ${DISPLAY_FONT}">${escaped(heading)}</h1>` +
    `${blocks.join('')}</div>` +
    `<p style="max-width:520px;margin:16px auto 0;color:${SOFT};font-size:13px">` +
    `${escaped(footer)}</p></body></html>`
  );
}
