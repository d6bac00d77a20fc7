import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from '../../host/configuration.ts';
import { type AppErrorTables, readAppErrors } from '../../watch/app-errors.ts';
import { temporaryFolder, useProvider } from '../support/provider.ts';

const dist = join(temporaryFolder(), 'dist');
mkdirSync(dist);
writeFileSync(
  join(dist, 'index.html'),
  '<!doctype html><head><script type="application/json" id="configuration">{}</script></head>',
);

const provider = useProvider({ dist });
const off = useProvider({ dist, appErrors: false });

const DAY = 86_400_000;
const ERROR = { kind: 'TypeError', file: 'home-AbC123.js', line: 12, count: 2 };
const report = (...errors: readonly object[]) => ({ version: '1.2.6', browser: 'firefox', errors });

const send = async (body: unknown, { origin } = provider()): Promise<number> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await fetch(`${origin}/app-errors`, { method: 'POST', body: text })).status;
};
const read = () => {
  const { db, clock } = provider();
  return readAppErrors(db.withTables<AppErrorTables>(), clock.now(), 7);
};
const addressIn = async (origin: string): Promise<unknown> =>
  readConfiguration(await (await fetch(origin)).text())?.['errorReports'];

test('the app is told where to report, unless the operator turns it off (APP-84)', async () => {
  const { origin } = provider();
  expect(await addressIn(origin)).toBe(`${origin}/app-errors`);
  expect(await addressIn(off().origin)).toBeUndefined();
  expect(await send(report(ERROR), off())).not.toBe(204);
});

test('errors of one kind are joined, with a count and the families of browsers (APP-84)', async () => {
  provider().clock.setOffset(100 * DAY);
  expect(await send(report(ERROR))).toBe(204);
  expect(await send({ ...report(ERROR), browser: 'safari' })).toBe(204);
  provider().clock.setOffset(101 * DAY);
  expect(await send(report(ERROR))).toBe(204);
  expect(await read()).toEqual([
    {
      kind: 'TypeError',
      file: 'home-AbC123.js',
      line: 12,
      version: '1.2.6',
      browsers: 'firefox, safari',
      count: 6,
    },
  ]);
  const metrics = await (await fetch(`${provider().origin}/metrics`)).text();
  expect(metrics).toMatch(/^app_errors_today 2$/mu);
  provider().clock.setOffset(140 * DAY);
  expect(await send(report({ ...ERROR, kind: 'RangeError' }))).toBe(204);
  const { db } = provider();
  const kept = await db.withTables<AppErrorTables>().selectFrom('app_errors').select('kind').execute();
  expect(kept).toEqual([{ kind: 'RangeError' }]);
});

test.each([
  ['no JSON', '{'],
  ['a message', report({ ...ERROR, message: 'Mateo cannot read The Tide Library' })],
  ['an address', report({ ...ERROR, file: 'https://hark.example/audios/the-tide-library' })],
  ['words in place of a class', report({ ...ERROR, kind: 'Mateo Okonkwo' })],
  ['another browser', { ...report(ERROR), browser: 'Mozilla/5.0 (X11; Linux)' }],
  ['nothing', report()],
  ['too much', report(...Array.from({ length: 11 }, () => ERROR))],
  ['too large a body', 'x'.repeat(9000)],
])('what is no report is refused: %s (APP-83)', async (_what, body) => {
  expect(await send(body)).toBeGreaterThanOrEqual(400);
});

test('a day has a bounded number of kinds, and known ones are counted on (APP-84)', async () => {
  const { clock, db } = provider();
  clock.setOffset(200 * DAY);
  const tables = db.withTables<AppErrorTables>();
  const day = Math.floor(clock.now() / DAY);
  const rows = Array.from({ length: 200 }, (_, line) => ({
    ...ERROR,
    line,
    day,
    version: '1.2.6',
    browser: 'firefox',
  }));
  await tables.insertInto('app_errors').values(rows).execute();
  expect(await send(report({ ...ERROR, line: 7 }, { ...ERROR, line: 999 }))).toBe(204);
  const of = async (line: number) =>
    (
      await tables
        .selectFrom('app_errors')
        .select('count')
        .where('day', '=', day)
        .where('line', '=', line)
        .execute()
    )[0]?.count;
  expect([await of(7), await of(999)]).toEqual([4, undefined]);
});
