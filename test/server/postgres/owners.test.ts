import { expect, test } from 'vitest';
import { OPERATOR } from '../../../server/members/audit.ts';
import {
  addMember,
  countOwners,
  type Managing,
  removeMember,
  setDisabled,
  setRole,
} from '../../../server/members/manage-members.ts';
import { startProvider } from '../../../server/provider.ts';
import { withPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/provider.ts';

const postgres = withPostgres();

test('of owners who take the role from each other at once, on several connections, one always stays (SES-88)', async () => {
  const databaseUrl = await postgres().createDatabase();
  const provider = await startProvider({ dataDir: temporaryFolder(), databaseUrl, library: [] });
  const { db, pool, clock } = provider;
  const managing: Managing = { db, pool, clock, by: OPERATOR };
  const CHANGES = [
    (email: string) => setRole(managing, email, 'listener'),
    (email: string) => setDisabled(managing, email, true),
    (email: string) => removeMember(managing, email),
  ];
  try {
    for (let round = 0; round < 12; round += 1) {
      const owners = [0, 1, 2].map((at) => `owner-${round}-${at}@listener.test`);
      for (const email of owners) {
        const member = { email, name: 'O', role: 'owner', plan: null, until: null } as const;
        await addMember(managing, { ...member, password: 'correct horse battery' });
      }
      const change = CHANGES[round % CHANGES.length];
      const results = await Promise.allSettled(owners.map(async (email) => change?.(email)));
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(await countOwners(db)).toBe(1);
      await db.updateTable('listeners').set({ role: 'listener' }).execute();
    }
  } finally {
    await provider.close();
  }
}, 120_000);
