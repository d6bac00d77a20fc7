import * as v from 'valibot';
import { PoolError } from '../../errors.ts';
import { revokeRefreshToken } from '../../tokens/revoke.ts';
import { defineAction } from '../action.ts';
import { clientId } from '../fields.ts';

const schema = v.object({ ClientId: clientId, Token: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)) });

/** RevokeToken: ends the session of a refresh token. It ignores an unknown token. */
export const revokeToken = defineAction(schema, async (context, request) => {
  if (request.Token.split('.').length === 3) {
    throw new PoolError('UnsupportedTokenTypeException', 'The token type is not supported');
  }
  await revokeRefreshToken(context, request.Token);
  return {};
});
