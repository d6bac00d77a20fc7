import { databasePart } from './db.ts';
import { UsageError } from '../given.ts';
import { isLoopbackAddress } from '../http/own-machine.ts';
import { httpPart } from './http.ts';
import { readReports } from '../members/reports-of-tests.ts';
import { part } from './part.ts';
import { poolControl } from '../pool/control.ts';
import { poolPart } from './pool.ts';
import { installFaults } from '../faults/test-controls.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** Opens the test controls below `/__`, for this machine only. */
    readonly faults?: boolean | undefined;
  }
}

export const faultsPart = part({
  flags: {
    faults: {
      type: 'boolean',
      usage:
        '--faults        open the test controls below /__faults, /__pool and /__collectors, for this machine only',
    },
  },

  read(given) {
    const faults = given.has('faults');
    const host = given.text('host') ?? given.variable('HOST') ?? 'localhost';
    if (faults && host.toLowerCase() !== 'localhost' && !isLoopbackAddress(host)) {
      throw new UsageError(
        '--faults opens controls that show the codes of every listener. So it is not allowed with an address that other ' +
          `machines may reach, such as "${host}". Leave one of the two out, or use 127.0.0.1.`,
      );
    }
    return { faults };
  },

  async open(setup) {
    const { options, server } = setup;
    if (options.faults !== true) return;
    const { db, clock } = await databasePart.in(setup);
    const { origins } = await httpPart.in(setup);
    let expireTokens = async (): Promise<void> => undefined;
    await installFaults(server, {
      clock,
      origins,
      expireTokens: () => expireTokens(),
      readReports: () => readReports(db),
    });
    // The pool is opened later, because the controls have to see its calls.
    const { pool } = await poolPart.in(setup);
    expireTokens = () => pool.revokeAllAccessTokens();
    await server.register(poolControl(pool), { prefix: '/__pool' });
  },
});
