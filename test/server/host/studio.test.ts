import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../../../server/host/configuration.ts';
import { temporaryFolder, useProvider } from '../support/provider.ts';

const dist = join(temporaryFolder(), 'dist');
mkdirSync(join(dist, 'studio'), { recursive: true });
const page = (title: string): string =>
  `<!doctype html><title>${title}</title><script type="application/json" id="configuration">{}</script>`;
writeFileSync(join(dist, 'index.html'), page('App'));
writeFileSync(join(dist, 'studio', 'index.html'), page('Studio'));

const library = useProvider({ dist, library: [] });
const demonstration = useProvider({ dist });
const HTML = { accept: 'text/html,application/xhtml+xml' };

describe('with a library', () => {
  test.each(['/studio', '/studio/', '/studio/titles/t1?x=1', '/%73tudio', '/studio/index.html'])(
    '%s is the document of the studio, with the configuration and its policy',
    async (path) => {
      const { origin } = library();
      const answer = await fetch(origin + path, { headers: HTML });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain('<title>Studio</title>');
      expect(readConfiguration(html)).toMatchObject({ cognito: { endpoint: `${origin}/pool` } });
      expect(answer.headers.get('content-security-policy')).toContain(`connect-src 'self' ${origin}`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test.each(['/', '/studios', '/audios/studio'])('%s is the app', async (path) => {
    const answer = await fetch(library().origin + path, { headers: HTML });
    expect(await answer.text()).toContain('<title>App</title>');
  });

  test('a script below /studio that does not exist is no page', async () => {
    expect((await fetch(`${library().origin}/studio/none.js`)).status).toBe(404);
  });
});

test.each(['/studio', '/studio/titles', '/studio/index.html'])(
  'a demonstration has no studio at %s: the app says so',
  async (path) => {
    const answer = await fetch(demonstration().origin + path, { headers: HTML });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<title>App</title>');
  },
);
