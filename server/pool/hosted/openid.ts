import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { allowOrigins, type OriginRule } from '../../http/headers.ts';
import { requireAccount } from '../account.ts';
import { agentOf, type PoolContext } from '../context.ts';
import type { PoolUser } from '../migrations.ts';
import { revokeRefreshToken, revokeSession } from '../tokens/issue.ts';
import { checkAccessToken, readNothing } from '../tokens/verify.ts';
import { exchangeForTokens } from './exchange.ts';
import { SCOPES } from './requests.ts';

/** The claims of each scope (OpenID Connect Core, 5.4). */
const CLAIMS: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
  ],
};

/** What the hosted login offers, for clients that configure themselves: OpenID Connect Discovery, RFC 8414 (SES-109). */
export const discovery = (issuer: string): Readonly<Record<string, unknown>> => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  userinfo_endpoint: `${issuer}/oauth2/userInfo`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  end_session_endpoint: `${issuer}/logout`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  prompt_values_supported: ['none', 'login', 'select_account'],
  claims_supported: ['sub', 'auth_time', 'nonce', ...Object.values(CLAIMS).flat()],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  authorization_response_iss_parameter_supported: true,
});

/** The issuer of the ID tokens of the hosted login: its address. */
export const issuerAt = (request: FastifyRequest, prefix: string): string => request.publicOrigin + prefix;

function claimsOf(user: PoolUser, scopes: readonly string[]): Readonly<Record<string, unknown>> {
  const claims: Record<string, unknown> = { sub: user.sub };
  for (const name of scopes.flatMap((scope) => CLAIMS[scope] ?? [])) {
    const value = user.attributes[name];
    if (value !== undefined) claims[name] = name.endsWith('_verified') ? value === 'true' : value;
  }
  return claims;
}

const revocation = v.object({
  client_id: v.optional(v.string()),
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
});

/** A client that names itself in the header has a secret, and the client of this pool has none. */
function refusesClient(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!/^basic /i.test(request.headers.authorization ?? '')) return false;
  void reply.code(401).header('www-authenticate', 'Basic realm="hosted login"').send({
    error: 'invalid_client',
    error_description: 'The client has no secret. Send client_id in the form.',
  });
  return true;
}

/** The calls of the hosted login that programs make, not browsers that show pages. Pages of `mayRead` may make them. */
export function openIdRoutes(context: PoolContext, mayRead: OriginRule): FastifyPluginAsync {
  return async (server) => {
    const { prefix } = server;
    // No header gives a right here, because these calls read no cookie.
    await allowOrigins(server, mayRead, { methods: 'GET, POST', headers: 'any' });
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (!reply.hasHeader('cache-control'))
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      done();
    });
    server.setErrorHandler<FastifyError>((error, _request, reply) => {
      const status = error.statusCode ?? 500;
      if (status === 500) context.log(`hosted login: ${error.stack ?? error.message}`);
      return status >= 500
        ? reply.code(status).send({ error: status === 503 ? 'temporarily_unavailable' : 'server_error' })
        : reply.code(400).send({ error: 'invalid_request', error_description: 'Send a form.' });
    });

    server.get('/.well-known/openid-configuration', (request, reply) =>
      reply.header('cache-control', 'no-cache').send(discovery(issuerAt(request, prefix))),
    );
    server.get('/.well-known/jwks.json', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(await context.keys.published()),
    );

    server.post('/oauth2/token', async (request, reply) => {
      if (refusesClient(request, reply)) return reply;
      const { status, body } = await exchangeForTokens(
        context,
        request.body,
        agentOf(request.headers),
        issuerAt(request, prefix),
      );
      return reply.code(status).send(body);
    });

    /** Ends the session of a token. An unknown token is no error (RFC 7009, 2.2). */
    server.post('/oauth2/revoke', async (request, reply) => {
      if (refusesClient(request, reply)) return reply;
      const parsed = v.safeParse(revocation, request.body);
      if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
      const { client_id: client, token } = parsed.output;
      if (client !== context.clientId) return reply.code(400).send({ error: 'invalid_client' });
      const check = await checkAccessToken(context, token, readNothing);
      if (check.ok) await revokeSession(context, check.originJti);
      else await revokeRefreshToken(context, token);
      return reply.code(200).send();
    });

    const userInfo = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const challenge = (status: number, words: string, error?: string): FastifyReply =>
        reply
          .code(status)
          .header('www-authenticate', words)
          .send(error === undefined ? undefined : { error });
      if (token === undefined) return challenge(401, 'Bearer');
      const check = await checkAccessToken(context, token, readNothing);
      if (!check.ok) return challenge(401, 'Bearer error="invalid_token"', 'invalid_token');
      if (!check.scopes.includes('openid')) {
        return challenge(403, 'Bearer error="insufficient_scope", scope="openid"', 'insufficient_scope');
      }
      return reply.send(claimsOf(await requireAccount(context, check.sub), check.scopes));
    };
    server.get('/oauth2/userInfo', userInfo);
    server.post('/oauth2/userInfo', userInfo);
  };
}
