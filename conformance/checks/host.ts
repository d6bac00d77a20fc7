import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';
import { type Check, differs, EndedCheck, notTried, passed } from '../check.ts';
import { described, type Target } from '../target.ts';
import type { ReadResponse } from '../wire.ts';

const CONFIGURATION = /<script\b[^>]*\bid="?configuration"?[^>]*>([\s\S]*?)<\/script>/i;

/** Asks the host for a file, as a browser does for a script. */
async function get(target: Target, path: string, headers = {}): Promise<ReadResponse> {
  const { site } = target.settings;
  if (site === null) throw new EndedCheck(notTried('No host was named: --site.'));
  return target.sendTo(new URL(path, `${site}/`), { headers });
}

/** Asks the host for a page, as a browser does for a navigation. */
const navigate = async (target: Target, path: string): Promise<ReadResponse> =>
  get(target, path, { Accept: 'text/html' });

/** The text of the configuration document in a page; null if the page has none. */
const documentIn = ({ text }: ReadResponse): string | null => CONFIGURATION.exec(text)?.[1] ?? null;

const lifetimeOf = ({ headers }: ReadResponse): number | null => {
  const header = headers.get('cache-control') ?? '';
  if (/no-cache|no-store/i.test(header)) return 0;
  const [, seconds] = /max-age=(\d+)/i.exec(header) ?? [];
  return seconds === undefined ? null : Number(seconds);
};

const YEAR_IN_SECONDS = 31_536_000;

/** What the host of the built app has to do. */
export const hostChecks: readonly Check[] = [
  {
    id: 'host-configuration',
    title: 'The page holds a configuration that names this provider and this pool',
    notices: 'The page shows a message in place of the app, or nobody can sign in.',
    needs: ['site'],
    run: async (target) => {
      const found = await navigate(target, '');
      const { sent } = found;
      const document = documentIn(found);
      if (document === null) return differs(sent, `${described(found)}. It holds no configuration.`);
      const { apiUrl, pool, site } = target.settings;
      const decoded = decodeConfiguration(document, new URL(site ?? '').origin);
      if (!decoded.ok) return differs(sent, `${decoded.error.field}: ${decoded.error.message}`);
      const { cognito } = decoded.value;
      if (decoded.value.apiUrl !== apiUrl)
        return differs(sent, `apiUrl: ${decoded.value.apiUrl}, not ${apiUrl}`);
      if (pool === null) return passed;
      const wanted = { ...pool, authFlow: pool.authFlow ?? 'srp' };
      const wrong = (['userPoolId', 'clientId', 'authFlow'] as const).find(
        (name) => cognito[name] !== wanted[name],
      );
      return wrong === undefined
        ? passed
        : differs(sent, `cognito.${wrong}: ${cognito[wrong]}, not ${wanted[wrong]}`);
    },
  },
  {
    id: 'host-paths',
    title: 'Every path of the app answers with the page',
    notices: 'A link or a reload leads to an error of the host.',
    needs: ['site'],
    run: async (target) => {
      const found = await navigate(target, 'audios/conformance-no-such-thing');
      return found.status === 200 && documentIn(found) !== null
        ? passed
        : differs(found.sent, `${described(found)}. Expected: 200 and the page.`);
    },
  },
  {
    id: 'host-missing-file',
    title: 'A file that is not there is answered with 404',
    notices: 'After a deployment, open tabs run a page in place of a script, and stay broken.',
    needs: ['site'],
    run: async (target) => {
      const found = await get(target, 'assets/conformance-no-such-file.js');
      return found.status === 404 ? passed : differs(found.sent, `${described(found)}, not 404.`);
    },
  },
  {
    id: 'host-page-caching',
    title: 'The page is asked for at every visit',
    notices: 'A new build or another configuration arrives days later.',
    needs: ['site'],
    run: async (target) => {
      const found = await navigate(target, '');
      return lifetimeOf(found) === 0
        ? passed
        : differs(found.sent, `Cache-Control: ${found.headers.get('cache-control') ?? 'none'}`);
    },
  },
  {
    id: 'host-file-caching',
    title: 'Files whose names hold a hash are kept for a year',
    notices: 'Every visit loads the whole app again.',
    needs: ['site'],
    run: async (target) => {
      const page = await navigate(target, '');
      const [, file] = /\/(assets\/[\w.-]+\.(?:js|css))\b/.exec(page.text) ?? [];
      if (file === undefined) return notTried('The page names no file below assets/.');
      const found = await get(target, file);
      return (lifetimeOf(found) ?? 0) >= YEAR_IN_SECONDS
        ? passed
        : differs(found.sent, `Cache-Control: ${found.headers.get('cache-control') ?? 'none'}`);
    },
  },
  {
    id: 'host-frames',
    title: 'Other sites may not show the page in a frame',
    notices: 'A foreign page can lead clicks to the app.',
    needs: ['site'],
    run: async (target) => {
      const found = await navigate(target, '');
      return /frame-ancestors/i.test(found.headers.get('content-security-policy') ?? '')
        ? passed
        : differs(found.sent, 'Content-Security-Policy without frame-ancestors.');
    },
  },
];
