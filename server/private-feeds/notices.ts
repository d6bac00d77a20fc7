import { type Message, message } from 'audio-streaming-translations/message';

/** What the only entry of a feed says that has no episode now (FEED-21, LANG-16). `link` is a path of the app. */
interface NoticeWords {
  readonly title: Message;
  readonly text: Message;
  readonly link: string;
}

export const NOTICES = {
  paused: {
    title: message('This address is paused'),
    text: message(
      'It was used in more places than one person has. Give the feed a new address on your account page.',
    ),
    link: '/account',
  },
  disabled: {
    title: message('Your account is disabled'),
    text: message('Ask whoever runs this service.'),
    link: '/account',
  },
  membership: {
    title: message('This is for members'),
    text: message('Your membership has ended, or this needs one. With a membership all episodes come back.'),
    link: '/account',
  },
  window: {
    title: message('Not available at this time'),
    text: message('This can be heard at another time.'),
    link: '/',
  },
  gone: {
    title: message('Not available'),
    text: message('This title is not offered at the moment.'),
    link: '/',
  },
  empty: {
    title: message('Nothing saved yet'),
    text: message('Save a title in the app, and it appears here.'),
    link: '/',
  },
} as const satisfies Readonly<Record<string, NoticeWords>>;

/** The titles of feeds of many titles. */
export const NAMES = {
  item: '',
  collection: '',
  series: '',
  saved: message('Saved'),
  all: message('Everything'),
} as const;
