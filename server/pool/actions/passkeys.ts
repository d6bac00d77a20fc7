import * as v from 'valibot';
import { accessToken, defineAction } from './action.ts';
import type { CallContext } from '../context.ts';
import { invalidParameter, PoolError } from '../errors.ts';
import { newCredential } from '../challenges/passkey-credential.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { passkeysOf, removePasskey, renamePasskey } from '../passkeys.ts';
import type { PasskeyRow } from '../passkey-tables.ts';
import { requireAccess } from '../tokens/verify.ts';

/** AWS declares no UserNotFoundException for these calls (SES-131). */
async function requireOwner(context: CallContext, token: string) {
  try {
    return await requireAccess(context, token);
  } catch (error) {
    if (!(error instanceof PoolError) || error.type !== 'UserNotFoundException') throw error;
    throw new PoolError('NotAuthorizedException', error.message);
  }
}

const startSchema = v.object({ AccessToken: accessToken });

/** StartWebAuthnRegistration: what a browser needs to make a passkey. */
export const startWebAuthnRegistration = defineAction(startSchema, async (context, request) => {
  const { user, session } = await requireOwner(context, request.AccessToken);
  return { CredentialCreationOptions: await beginPasskey(context, user, session) };
});

const completeSchema = v.object({ AccessToken: accessToken, Credential: newCredential });

/** CompleteWebAuthnRegistration: stores a passkey that a browser has made. */
export const completeWebAuthnRegistration = defineAction(completeSchema, async (context, request) => {
  const { user } = await requireOwner(context, request.AccessToken);
  if (context.relyingParty === null) {
    throw new PoolError('WebAuthnNotEnabledException', 'There are no passkeys at this address.');
  }
  await addPasskey(context, user, request.Credential);
  return {};
});

const LARGEST_PAGE = 20;
const credentialId = v.pipe(v.string(), v.minLength(1), v.maxLength(1400));

const listSchema = v.object({
  AccessToken: accessToken,
  MaxResults: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST_PAGE))),
  NextToken: v.nullish(credentialId),
});

/** A passkey as ListWebAuthnCredentials returns it. The real service has no last use and no backup. Instants are epoch seconds. */
function describe(passkey: PasskeyRow): Record<string, unknown> {
  const transports = passkey.transports.split(',').filter((each) => each !== '');
  return {
    CredentialId: passkey.credential_id,
    FriendlyCredentialName: passkey.name,
    RelyingPartyId: passkey.rp_id,
    AuthenticatorAttachment: transports.includes('internal') ? 'platform' : 'cross-platform',
    AuthenticatorTransports: transports,
    CreatedAt: passkey.created_at / 1000,
    IsBackedUp: passkey.is_backed_up,
    ...(passkey.used_at !== null && { LastUsedAt: passkey.used_at / 1000 }),
  };
}

/** ListWebAuthnCredentials: the passkeys of the signed-in user, at most 20 on a page. */
export const listWebAuthnCredentials = defineAction(listSchema, async (context, request) => {
  const { user } = await requireOwner(context, request.AccessToken);
  const all = await passkeysOf(context, user.sub);
  const after = typeof request.NextToken === 'string' ? request.NextToken : null;
  const start = after === null ? 0 : all.findIndex(({ credential_id }) => credential_id === after) + 1;
  if (after !== null && start === 0) throw invalidParameter('Invalid NextToken.');
  const limit = request.MaxResults ?? 0;
  const page = all.slice(start, start + (limit === 0 ? LARGEST_PAGE : limit));
  const last = page.at(-1);
  const isMore = start + page.length < all.length && last !== undefined;
  return { Credentials: page.map(describe), ...(isMore && { NextToken: last.credential_id }) };
});

const missing = (): PoolError => new PoolError('ResourceNotFoundException', 'You have no such passkey.');

const deleteSchema = v.object({ AccessToken: accessToken, CredentialId: credentialId });

/** DeleteWebAuthnCredential: removes a passkey. Nobody signs in with it any more. */
export const deleteWebAuthnCredential = defineAction(deleteSchema, async (context, request) => {
  const { user } = await requireOwner(context, request.AccessToken);
  if (!(await removePasskey(context, user.sub, request.CredentialId))) throw missing();
  return {};
});

const renameSchema = v.object({
  AccessToken: accessToken,
  CredentialId: credentialId,
  FriendlyCredentialName: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Member must have length greater than or equal to 1'),
    v.maxLength(100, 'Member must have length less than or equal to 100'),
  ),
});

/** RenameWebAuthnCredential: the provider's own call. AWS has none. */
export const renameWebAuthnCredential = defineAction(renameSchema, async (context, request) => {
  const { user } = await requireOwner(context, request.AccessToken);
  const { CredentialId: id, FriendlyCredentialName: name } = request;
  if (!(await renamePasskey(context, user.sub, id, name))) throw missing();
  return {};
});
