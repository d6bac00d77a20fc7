import * as v from 'valibot';
import { describeDevice } from '../../devices.ts';
import { requireAccess } from '../../tokens/verify.ts';
import { defineAction } from '../action.ts';
import { accessToken, deviceKey } from '../fields.ts';

const LARGEST_PAGE = 60;

const schema = v.object({
  AccessToken: accessToken,
  Limit: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_PAGE))),
  PaginationToken: v.nullish(deviceKey),
});

/** ListDevices: returns the confirmed devices of the signed-in user, at most 60 on a page. */
export const listDevices = defineAction(schema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  const limit = request.Limit ?? 0;
  const size = limit === 0 ? LARGEST_PAGE : limit;
  const rows = await context.db
    .selectFrom('pool_devices')
    .selectAll()
    .where('sub', '=', user.sub)
    // The token is the last key of the previous page. Every key sorts after the empty string.
    .where('device_key', '>', request.PaginationToken ?? '')
    .orderBy('device_key')
    .limit(size + 1)
    .execute();
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    Devices: page.map(describeDevice),
    ...(rows.length > size && last !== undefined ? { PaginationToken: last.device_key } : {}),
  };
});
