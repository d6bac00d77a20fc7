import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'annual@listener.test');
});

const refusal = v.strictObject({
  error: v.strictObject({ code: v.literal('invalid-request'), message: v.pipe(v.string(), v.minLength(5)) }),
});

const report = { id: 'the-ferry-timetable', playback_speed: 1, content_type: 1, last_position: 1000 };

test.each([
  ['/search'],
  ['/search?term=a&term=b'],
  ['/search?term=a&limit=0'],
  ['/search?term=a&skip=-1'],
  [`/search?term=${'a'.repeat(10_001)}`],
  ['/trending?limit=1001'],
  ['/trending?limit=ten'],
  ['/trending?limit=1e2'],
  ['/trending?next_page=0'],
  ['/trending?next_page=99999999999'],
  ['/content'],
  ['/content?random=2'],
  ['/content?tid=the-sea'],
  ['/content?cid='],
  ['/segregated'],
  ['/curated-collection-tracks/'],
  ['/podcast-episodes/?limit=50'],
  ['/favorites/content?podcast=yes'],
  ['/user/content?active=maybe'],
  ['/audio/tokenize'],
  [`/content/${'a'.repeat(201)}`],
  ['/search?term=%00'],
  ['/content/%00'],
  ['/audio/tokenize?url=/media/audio/%00.mp3'],
])('GET %s is refused with 400 and a reason', async (path) => {
  const response = await listener.get(path);
  expect(response.status).toBe(400);
  expect(v.is(refusal, response.body)).toBe(true);
});

test.each<[string, unknown]>([
  ['/favorites/content', {}],
  ['/favorites/content', { content_id: 'the-ferry-timetable' }],
  ['/favorites/content', { content_id: 'the-ferry-timetable', is_favorite: 'true' }],
  ['/favorites/content', { content_id: 7, is_favorite: true }],
  ['/favorites/content', { content_id: 'half a pair \ud800', is_favorite: true }],
  ['/favorites/authors', { author_id: 'amara-okonkwo-bell', is_favorite: 1 }],
  ['/user/content', report],
  ['/user/content', []],
  ['/user/content', [{ ...report, last_position: undefined }]],
  ['/user/content', [{ ...report, last_position: 10.5 }]],
  ['/user/content', [{ ...report, last_position: -1 }]],
  ['/user/content', [{ ...report, playback_speed: 1.2000000000000002 }]],
  ['/user/content', [{ ...report, playback_speed: 3 }]],
  ['/user/content', [{ ...report, content_type: 7 }]],
  ['/user/content', [{ ...report, last_position: undefined, chapter_index: 0, chapter_position: 1 }]],
  ['/user/content', [{ ...report, last_position: undefined, chapter_index: 1 }]],
  ['/user/content', [report, { id: 'half' }]],
  ['/audio/reporting', { content_id: 'the-ferry-timetable', duration: 1 }],
  ['/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: 0 }]],
  ['/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: 1.5 }]],
  ['/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: '1' }]],
  ['/user/change_password', { old: 'secret' }],
  ['/user/create_account', { email: 'annual@listener.test' }],
  ['/user/create_account', { email: 'no address', full_name: 'Ann' }],
  ['/user/create_account', { email: 'annual@listener.test', full_name: '  ' }],
  ['/user/forgot_password', {}],
  ['/user/forgot_password', { email: 'a@b@c' }],
  ['/user/login_attempts', { email: 'annual@listener.test' }],
  ['/user/login_attempts', { email: 'no address', success: false }],
  ['/user/login_attempts', { email: 'an\u0007nual@listener.test', success: false }],
  ['/user/login_attempts', { email: `${'a'.repeat(250)}@listener.test`, success: false }],
])('POST %s with %j is refused with 400 and a reason', async (path, body) => {
  const response = await listener.post(path, body);
  expect(response.status).toBe(400);
  expect(v.is(refusal, response.body)).toBe(true);
});

test.each([{}, { full_name: '' }, { email: 'nowhere' }, { full_name: 5 }])(
  'PUT /user with %j is refused with 400 and a reason',
  async (body) => {
    const response = await listener.put('/user', body);
    expect(response.status).toBe(400);
    expect(v.is(refusal, response.body)).toBe(true);
  },
);

test.each([
  ['{"email": ', 400],
  ['{"__proto__": {"admin": true}, "email": "a@b", "success": true}', 400],
  [`{"email": "${'a'.repeat(2_000_000)}"}`, 413],
])('a body that cannot be read is refused', async (body, status) => {
  const response = await fetch(`${provider().origin}/api/v2/user/login_attempts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty('error.message');
});

test('SQL, markup and paths are only text', async () => {
  for (const hostile of ["'; drop table items; --", "\\' & !", '<script>', '../../etc/passwd', '%']) {
    const found = await listener.get(`/search?${new URLSearchParams({ term: hostile }).toString()}`);
    expect(found.status).toBe(200);
    const one = await listener.get(`/content/${encodeURIComponent(hostile)}`);
    expect(one.status).toBe(404);
  }
  expect((await listener.get('/content/the-ferry-timetable')).status).toBe(200);
});
