/**
 * A path below `/feeds/`: the secret, and the path of a sound or a transcript, of chapters, or of the notice. A proxy may
 * send the origin before it.
 */
const BELOW =
  /^(?:https?:\/\/[^/]*)?\/feeds\/(?<secret>[^/?#]*)(?:(?<medium>\/media\/(?:audio|transcript)\/[^/?#]+)|(?<own>\/notice\.mp3|\/chapters\/[^/?#]+))?\/?(?<rest>[^?#]*)(?:\?(?<query>[^#]*))?/iu;

/** The parameter that names the secret after `hideSecret`. */
export const SECRET = 'feed';

/**
 * Moves the secret of a private address from the path into the query, before anything reads the address (FEED-2). Logs,
 * traces and errors have paths and no queries. Sounds and transcripts get their usual paths.
 */
export function hideSecret(url: string): string {
  const found = BELOW.exec(url)?.groups;
  if (found === undefined) return url;
  const { secret = '', medium, own = '', rest = '', query = '' } = found;
  const path = rest === '' ? (medium ?? `/feeds${own}`) : '/feeds/unknown';
  return `${path}?${SECRET}=${secret}&${query}`;
}
