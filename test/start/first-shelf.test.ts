import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstShelf, type HomeResponses } from '../../src/start/first-shelf.ts';

const API = 'https://api.example/base';

const item = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  title: `Title ${id}`,
  img_url: `/covers/${id}.jpg`,
  author_info: [{ id: 'a1', name: 'Ada' }],
  ...more,
});

const responses = (more: Partial<HomeResponses> = {}): HomeResponses => ({
  recentlyListened: { results: [] },
  recommended: { recommended: [] },
  browse: { new_releases: [item('new')] },
  ...more,
});

describe('the first shelf of home', () => {
  test('is Recently Listened, else Your Next Listen, else New Releases', () => {
    const recent = { recentlyListened: { results: [item('recent')] } };
    const next = { recommended: { recommended: [item('next')] } };
    expect(firstShelf(responses({ ...recent, ...next }), API)?.heading).toBe('Recently Listened');
    expect(firstShelf(responses(next), API)?.heading).toBe('Your Next Listen');
    expect(firstShelf(responses(), API)).toEqual({
      heading: 'New Releases',
      more: '/new-releases',
      count: 1,
      titles: [
        {
          title: 'Title new',
          path: '/audios/new',
          cover: 'https://api.example/covers/new.jpg',
          authors: ['Ada'],
        },
      ],
    });
  });

  test('is missing if the catalogue could not be loaded, because home shows a message then', () => {
    const recent = { recentlyListened: { results: [item('recent')] } };
    expect(firstShelf(responses({ ...recent, browse: undefined }), API)).toBeNull();
  });

  test('passes over a shelf whose call failed', () => {
    expect(firstShelf(responses({ recentlyListened: undefined, recommended: 'x' }), API)?.heading).toBe(
      'New Releases',
    );
  });

  test('has the titles of one view, and knows how many there are', () => {
    const many = Array.from({ length: 15 }, (_, index) => item(`t${index}`));
    const shelf = firstShelf(responses({ browse: { new_releases: many } }), API);
    expect(shelf?.titles).toHaveLength(5);
    expect(shelf?.count).toBe(15);
  });

  test('links a child item to its content', () => {
    const child = item('child', { content_id: 'par/ent' });
    const shelf = firstShelf(responses({ browse: { new_releases: [child] } }), API);
    expect(shelf?.titles[0]?.path).toBe('/audios/par%2Fent');
  });

  test.each(['javascript:alert(1)', 'data:image/png;base64,AA', 'https://', null, 7, ''])(
    'shows no cover for the address %j',
    (address) => {
      const shelf = firstShelf(
        responses({ browse: { new_releases: [item('one', { img_url: address })] } }),
        API,
      );
      expect(shelf?.titles[0]?.cover).toBeNull();
    },
  );

  test('resolves covers against the folder of the API', () => {
    const shelf = firstShelf(
      responses({ browse: { new_releases: [item('one', { img_url: 'c.jpg' })] } }),
      API,
    );
    expect(shelf?.titles[0]?.cover).toBe('https://api.example/base/c.jpg');
  });

  test('leaves out items without id or title, and reads numbers', () => {
    const broken = [null, 'x', {}, { id: 'a' }, { title: 'b' }, { id: '\uD800', title: 'half' }];
    const shelf = firstShelf(
      responses({ browse: { new_releases: [...broken, { id: 12, title: 1984 }] } }),
      API,
    );
    expect(shelf?.titles).toEqual([{ title: '1984', path: '/audios/12', cover: null, authors: [] }]);
  });

  test('never throws, whatever the responses are', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (recentlyListened, recommended, released) => {
        const browse = { new_releases: Array.isArray(released) ? released : [released] };
        firstShelf({ recentlyListened, recommended, browse }, API);
        firstShelf({ recentlyListened, recommended, browse: released }, API);
      }),
    );
  });
});
