import sharp from 'sharp';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as wire from '../../../server/api/answers.ts';
import { PictureMaker } from '../../../server/library/media/covers.ts';
import { mp3, tone, wav } from './support/make-audio.ts';
import { mp4 } from './support/make-mp4.ts';
import { ownLibrary } from './support/own-library.ts';

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .png()
    .toBuffer();

test('covers come from the file, else from the folder, in the size and format that is asked for', async () => {
  const library = await ownLibrary();
  library.write('Tagged/1.mp3', await mp3(tone(1, 300), { tag: { picture: await picture('#ff0000') } }));
  library.write('Tagged/cover.png', await picture('#0000ff'));
  library.write('M4B/1.m4b', mp4({ seconds: 2, codec: 'aac', picture: await picture('#00ff00') }));
  library.write('Folder/1.wav', wav(tone(1, 310)));
  library.write('Folder/folder.png', await picture('#888888'));
  library.write('Folder/cover.png', await picture('#0000ff'));
  library.write('Broken/1.wav', wav(tone(1, 320)));
  library.write('Broken/cover.jpg', 'not a picture');
  await library.import();
  const { body } = await library.client.get('/browse');
  const titles = v.parse(v.object({ new_releases: v.array(wire.item) }), body).new_releases;
  const coverOf = (title: string): string =>
    library.provider.origin + (titles.find((each) => each.title === title)?.img_url ?? '');

  const colours = { Tagged: [255, 0, 0], M4B: [0, 255, 0], Folder: [0, 0, 255] };
  for (const [title, colour] of Object.entries(colours)) {
    const response = await fetch(`${coverOf(title)}&w=300`, { headers: { accept: 'image/webp,*/*' } });
    expect(response.headers.get('content-type')).toBe('image/webp');
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(320);
    colour.forEach((value, at) => expect(Math.abs((data[at] ?? 0) - value)).toBeLessThan(12));
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(`${coverOf(title)}&w=300`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  }
  const avif = await fetch(`${coverOf('Folder')}&w=90&f=avif`);
  expect((await sharp(Buffer.from(await avif.arrayBuffer())).metadata()).width).toBe(96);
  // If a picture cannot be decoded, a drawn cover replaces it.
  expect((await fetch(coverOf('Broken'))).headers.get('content-type')).toContain('svg');
}, 60_000);

describe('one original at a time', () => {
  const maker = () => {
    const at = { now: 0 };
    return { at, pictures: new PictureMaker({ now: () => at.now }) };
  };

  test('in all its sizes, so that a slow one holds up no other (CAT-111)', async () => {
    const { pictures } = maker();
    const good = await picture('#ff0000');
    let read = 0;
    let arrive: (bytes: Buffer) => void = () => undefined;
    const slow = new Promise<Buffer>((resolve) => (arrive = resolve));
    const waitForSlow = (): Promise<Buffer> => {
      read += 1;
      return slow;
    };
    const sizes = [96, 160, 240].map((width) => pictures.make('slow', waitForSlow, width, 'jpeg'));
    expect(await pictures.make('other', () => Promise.resolve(good), 96, 'jpeg')).not.toBeNull();
    expect(read).toBe(1);
    arrive(good);
    expect((await Promise.all(sizes)).every((each) => each !== null)).toBe(true);
  });

  test('and not again for ten minutes after it could not be made', async () => {
    const { at, pictures } = maker();
    let read = 0;
    const svg = async () => {
      read += 1;
      return Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
    };
    for (const minutes of [0, 9, 10]) {
      at.now = minutes * 60_000;
      expect(await pictures.make('drawn', svg, 96, 'webp')).toBeNull();
    }
    expect(read).toBe(2);
  });
});
