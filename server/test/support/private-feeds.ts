import { addFeed } from '../../private-feeds/feeds.ts';

/** Makes a feed and returns its secret. Fails if it is refused. */
export async function secretOfFeed(...asked: Parameters<typeof addFeed>): Promise<string> {
  const made = await addFeed(...asked);
  if (typeof made === 'string') throw new Error(`The feed was refused: ${made}.`);
  return made.secret;
}
