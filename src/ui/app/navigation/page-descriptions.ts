import type { RegisteredRouter } from '@tanstack/react-router';

/** Every path of the route tree that shows a screen. */
type ScreenPath = Exclude<keyof RegisteredRouter['routesByPath'], ''>;

/** The description of each screen, in one sentence; `heading` is the text of its h1. */
const DESCRIPTIONS: Readonly<Record<ScreenPath, (heading: string) => string>> = {
  '/': () => 'Audiobooks, podcasts, meditations and quick listens, picked for you and fresh every day.',
  '/search-results': (heading) => `${heading} among all audiobooks, podcasts, meditations and collections.`,
  '/search-results/$category': (heading) => `Search results in ${heading}.`,
  '/audios/$id': (heading) => `Listen to ${heading}: what it is about, who reads it, and all of its parts.`,
  '/authors': () => 'The voices and pens behind every title.',
  '/authors/$id': (heading) => `Everything by ${heading}.`,
  '/categories': () => 'The whole catalog by category.',
  '/categories/$id': (heading) => `${heading}: titles by topic.`,
  '/categories-topics/$cid/$tid': (heading) => `Titles on ${heading}, in one category.`,
  '/topics': () => 'The whole catalog by topic.',
  '/topics/$id': (heading) => `${heading}: titles by category.`,
  '/library': () => 'Everything that you keep, in one place.',
  '/purchased': () => 'The titles that you bought, yours to keep.',
  '/new-releases': () => 'What has just come out.',
  '/recommended': () => 'Picked for you by what you have been listening to.',
  '/trending': () => 'What everybody is listening to right now.',
  '/discounted': () => 'Titles to keep for less, while the offer lasts.',
  '/curated-collections': () => 'Titles that belong together, chosen by hand.',
  '/quick-listens': () => 'Whole listens of 30 minutes or less.',
  '/account': () => 'Your name, your plan and how you sign in.',
  '/recently-listened': () => 'What you listened to last, at the place where you left it.',
  '/favorites': () => 'The audios that you saved.',
  '/favorite-podcasts': () => 'The podcasts that you follow.',
  '/favorite-curated-collections': () => 'The collections that you saved.',
  '/favorite-authors': () => 'The authors whom you follow.',
  '/login': () => 'Sign in and go on listening where you stopped.',
  '/create': () => 'Create a free account and start listening.',
  '/forgot-password': () => 'Choose a new password for your account.',
};

const isScreenPath = (path: string): path is ScreenPath => Object.hasOwn(DESCRIPTIONS, path);

/**
 * Returns the description of a screen.
 *
 * @param path the path of the route as in the route tree; any other path counts as unknown
 * @param heading the text of the screen's h1
 */
export const describePage = (path: string, heading: string): string =>
  isScreenPath(path) ? DESCRIPTIONS[path](heading) : 'There is nothing at this address.';
