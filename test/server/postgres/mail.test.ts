import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mailHost } from '../mail/mail-host.ts';
import { withPostgres } from '../support/postgres.ts';
import { runProvider } from '../support/processes.ts';
import { temporaryFolder } from '../support/provider.ts';

const postgres = withPostgres();

const put = (url: string, ...people: readonly string[]) =>
  postgres().query(
    url,
    ...people.map(
      (to) => `insert into mail_outbox (message_id, recipient, kind, fields, created_at, attempts, next_at)
        values (gen_random_uuid(), '${to}', 'forgot-password', '{"code":"123456"}', 0, 0, 0)`,
    ),
  );

test('two processes send each mail once, and one sends what another one left when it was killed', async () => {
  let isMute = false;
  const host = await mailHost({ stayMute: () => isMute });
  const url = await postgres().createDatabase();
  const environment = { DATABASE_URL: url, SMTP_URL: host.url, MAIL_FROM: 'Hark <hello@example.org>' };
  const start = () => runProvider(temporaryFolder(), ['--library', temporaryFolder()], environment);
  const first = await start();
  const second = await start();
  // A mail from 1970 would be given up at its first failure, but these do not fail.
  const people = Array.from({ length: 40 }, (_, at) => `person-${at}@listener.test`);
  await put(url, ...people);
  await host.waitFor(people.length);
  await wait(2_500);
  expect(host.received.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());

  isMute = true;
  await put(url, 'late@listener.test');
  await host.waitFor(people.length + 1);
  // Nobody knows which process has the mail.
  for (const { child } of [first, second]) child.kill('SIGKILL');
  isMute = false;
  await start();
  await wait(2_500);
  expect(host.received, 'while the lease of the killed process lasts').toHaveLength(people.length + 1);
  await postgres().query(url, 'update mail_outbox set leased_until = 0 where leased_until is not null');
  await host.waitFor(people.length + 2);
  const ids = host.received.slice(-2).map(({ headers }) => headers.get('message-id'));
  expect(new Set(ids).size).toBe(1);
}, 180_000);
