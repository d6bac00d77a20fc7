import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { OwnBillingTables } from '../../billing/tables.ts';
import { type MailTables, enqueue } from '../../mail/outbox.ts';
import { runProvider, runScript } from '../support/processes.ts';
import { signedIn, startTestProvider, temporaryFolder, useProvider } from '../support/provider.ts';

const lines: string[] = [];
const requestLog = pino(
  { level: 'info' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);
const provider = useProvider({ requestLog, metricsToken: 'a token', trustedProxies: ['127.0.0.1'] });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(provider().origin + path, { headers });

/** What a proxy adds for a caller on another machine. */
const FAR = { 'x-forwarded-for': '203.0.113.7' };

describe('health', () => {
  test('the process lives, and calls can be served', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: 'ready' });
    expect(ready.headers.get('cache-control')).toBe('no-store');
  });

  test('while it drains, it is not ready and still serves calls', async () => {
    const draining = await startTestProvider({ drainSeconds: 1 });
    const closed = draining.close();
    const ready = await fetch(`${draining.origin}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'not-ready', reason: 'draining' });
    expect(ready.headers.get('connection')).toBe('close');
    expect((await fetch(`${draining.origin}/api/v2/user`)).status).toBe(401);
    await closed;
    await expect(fetch(`${draining.origin}/healthz`)).rejects.toThrow('fetch failed');
  }, 60_000);

  test('a call that has begun when the process is asked to end gets its response', async () => {
    const { origin, child } = await runProvider(temporaryFolder());
    const call = httpRequest(`${origin}/api/v2/user/login_attempts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const body = JSON.stringify({ email: 'free@listener.test', success: true });
    call.write(body.slice(0, 10));
    await wait(300);
    child.kill('SIGTERM');
    await wait(300);
    const responded = once(call, 'response');
    call.end(body.slice(10));
    const response = (await responded)[0] as IncomingMessage;
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 60_000);
});

describe('metrics', () => {
  test('show requests by route, statements and the process, in the text format', async () => {
    const client = await signedIn(provider().origin, 'free@listener.test');
    await client.get('/content/the-tide-library');
    await get('/no/such/path');
    const found = await get('/metrics');
    expect(found.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const shown = await found.text();
    expect(shown).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v2\/content\/:id",status="200"\} [1-9]/,
    );
    expect(shown).toMatch(/database_statement_duration_seconds_count\{outcome="done"\} [1-9]/);
    expect(shown).toMatch(/^listeners_active \d+$/m);
    expect(shown).toMatch(/^http_requests_running 1$/m);
    expect(shown).toContain('process_resident_memory_bytes');
    // `promtool check metrics` refuses these.
    for (const [, name = '', type = ''] of shown.matchAll(/^# TYPE (\S+) (\S+)$/gmu)) {
      expect([name, type === 'counter'], name).toEqual([name, name.endsWith('_total')]);
      expect(shown, name).toMatch(new RegExp(`^# HELP ${name} \\S`, 'mu'));
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/u);
      expect(name).not.toMatch(/(?:^|_)(?:milliseconds|ms|minutes|hours|gauge|counter|histogram)(?:_|$)/u);
    }

    // No id of a title and no unknown path: each would be a new time series.
    expect(shown).not.toContain('the-tide-library');
    expect(shown).not.toContain('no/such');
  });

  test('are for this machine, and for other machines with the token', async () => {
    expect((await get('/metrics', FAR)).status).toBe(404);
    expect((await get('/metrics', { ...FAR, authorization: 'Bearer wrong' })).status).toBe(404);
    expect((await get('/metrics', { ...FAR, authorization: 'Bearer a token' })).status).toBe(200);
  });
});

describe('the log', () => {
  test('has a line for each request, which the response names, and no secret', async () => {
    lines.length = 0;
    const response = await get('/api/v2/user?token=hidden', {
      authorization: 'Bearer hidden',
      cookie: 'session=hidden',
    });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    const [line = ''] = lines;
    expect(JSON.parse(line)).toMatchObject({
      request: id,
      method: 'GET',
      path: '/api/v2/user',
      status: 401,
      msg: 'request',
    });
    expect(line).not.toContain('hidden');
  });

  test('is JSON on the standard output with LOG_LEVEL', async () => {
    const child = runScript('main', ['--port', '0', '--data-dir', temporaryFolder()], { LOG_LEVEL: 'info' });
    let written = '';
    for await (const chunk of child.stdout) {
      written += String(chunk);
      if (written.includes('The provider is at')) child.kill('SIGTERM');
    }
    const lines = written
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    // A warning names the fixes of the database that are known to be missing.
    const level = v.object({ level: v.picklist([30, 40]) });
    for (const line of lines) expect(v.is(level, line), JSON.stringify(line)).toBe(true);
  }, 60_000);
});

describe('queues', () => {
  /** Nobody listens at this port, so mails wait. */
  const provider = useProvider({
    mail: { url: 'smtp://127.0.0.1:1', from: { name: 'Hark', address: 'hark@example.org' } },
  });

  async function shown(name: string): Promise<number> {
    const text = await (await fetch(`${provider().origin}/metrics`)).text();
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`There is no metric ${name}.`);
    return Number(value);
  }

  test('the metrics count the mails that wait, and those that were given up', async () => {
    const { db, clock } = provider();
    const before = [await shown('mails_waiting'), await shown('mails_given_up')];
    for (let count = 0; count < 3; count += 1) {
      await enqueue(db, { kind: 'sign-in', fields: { code: '123456' }, to: 'a@example.org' }, clock.now());
    }
    await db
      .withTables<MailTables>()
      .updateTable('mail_outbox')
      .set({ fields: null, failed_at: clock.now() })
      .where('id', '=', (select) =>
        select.selectFrom('mail_outbox').select((each) => each.fn.max('id').as('id')),
      )
      .execute();
    const after = [await shown('mails_waiting'), await shown('mails_given_up')];
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1]);
  }, 60_000);

  test('the metrics count open checkouts, and payments that are to be refunded', async () => {
    const orders = provider().db.withTables<OwnBillingTables>();
    for (const [id, state] of [
      ['a', 'open'],
      ['b', 'open'],
      ['c', 'returning'],
      ['d', 'paid'],
    ] as const) {
      await orders
        .insertInto('billing_orders')
        .values({
          id,
          // Of another service, so that the provider does not ask for it.
          service: 'other',
          sub: id,
          plan: 'monthly',
          item_id: null,
          amount: 1499,
          currency: 'usd',
          state,
          checkout_id: null,
          checkout_url: null,
          has_given: false,
          version: 0,
          asked_at: 0,
          created_at: 0,
        })
        .execute();
    }
    expect([await shown('payments_open'), await shown('payments_to_return')]).toEqual([2, 1]);
  }, 60_000);
});
