import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as wire from '../../../server/api/answers.ts';
import { writeItems } from '../../../server/catalogue/write-catalogue.ts';
import { buildCatalogue } from '../../../server/demo/catalogue/index.ts';
import { startProvider } from '../../../server/provider.ts';
import { withPostgres } from '../support/postgres.ts';
import { type ApiClient, signedIn, temporaryFolder } from '../support/provider.ts';

const postgres = withPostgres();

test('a change by one process is shown by another process at once, although that process has cached the title (CAT-96)', async () => {
  const databaseUrl = await postgres().createDatabase();
  const start = () => startProvider({ dataDir: temporaryFolder(), databaseUrl });
  const one = await start();
  const other = await start();
  try {
    const client = await signedIn(other.origin, 'monthly@listener.test');
    const [title] = await newReleases(client);
    const item = buildCatalogue({ now: one.clock.now() }).items.find(({ id }) => id === title?.id);
    if (item === undefined) throw new Error('The first new release is not in the catalogue.');
    for (const description of ['One.', 'Two.', 'Three.']) {
      await one.db
        .transaction()
        .execute((transaction) => writeItems(transaction, [{ ...item, description }], one.clock.now()));
      expect((await newReleases(client))[0]).toMatchObject({ id: item.id, description });
    }
    // Written by hand, or by a release that does not know versions.
    await postgres().query(
      databaseUrl,
      `update items set document = replace(cast(document as text), 'Three.', 'Four.')::json where id = '${item.id}'`,
    );
    expect((await newReleases(client))[0]).toMatchObject({ id: item.id, description: 'Four.' });
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}, 120_000);

async function newReleases(client: ApiClient): Promise<readonly wire.WireItem[]> {
  return v.parse(wire.browse, (await client.get('/browse')).body).new_releases;
}
