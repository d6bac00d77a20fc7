import { extname } from 'node:path';

/** What the operator can do about sound that browsers do not play (CAT-162). */
const CONVERT = 'convert it to AAC, MP3, Opus or FLAC';

/** The note of a file that is served, although not all browsers play its codec. */
export const codecNote = (codec: string, which: 'most' | 'some' = 'most'): string =>
  `${which} browsers cannot play its codec (${codec}); ${CONVERT}`;

const notRead = (what: string): string => `browsers cannot play ${what}; ${CONVERT}`;
/** Browsers play these. */
const notUnpacked = (what: string, container: string): string =>
  `the library does not read ${what}; put the sound unchanged into ${container}`;
const BARE_AAC = notUnpacked('AAC without a container', 'MP4 (.m4a)');
const MATROSKA = notUnpacked('Matroska and WebM', 'Ogg, MP4 or MP3');
const protectedBy = (shop: string): string =>
  `its sound is encrypted (${shop}); get a copy without this protection`;

/** Sample descriptions of encrypted sound in MP4. */
const ENCRYPTIONS: Readonly<Record<string, string>> = {
  drms: 'FairPlay of Apple',
  drmi: 'FairPlay of Apple',
  aavd: 'Audible',
  enca: 'common encryption',
};

/** Why the sound of an MP4 file with this sample description is refused; null if it is not encrypted. */
export function whyEncrypted(format: string): string | null {
  const shop = ENCRYPTIONS[format];
  return shop === undefined ? null : protectedBy(shop);
}

const REFUSED_ENDINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['Windows Media', 'wma'],
    ["Monkey's Audio", 'ape apl'],
    ['Musepack', 'mpc mp+ mpp'],
    ['WavPack', 'wv'],
    ['True Audio', 'tta'],
    ['DSD', 'dsf dff'],
    ['AMR', 'amr awb 3ga'],
    ['Dolby Digital', 'ac3 eac3 ec3'],
    ['DTS', 'dts dtshd'],
    ['Dolby TrueHD', 'thd mlp'],
    ['MPEG layer I or II', 'mp1 mp2 mpa'],
    ['Speex', 'spx'],
    ['AIFF', 'aif aiff aifc'],
    ['Core Audio', 'caf'],
    ['RealAudio', 'ra rm'],
    ['OptimFROG', 'ofr'],
    ['TAK', 'tak'],
    ['Shorten', 'shn'],
    ['Sun audio', 'au snd'],
    ['Creative Voice', 'voc'],
    ['WAV of more than 4 GB', 'w64 rf64'],
    ['ATRAC', 'oma aa3 at3 at9'],
    ['MIDI', 'mid midi kar rmi'],
    ['music of modules', 'mod xm s3m it'],
    ['GSM', 'gsm'],
    ['QCELP', 'qcp'],
    ['Dialogic ADPCM', 'vox'],
    ['Dolby AC-4', 'ac4'],
    ['LC3', 'lc3'],
    ['G.722, G.726 or G.729', 'g722 g726 g729'],
    ['MPEG-H', 'mhas'],
    ['LPAC', 'pac'],
    ['La', 'la'],
  ].flatMap(([what = '', endings = '']) => endings.split(' ').map((ending) => [`.${ending}`, notRead(what)])),
);
const OTHER_ENDINGS: Readonly<Record<string, string>> = {
  '.aac': BARE_AAC,
  '.adts': BARE_AAC,
  '.loas': BARE_AAC,
  '.latm': BARE_AAC,
  '.mka': MATROSKA,
  '.weba': MATROSKA,
  '.webm': MATROSKA,
};
const PROTECTED_ENDINGS: Readonly<Record<string, string>> = {
  '.aa': protectedBy('Audible'),
  '.aax': protectedBy('Audible'),
  '.aaxc': protectedBy('Audible'),
  '.m4p': protectedBy('FairPlay of Apple'),
};

/** Why a file is refused by the ending of its name; null if the library reads such files, or if it is no sound. */
export function whyNotSound(name: string): string | null {
  const ending = extname(name).toLowerCase();
  return PROTECTED_ENDINGS[ending] ?? OTHER_ENDINGS[ending] ?? REFUSED_ENDINGS[ending] ?? null;
}

/** The first bytes of files that people rename to a sound that the library reads. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/u, 'Windows Media'],
  [/^MAC /u, "Monkey's Audio"],
  [/^MP(?:CK|\+)/u, 'Musepack'],
  [/^wvpk/u, 'WavPack'],
  [/^TTA[12]/u, 'True Audio'],
  [/^(?:DSD |FRM8)/u, 'DSD'],
  [/^#!AMR/u, 'AMR'],
  [/^\x0b\x77/u, 'Dolby Digital'],
  [/^(?:\x7f\xfe\x80\x01|\xfe\x7f\x01\x80|\x1f\xff\xe8\x00|\xff\x1f\x00\xe8)/u, 'DTS'],
  [/^\xff[\xe4\xe5\xf4\xf5\xfc\xfd]/u, 'MPEG layer II'],
  [/^\xff[\xe6\xe7\xf6\xf7\xfe\xff]/u, 'MPEG layer I'],
  [/^FORM....AIF/su, 'AIFF'],
  [/^caff/u, 'Core Audio'],
  [/^\.(?:RMF|ra\xfd)/u, 'RealAudio'],
  [/^(?:RF64|BW64)/u, 'WAV of more than 4 GB'],
  [/^OFR /u, 'OptimFROG'],
  [/^tBaK/u, 'TAK'],
  [/^ajkg/u, 'Shorten'],
  [/^\.snd/u, 'Sun audio'],
];

/** Why a file without sound that the library reads is refused, by the first bytes after its tags. */
export function whyNotRead(head: Buffer): string | null {
  const text = head.toString('latin1');
  if (text.startsWith('\x57\x90\x75\x36', 4)) return protectedBy('Audible');
  if (/^\xff[\xf0\xf1\xf8\xf9]/u.test(text)) return BARE_AAC;
  if (text.startsWith('\x1a\x45\xdf\xa3')) return MATROSKA;
  const what = SIGNATURES.find(([start]) => start.test(text))?.[1];
  return what === undefined ? null : notRead(what);
}

/** Codecs in MP4 and QuickTime, by their sample description. */
const IN_MP4: Readonly<Record<string, string>> = {
  alac: 'Apple Lossless',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  'ac-4': 'Dolby AC-4',
  mlpa: 'Dolby TrueHD',
  dtsc: 'DTS',
  dtse: 'DTS Express',
  dtsh: 'DTS-HD',
  dtsl: 'DTS-HD',
  dtsx: 'DTS:X',
  samr: 'AMR',
  sawb: 'AMR-WB',
  sawp: 'AMR-WB+',
  sqcp: 'QCELP',
  mha1: 'MPEG-H',
  mhm1: 'MPEG-H',
  iamf: 'IAMF',
  'wma ': 'Windows Media',
  spex: 'Speex',
  agsm: 'GSM',
  ima4: 'IMA ADPCM',
  QDM2: 'QDesign Music',
  QDMC: 'QDesign Music',
  ...Object.fromEntries(
    'sowt twos lpcm ipcm fpcm in24 in32 fl32 fl64 raw NONE ulaw alaw'
      .split(' ')
      .map((format) => [format.padEnd(4), 'PCM in MP4']),
  ),
};

/** Object types of MPEG-4 (ISO 14496-1, table 5) that are no AAC of MPEG-4. */
const OBJECT_TYPES: Readonly<Record<number, readonly [codec: string, which: 'most' | 'some'] | null>> = {
  0x66: ['AAC Main', 'some'],
  0x67: null,
  0x68: ['AAC SSR', 'most'],
  0x69: ['MP3 in MP4', 'some'],
  0x6b: ['MP3 in MP4', 'some'],
  0xa5: ['Dolby Digital', 'most'],
  0xa6: ['Dolby Digital Plus', 'most'],
  0xa9: ['DTS', 'most'],
  0xaa: ['DTS-HD', 'most'],
  0xab: ['DTS-HD', 'most'],
  0xac: ['DTS Express', 'most'],
  0xad: null,
  0xdd: ['Vorbis in MP4', 'some'],
  0xe1: ['QCELP', 'most'],
};

/** Object types of MPEG-4 audio (ISO 14496-3, table 1.17). The types 2, 5 and 29 are AAC-LC, HE-AAC and HE-AAC v2. */
const AUDIO_TYPES: Readonly<Record<number, readonly [codec: string, which: 'most' | 'some'] | null>> = {
  1: ['AAC Main', 'some'],
  2: null,
  3: ['AAC SSR', 'most'],
  4: ['AAC LTP', 'some'],
  5: null,
  6: ['AAC Scalable', 'most'],
  7: ['TwinVQ', 'most'],
  8: ['CELP', 'most'],
  9: ['HVXC', 'most'],
  22: ['BSAC', 'most'],
  23: ['AAC-LD', 'most'],
  29: null,
  32: ['MPEG layer I', 'most'],
  33: ['MPEG layer II', 'most'],
  34: ['MP3 in MP4', 'some'],
  36: ['MPEG-4 ALS', 'most'],
  37: ['MPEG-4 SLS', 'most'],
  39: ['AAC-ELD', 'most'],
  42: ['xHE-AAC', 'some'],
};

/** The note about the codec of an MP4 file; null if all browsers play it. */
export function noteOfMp4(format: string, description: Buffer): string | null {
  if (format === 'fLaC' || format === 'Opus') return null;
  if (format === '.mp3') return codecNote('MP3 in MP4', 'some');
  if (format !== 'mp4a') return codecNote(IN_MP4[format] ?? format.trim());
  const types = objectTypes(description);
  if (types === null) return null;
  const { object, audio } = types;
  const isAac = object === 0x40;
  const found = isAac ? AUDIO_TYPES[audio] : OBJECT_TYPES[object];
  if (found === null) return null;
  return found === undefined
    ? codecNote(isAac ? `MPEG-4 audio type ${audio}` : `MPEG-4 object type ${object}`)
    : codecNote(...found);
}

/** Reads the object types in a sample description; null if it has none. */
function objectTypes(description: Buffer): { readonly object: number; readonly audio: number } | null {
  const found = description.indexOf('esds', 0, 'latin1');
  let at = found + 8;
  const enter = (tag: number): boolean => {
    if (description[at] !== tag) return false;
    at += 1;
    // The length has up to four bytes. All but the last one have the highest bit.
    while (((description[at] ?? 0) & 0x80) !== 0) at += 1;
    at += 1;
    return true;
  };
  if (found < 0 || !enter(3)) return null;
  const flags = description[at + 2] ?? 0;
  at += 3 + ((flags & 0x80) === 0 ? 0 : 2);
  if ((flags & 0x40) !== 0) at += 1 + (description[at] ?? 0);
  at += (flags & 0x20) === 0 ? 0 : 2;
  if (!enter(4) || at + 13 > description.length) return null;
  const object = description[at] ?? 0;
  at += 13;
  // Without a configuration, the sound is AAC-LC.
  if (!enter(5) || at + 2 > description.length) return { object, audio: 2 };
  const bits = description.readUInt16BE(at);
  return { object, audio: bits >> 11 === 31 ? 32 + ((bits >> 5) & 63) : bits >> 11 };
}

/** Codecs of WAV that browsers do not play, by their number. */
const IN_WAV: Readonly<Record<number, string>> = {
  2: 'Microsoft ADPCM',
  0x11: 'IMA ADPCM',
  0x31: 'GSM 6.10',
  0x50: 'MPEG layer I or II',
  0x55: 'MP3 in WAV',
  0x92: 'Dolby Digital',
  0xff: 'AAC in WAV',
  0x160: 'Windows Media',
  0x161: 'Windows Media',
  0x162: 'Windows Media',
  0x163: 'Windows Media',
  0x2000: 'Dolby Digital',
  0x2001: 'DTS',
};

export const noteOfWav = (code: number): string => codecNote(IN_WAV[code] ?? `WAV ${code}`);

/** Samples in a second that all browsers play. */
const LOWEST_RATE = 3000;
const HIGHEST_RATE = 384_000;

/** The note about the rate of samples; null if all browsers play it. */
export const noteOfRate = (rate: number): string | null =>
  rate >= LOWEST_RATE && rate <= HIGHEST_RATE
    ? null
    : `most browsers cannot play ${rate} samples in a second; ${CONVERT}`;
