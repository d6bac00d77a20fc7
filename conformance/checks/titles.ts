import { type ContentItem, ContentType, QUICK_LISTEN_LIMIT } from '../../src/domain/catalogue/content.ts';
import { decidePlay } from '../../src/domain/entitlement/play-decision.ts';
import { isInstant, type Window } from '../../src/domain/time.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import type { Target } from '../target.ts';

/** Looks at every title that the lists named. */
const ofEveryTitle =
  (fault: (item: ContentItem) => string | null) =>
  async (target: Target): Promise<Outcome> => {
    const { items } = await target.known();
    if (items.length === 0) return notTried('The lists name no title.');
    for (const item of items) {
      const found = fault(item);
      if (found !== null) return differs('The lists of titles', `${item.id} ("${item.title}"): ${found}`);
    }
    return passed;
  };

const windowsOf = (item: ContentItem): readonly (readonly [string, Window])[] => [
  ['valid_from and valid_till', item.validity],
  ['listen_free_start and listen_free_end', item.listenFreeWindow],
  ['discount_start and discount_end', item.discount.window],
  ...item.tracks.map(
    (track) => [`valid_from and valid_till of the track ${track.id}`, track.validity] as const,
  ),
];

export const titleChecks: readonly Check[] = [
  {
    id: 'windows-readable',
    title: 'The bounds of windows are dates',
    notices: 'The title cannot be played.',
    run: ofEveryTitle((item) => {
      const wrong = windowsOf(item).find(([, { from, till }]) => [from, till].includes('unreadable'));
      return wrong === undefined ? null : `${wrong[0]}: not a date.`;
    }),
  },
  {
    id: 'windows-ordered',
    title: 'Windows end after they start',
    notices: 'The title can never be played, is never free, or never on sale.',
    run: ofEveryTitle((item) => {
      const wrong = windowsOf(item).find(
        ([, { from, till }]) => isInstant(from) && isInstant(till) && till <= from,
      );
      return wrong === undefined ? null : `${wrong[0]}: it ends before it starts.`;
    }),
  },
  {
    id: 'addresses',
    title: 'A title that sounds has the address of its sound',
    notices: '"Sorry, the audio could not be played."',
    run: ofEveryTitle((item) => {
      const isWhole = item.type === ContentType.AUDIOBOOK || item.type === ContentType.PODCAST_EPISODE;
      if (isWhole && item.url === null) return 'It has no url.';
      const isChaptered = item.type === ContentType.AUDIOBOOK_WITH_CHAPTERS;
      return isChaptered && item.chapters.length === 0 && item.url === null
        ? 'It has neither chapters nor url.'
        : null;
    }),
  },
  {
    id: 'chapters',
    title: 'Chapters stand in the order of their index, and each index once',
    notices: 'Chapters play in the wrong order, or a position is in the wrong chapter.',
    run: ofEveryTitle(({ chapters }) => {
      const wrong = chapters.findIndex(({ index }, at) => index <= (chapters[at - 1]?.index ?? 0));
      return wrong === -1 ? null : `Chapter ${wrong + 1} has chapter_index ${chapters[wrong]?.index}.`;
    }),
  },
  {
    id: 'discounted-now',
    title: 'Discounted titles have a price and a window that is open now',
    notices: 'A title in "Discounted Audios" shows no sale.',
    run: async (target) => {
      const asked = await target.ask(
        async ({ catalogue }) => catalogue.discounted(null),
        'The list could not be read; see "discounted".',
      );
      if (asked.value.items.length === 0) return notTried('No title is discounted.');
      const now = target.clock.now();
      const wrong = asked.value.items.find(({ discount: { price, window } }) => {
        const { from, till } = window;
        return !(price > 0 && isInstant(from) && isInstant(till) && from < now && now < till);
      });
      return wrong === undefined ? passed : differs(asked.response.sent, `${wrong.id} is not on sale now.`);
    },
  },
  {
    id: 'quick-listens-short',
    title: 'Quick listens take 30 minutes or less',
    notices: 'A long title is among the quick listens.',
    run: async (target) => {
      const asked = await target.ask(
        async ({ catalogue }) => catalogue.quickListens(null),
        'The list could not be read; see "quick-listens".',
      );
      if (asked.value.items.length === 0) return notTried('There is no quick listen.');
      const wrong = asked.value.items.find(({ runTime }) => (runTime ?? 0) > QUICK_LISTEN_LIMIT);
      return wrong === undefined
        ? passed
        : differs(asked.response.sent, `${wrong.id} takes ${wrong.runTime} seconds.`);
    },
  },
  {
    id: 'random-playable',
    title: 'A random title can be played by this listener',
    notices: '"Ask the Universe" opens a title that does not play.',
    run: async (target) => {
      const me = await target.me();
      const whyNot = 'No random title could be read; see "random".';
      const asked = await target.ask(async ({ catalogue }) => catalogue.random(), whyNot);
      const user = { ...me.value, hasPurchases: false };
      const { kind, reason } = decidePlay(user, asked.value, target.clock.now());
      return kind === 'nothing' ? differs(asked.response.sent, `${asked.value.id}: ${reason}.`) : passed;
    },
  },
  {
    id: 'search-finds',
    title: 'A search for a title finds it',
    notices: 'The search finds nothing.',
    run: async (target) => {
      const { items } = await target.known();
      const [wanted] = items;
      if (wanted === undefined) return notTried('The lists name no title.');
      const asked = await target.ask(
        async ({ catalogue }) => catalogue.search({ term: wanted.title, category: null }, null),
        'The search could not be read; see "search".',
      );
      return asked.value.items.length > 0
        ? passed
        : differs(asked.response.sent, `Nothing for the title of ${wanted.id}.`);
    },
  },
  {
    id: 'author-titles',
    title: 'An author has the titles that name the author',
    notices: 'The page of an author shows no titles.',
    run: async (target) => {
      const { items } = await target.known();
      const named = items.find(({ authors }) => authors.length > 0);
      const [author] = named?.authors ?? [];
      if (named === undefined || author === undefined) return notTried('The lists name no author.');
      const asked = await target.ask(
        async ({ catalogue }) => catalogue.author(author.id),
        'The author could not be read; see "author".',
      );
      return asked.value.items.length > 0
        ? passed
        : differs(asked.response.sent, `It names no title, but ${named.id} names this author.`);
    },
  },
  {
    id: 'same-listener',
    title: 'The API knows the listener by the address of the account',
    notices: 'The account page shows a wrong address, or data of somebody else.',
    run: async (target) => {
      const asked = await target.me();
      const { email } = asked.value;
      return email.toLowerCase() === target.settings.account?.email.trim().toLowerCase()
        ? passed
        : differs(asked.response.sent, 'The e-mail address is another one.');
    },
  },
  {
    id: 'membership',
    title: 'The membership of the listener can be read',
    notices: 'A member counts as free.',
    run: async (target) => {
      const asked = await target.me();
      const { paymentDetails } = asked.value;
      if (paymentDetails === null) return notTried('This listener has no membership. Name one who has.');
      return paymentDetails.isExpired || paymentDetails.duration !== null
        ? passed
        : differs(asked.response.sent, 'payment_details.duration is neither monthly nor yearly.');
    },
  },
];
