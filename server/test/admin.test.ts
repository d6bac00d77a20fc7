import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { session, userOf } from './pool/client.ts';
import { runProvider, runScript } from './support/processes.ts';
import { ApiClient, temporaryFolder } from './support/provider.ts';
import { tone, wav } from './library/support/make-audio.ts';

async function admin(
  dataDir: string,
  args: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
) {
  const child = runScript('admin', [...args, '--data-dir', dataDir], environment);
  child.stdin.end(input);
  const [output, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: Number(code[0]), output: output || complaint };
}

/** A command on a terminal, which the program `script` makes. It types an input after each question. */
async function onTerminal(dataDir: string, args: readonly string[], inputs: readonly string[]) {
  const command = [process.execPath, '--import', 'tsx', 'server/admin.ts', ...args, '--data-dir', dataDir];
  const child = spawn('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const left = [...inputs];
  let output = '';
  let entered = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const asked = output.split(/Password: |The same again: /).length - 1;
    for (; entered < asked; entered += 1) child.stdin.write(left.shift() ?? '');
  });
  await once(child, 'close');
  return { code: child.exitCode, output: output.replaceAll('\r', '') };
}

test('on a terminal, the password is asked twice and never shown (SES-130)', async () => {
  const dataDir = temporaryFolder();
  const add = ['member', 'add', 'olga@example.org', '--role', 'owner'];
  const differing = await onTerminal(dataDir, add, ['a long password\n', 'another password\n']);
  expect(differing.code).toBe(1);
  expect(differing.output).toContain('The two passwords differ. Nothing was changed.');
  const ended = await onTerminal(dataDir, add, ['\u0004']);
  expect(ended.output).toContain('No password was typed. Nothing was changed.');
  for (const flags of [['--password-stdin'], []]) {
    const email = `olga${flags.length}@example.org`;
    const added = await onTerminal(
      dataDir,
      ['member', 'add', email, '--role', 'owner', ...flags],
      ['a long password\n', 'a long password\n'],
    );
    expect(added).toEqual({
      code: 0,
      output: `Password: \nThe same again: \nAdded ${email}: owner, annual.\n`,
    });
  }
  for (const { output } of [differing, ended]) expect(output).not.toContain('password\n');
}, 120_000);

const EMAIL = 'olga@example.org';
const PASSWORD = 'a long password';

test('commands work without a provider and with a running one, which finds everything again', async () => {
  const folder = temporaryFolder();
  const dataDir = temporaryFolder();
  mkdirSync(join(folder, 'Book'));
  writeFileSync(join(folder, 'Book/1.wav'), wav(tone(1, 300)));

  const added = await admin(
    dataDir,
    ['member', 'add', EMAIL, '--password-stdin', '--role', 'owner'],
    `${PASSWORD}\n`,
  );
  expect(added).toEqual({ code: 0, output: `Added ${EMAIL}: owner, annual.\n` });
  const imported = await admin(dataDir, ['import', folder, '--json']);
  expect(imported.code).toBe(0);
  const { added: titles } = JSON.parse(imported.output) as { added: readonly { id: string }[] };
  expect(titles).toHaveLength(1);

  const { origin } = await runProvider(dataDir, ['--library', folder]);
  const { access } = await session(userOf(`${origin}/pool`, EMAIL), PASSWORD);
  const client = new ApiClient(origin, access);
  expect((await client.get(`/content/${titles[0]?.id ?? ''}`)).body).toMatchObject({ title: 'Book' });
  expect((await client.get('/user')).body).toMatchObject({ payment_details: { duration: 'yearly' } });

  const second = await admin(dataDir, ['member', 'add', 'ben@example.org', '--password-stdin'], PASSWORD);
  expect(second.code).toBe(0);
  expect(
    (await admin(dataDir, ['member', 'plan', 'ben@example.org', 'monthly', '--until', '2030-01-31'])).code,
  ).toBe(0);
  expect((await admin(dataDir, ['grant', 'ben@example.org', titles[0]?.id ?? ''])).code).toBe(0);
  expect((await admin(dataDir, ['revoke', 'ben@example.org', titles[0]?.id ?? ''])).code).toBe(0);
  const { output } = await admin(dataDir, ['member', 'list', '--json']);
  expect(JSON.parse(output)).toEqual({
    members: [
      {
        email: 'ben@example.org',
        name: 'ben',
        role: 'listener',
        plan: 'monthly',
        until: '2030-01-31T23:59:59.999Z',
        state: 'active',
      },
      { email: EMAIL, name: 'olga', role: 'owner', plan: 'annual', until: null, state: 'active' },
    ],
  });
  expect(await admin(dataDir, ['member', 'remove', EMAIL])).toEqual({
    code: 1,
    output: 'The last owner cannot be removed, disabled or given another role. Add another owner first.\n',
  });

  const invited = await admin(dataDir, [
    'member',
    'invite',
    'ina@example.org',
    '--role',
    'publisher',
    '--json',
  ]);
  expect(invited.code).toBe(0);
  expect(JSON.parse(invited.output)).toMatchObject({ invited: 'ina@example.org' });
  expect(invited.output).toMatch(/"password":"[a-z0-9]{16}"/u);
  for (const [args, output] of [
    [['member', 'role', 'ben@example.org', 'publisher'], 'ben@example.org: publisher.\n'],
    [['member', 'disable', 'ben@example.org'], 'ben@example.org cannot sign in any more.\n'],
    [
      ['member', 'find', 'BEN@'],
      'ben@example.org  ben  publisher  monthly until 2030-01-31T23:59:59.999Z  disabled\n',
    ],
  ] as const) {
    expect(await admin(dataDir, args)).toEqual({ code: 0, output });
  }
  const audit = await admin(dataDir, ['audit', '--json']);
  const { changes } = JSON.parse(audit.output) as { changes: readonly { action: string; by: string }[] };
  expect(changes.map(({ action }) => action)).toEqual([
    'disabled',
    'role',
    'invited',
    'revoked',
    'granted',
    'plan',
    'added',
    'added',
  ]);
  expect(new Set(changes.map(({ by }) => by))).toEqual(new Set(['operator']));
  // A mail needs to say where to sign in, and only the operator knows the address.
  const mailed = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Hark <hello@example.org>' };
  const unaddressed = await admin(temporaryFolder(), ['member', 'invite', 'x@example.org'], '', mailed);
  expect(unaddressed.code).toBe(1);
  expect(unaddressed.output).toContain('Set PUBLIC_URL');
  const range = ['--from', '2026-01-01', '--to', '2099-12-31'];
  expect(await admin(dataDir, ['royalties', ...range, '--csv'])).toEqual({
    code: 0,
    output: '"month","author_id","author","title_id","title","milliseconds"\n',
  });
  // The titles of the demonstration are absent.
  expect((await client.get('/content/the-tide-library')).status).toBe(404);
}, 180_000);

test.each([
  [['frobnicate'], 'There is no command "frobnicate".'],
  [['member', 'role', 'a@b.c', 'king'], 'not "king"'],
])(
  '%j is refused in a sentence',
  async (args, sentence) => {
    const { code, output } = await admin(temporaryFolder(), args);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
  },
  60_000,
);
