import { describe, expect, test } from 'vitest';
import { uploadPath } from '../../../server/studio/uploads/uploads.ts';

describe('the path of an uploaded file', () => {
  test.each([
    ['01.mp3', '01.mp3'],
    ['Author/Book/01 - One.m4b', 'Author/Book/01 - One.m4b'],
    [String.raw`Author\Book\01.mp3`, 'Author/Book/01.mp3'],
    ['Book/cover.jpg', 'Book/cover.jpg'],
    ['Book/metadata.json', 'Book/metadata.json'],
    // Two spellings of one accent give one name.
    ['Cafe\u0301.mp3', 'Caf\u00e9.mp3'],
    ['CON.mp3', '_CON.mp3'],
    ['aux/nul.flac', '_aux/_nul.flac'],
    ['Contents.mp3', 'Contents.mp3'],
    ['Who? What: "That".mp3', 'Who_ What_ _That_.mp3'],
    ['Book. /1.mp3', 'Book/1.mp3'],
  ])('%j is stored as %j', (given, path) => {
    expect(uploadPath(given)).toEqual({ path });
  });

  test.each([
    ['../x.mp3', 'A name must not contain "..".'],
    ['a/../../x.mp3', 'A name must not contain "..".'],
    [String.raw`a\..\x.mp3`, 'A name must not contain "..".'],
    ['./x.mp3', 'A name must not contain "..".'],
    ['/etc/x.mp3', 'A name must not be an absolute path.'],
    [String.raw`\\host\x.mp3`, 'A name must not be an absolute path.'],
    [String.raw`C:\x.mp3`, 'A name must not be an absolute path.'],
    ['a\0.mp3', 'A name must not contain control characters.'],
    ['a\n.mp3', 'A name must not contain control characters.'],
    ['a\ud800.mp3', 'A name must not contain control characters.'],
    ['', 'A name must not be empty.'],
    ['a//x.mp3', 'A name must not be empty.'],
    ['... /x.mp3', 'A name must not be empty.'],
    ['.hidden.mp3', 'A name must not begin with a dot.'],
    [`${'x'.repeat(300)}.mp3`, 'A name may have at most 200 bytes.'],
    [`${'ü'.repeat(120)}.mp3`, 'A name may have at most 200 bytes.'],
    [`${`${'x'.repeat(190)}/`.repeat(5)}a.mp3`, 'A path may have at most 800 bytes.'],
    [`${'a/'.repeat(9)}x.mp3`, 'At most 8 folders may be nested.'],
    ['x.exe', 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'],
    ['x.mp3.sh', 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'],
    ['notes.docx', 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'],
  ])('%j is refused', (given, refusal) => {
    expect(uploadPath(given)).toEqual({ refusal });
  });
});
