import { message } from '../../../../src/domain/message.ts';

/** Why a file or a folder was not read, and what is wrong with one that was. */
const FILES = [
  message('{reason}; what was read before is used'),
  message('the folder cannot be read (permission denied)'),
  message('the folder cannot be read ({code})'),
  message('its name is not valid UTF-8; rename it'),
  message('it is a symbolic link, and links are not followed'),
  message('the folders are nested too deep'),
  message('it is not a regular file'),
  message('it is gone'),
  message('it changed while it was read; the next import reads it again'),
  message('it has the same sound as {path}'),
  message(
    'the provider ended {count} times while it read this; it is read again after {time}, or when its files change',
  ),
  message('it is empty'),
  message('it is damaged'),
  message('it is damaged, and is not used'),
  message('it is damaged; what can be read of it is used'),
  message('its encoding is not known; save it as UTF-8'),
  message('it may not be read (permission denied)'),
  message('the disk cannot read it'),
  message('it cannot be read'),
  message('it cannot be read: {error}'),
  message('reading it was stopped'),
  message('reading it took too long'),
  message('reading it failed: it is damaged, or larger than memory allows'),
  message('it is too large for a description, and is not read'),
  message('it is too large for a transcript, and is not read'),
  message('its picture is missing or too large, and is not used'),
  message('its picture is not a JPEG, PNG, WebP, GIF or AVIF, and is not used'),
  message('its picture has more than 64 megapixels, and is not used'),
  message('its picture cannot be read, and is not used'),
];

/** What is wrong with a sound. */
const SOUNDS = [
  message('no {format} sound was found in it'),
  message('no Ogg stream was found in it'),
  message('no sound was found in it'),
  message('no sound that is known was found in it'),
  message('it ends before its sound starts'),
  message('it ends before this part starts'),
  message('it does not describe its sound'),
  message('it does not say how long its sound is'),
  message('it does not say where its sound is'),
  message('it is incomplete: its description is missing'),
  message('it is incomplete: its sound is cut off'),
  message('its description is too large'),
  message('its description is damaged'),
  message('it has too many samples'),
  message('it is a fragmented MP4, which the library does not read yet'),
  message('it is played as a whole only'),
  message('its tags cannot be read'),
  message('its length is not known'),
  message('its chapters are not used; it is one track'),
  message('its bit rate varies and it has no index, so browsers seek in it only roughly'),
  message('its channels or its sample rate change, and browsers stop there; convert it as a whole'),
  message('it holds several streams one after the other, so browsers seek in it only roughly'),
  message('most browsers cannot play its codec ({codec}); convert it to AAC, MP3, Opus or FLAC'),
  message('some browsers cannot play its codec ({codec}); convert it to AAC, MP3, Opus or FLAC'),
  message('most browsers cannot play {rate} samples in a second; convert it to AAC, MP3, Opus or FLAC'),
  message('browsers cannot play {format}; convert it to AAC, MP3, Opus or FLAC'),
  message('the library does not read {format}; put the sound unchanged into {container}'),
  message('its sound is encrypted ({protection}); get a copy without this protection'),
];

/** What happened to a whole import. */
const IMPORTS = [
  message('It was interrupted. The next import continues.'),
  message('{path} does not exist or may not be read.'),
  message('{path} is not a folder.'),
  message(
    'The files of {count} of {total} titles are gone. The titles stay in the catalogue, because a disk may not be mounted. Mount it again. If the files are gone for good, an import after {time} UTC hides the titles, and "npm run admin -- import --accept-missing {folder}" hides them now.',
  ),
];

/** What is wrong with a transcript. */
const TRANSCRIPTS = [
  message('its text is not read: {reason}'),
  message('The text in it: {reason}'),
  message('The file has too many texts; this one is left out.'),
  message('Its encoding is not known. Save it as UTF-8.'),
  message('It has no text.'),
  message('It is empty.'),
  message('No sentence with a time can be read.'),
  message('It is a web page, not a transcript.'),
  message('It is a page to sign in, not a transcript.'),
  message('It is no transcript in JSON.'),
  message('{format} is not read. Save it as WebVTT, SRT or TTML.'),
  message('Its elements are nested too deeply; what comes after them is left out.'),
  message('It has more than {most} characters; those after them are left out.'),
  message('It has more than {most} sentences; those after them are left out.'),
  message('Its sentences have more than {most} characters; those after them are left out.'),
  message('{count, plural, one {A line} other {# lines}} before the first time: left out.'),
  message(
    '{count, plural, one {A sentence} other {# sentences}} that captions repeat while they roll: shown once.',
  ),
  message(
    '{count, plural, one {A sentence} other {# sentences}} after the end of the sound: left out. Is it the text of another title?',
  ),
  message('{count, plural, one {A sentence} other {# sentences}} without text: left out.'),
  message('{count, plural, one {A sentence} other {# sentences}} with times that cannot be read: left out.'),
  message('{count, plural, one {A sentence} other {# sentences}} not in the order of the times: sorted.'),
  message(
    '{count, plural, one {A sentence} other {# sentences}} without an end after its start: it ends at the next one.',
  ),
  message('{count, plural, one {A sentence} other {# sentences}} overlapping the next one: cut.'),
  message('{count, plural, one {A sentence} other {# sentences}} that cannot be read: left out.'),
  message('{count, plural, one {A sentence} other {# sentences}} without a time: left out.'),
  message('{count, plural, one {A sentence} other {# sentences}} of more than {most} characters: cut.'),
];

/** What the provider says about imports. */
export const IMPORT_SENTENCES: readonly string[] = [...TRANSCRIPTS, ...FILES, ...SOUNDS, ...IMPORTS];
