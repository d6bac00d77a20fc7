import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { id as itemId, idParams, limit, skip, text } from '../../api/parameters.ts';
import { ApiError, type ApiServer } from '../../http/validation.ts';
import { grant, revoke } from '../../billing/grants.ts';
import { type AuditEntry, readChanges } from '../../members/audit.ts';
import {
  findMember,
  findMembers,
  inviteMember,
  type ListedMember,
  type Managing,
  MemberError,
  NoMemberError,
  removeMember,
  setDisabled,
  setPlan,
  setRole,
  signOutEverywhere,
} from '../../members/manage-members.ts';
import { purchasesOfMember } from '../../members/purchases.ts';
import { feedsOf, revokeFeedOf, type TitledFeed } from '../../private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import { listenerOf } from '../../api/context.ts';
import {
  invitation,
  type invited,
  type memberChanges,
  type memberDetail,
  type memberPage,
  newPlan,
  newRole,
  newState,
} from 'audio-streaming-wire/people';
import type { Sent } from 'audio-streaming-wire/scalars';
import { requireOwner, type StudioContext, readBody } from '../context.ts';
import { iso } from '../find-titles.ts';

const page = v.object({ query: v.optional(text, ''), offset: skip, limit: limit('50') });

const feedParams = v.object({ id: itemId, feed: itemId });
const titleParams = v.object({ id: itemId, title: itemId });

/** The members and what was changed about them. Only owners may call this (SES-87). */
export function memberRoutes(server: ApiServer, context: StudioContext): void {
  const { db, clock, members: pool, invitations } = context;

  const managing = (request: FastifyRequest): Managing => ({
    db,
    pool,
    clock,
    by: { kind: 'member', sub: listenerOf(request) },
  });

  const detail = async (id: string): Promise<Sent<typeof memberDetail>> => {
    const member = await findMember(db, id, clock.now());
    if (member === undefined) throw new ApiError(404, 'not-found', 'There is no such member.');
    const [purchases, feeds, passkeys, identities, sessions, changes] = await Promise.all([
      purchasesOfMember(db, member.id),
      feedsOf(db.withTables<PrivateFeedTables>(), member.id),
      pool.passkeysOf(member.id),
      pool.identitiesOf(member.id),
      pool.sessionsOf(member.id),
      readChanges(db, { offset: 0, limit: 20, sub: member.id }),
    ]);
    return {
      member: wireMember(member),
      purchases: purchases.map(({ purchased_at, ...title }) => ({ ...title, at: iso(purchased_at) })),
      feeds: feeds.map(wireFeed),
      passkeys: passkeys.map((each) => ({
        id: each.credential_id,
        name: each.name,
        added_at: iso(each.created_at),
        last_used: iso(each.used_at),
      })),
      identities: identities.map((each) => ({
        provider: each.provider,
        email: each.email,
        added_at: iso(each.created_at),
        last_used: iso(each.used_at),
      })),
      sessions: sessions.map((each) => ({
        id: each.id,
        device: each.device,
        identity_provider: each.identityProvider,
        signed_in: iso(each.signedInAt),
        last_used: iso(each.usedAt),
      })),
      changes: changes.map(wireChange),
    };
  };

  server.register(async (owners: ApiServer) => {
    owners.addHook('onRequest', requireOwner);

    owners.get(
      '/members',
      { schema: { querystring: page } },
      async (request): Promise<Sent<typeof memberPage>> => {
        const { query, offset, limit: most } = request.query;
        const { total, members } = await findMembers(db, { text: query, offset, limit: most }, clock.now());
        return { total, members: members.map(wireMember) };
      },
    );

    owners.get('/members/:id', { schema: { params: idParams } }, (request) => detail(request.params.id));

    owners.post('/members', async (request, reply) => {
      const body = readBody(invitation, request.body);
      const { sub, password } = await done(inviteMember(managing(request), body, invitations));
      const access = invitations.send === null ? { link: invitations.link(), password } : null;
      const sent: Sent<typeof invited> = { ...(await detail(sub)), access };
      return reply.code(201).send(sent);
    });

    owners.put('/members/:id/plan', { schema: { params: idParams } }, async (request) => {
      const { id } = request.params;
      const body = readBody(newPlan, request.body);
      await done(setPlan(managing(request), id, body.plan, body.until));
      return detail(id);
    });

    owners.put('/members/:id/role', { schema: { params: idParams } }, async (request) => {
      const { id } = request.params;
      await done(setRole(managing(request), id, readBody(newRole, request.body).role));
      return detail(id);
    });

    owners.put('/members/:id/state', { schema: { params: idParams } }, async (request) => {
      const { id } = request.params;
      await done(setDisabled(managing(request), id, readBody(newState, request.body).is_disabled));
      return detail(id);
    });

    owners.post('/members/:id/sign-out', { schema: { params: idParams } }, async (request) => {
      const { id } = request.params;
      await done(signOutEverywhere(managing(request), id));
      return detail(id);
    });

    owners.put('/members/:id/titles/:title', { schema: { params: titleParams } }, async (request) => {
      const { id, title } = request.params;
      await done(grant(managing(request), id, title));
      return detail(id);
    });

    owners.delete('/members/:id/titles/:title', { schema: { params: titleParams } }, async (request) => {
      const { id, title } = request.params;
      await done(revoke(managing(request), id, title));
      return detail(id);
    });

    owners.delete('/members/:id/feeds/:feed', { schema: { params: feedParams } }, async (request) => {
      const { id, feed } = request.params;
      await done(revokeFeedOf(managing(request), id, feed));
      return detail(id);
    });

    owners.delete('/members/:id', { schema: { params: idParams } }, async (request, reply) => {
      await done(removeMember(managing(request), request.params.id));
      return reply.code(204).send();
    });

    owners.get(
      '/member-changes',
      { schema: { querystring: page } },
      async (request): Promise<Sent<typeof memberChanges>> => {
        const { offset, limit: most } = request.query;
        return { changes: (await readChanges(db, { offset, limit: most })).map(wireChange) };
      },
    );
  });
}

/** A change that is not possible is a response with a sentence. */
async function done<Value>(changing: Promise<Value>): Promise<Value> {
  try {
    return await changing;
  } catch (error) {
    if (error instanceof NoMemberError) throw new ApiError(404, 'not-found', 'There is no such member.');
    if (error instanceof MemberError) throw new ApiError(422, 'not-possible', error.message);
    throw error;
  }
}

const wireMember = ({ until, addedAt, ...member }: ListedMember) => ({
  ...member,
  until: iso(until),
  added_at: iso(addedAt),
});

const wireFeed = (feed: TitledFeed) => ({
  id: feed.id,
  kind: feed.kind,
  name: feed.name,
  title: feed.title,
  last_app: feed.last_app,
  last_used: iso(feed.last_used_at),
  is_paused: feed.paused_at !== null,
});

const wireChange = ({ at, ...change }: AuditEntry) => ({ at: iso(at), ...change });
