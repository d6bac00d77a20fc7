import type { InferOutput } from 'valibot';
import type {
  invited,
  memberChanges,
  memberDetail,
  memberPage,
  statement,
} from 'audio-streaming-wire/people';
import type { addedFeed, importLines, imports } from 'audio-streaming-wire/sources';
import type { subjects, titleDetail, titleRow, transcriptText } from 'audio-streaming-wire/titles';
import { authorId, contentId } from '../../../../src/domain/catalogue/content.ts';
import { feedId } from '../../../../src/domain/feeds/private-feed.ts';
import {
  FIELD_KINDS,
  FIELD_NAMES,
  isTitleFields,
  type TitleFields,
  type FieldName,
} from '../../domain/fields.ts';
import { type Member, type MemberChange, type MemberDetail, memberId } from '../../domain/members.ts';
import type { Feed, ImportLine, ImportReport, Subject } from '../../domain/sources.ts';
import type { Statement } from '../../domain/statements.ts';
import type { NamedTitle, TitleDetail, TitleRow, TranscriptPart } from '../../domain/title.ts';
import { type Instant, instant, milliseconds, seconds, type Window } from '../../../../src/domain/time.ts';
import type { Log } from '../../../../src/ports/platform.ts';
import type { Message } from '../../../../src/domain/message.ts';
import { recognise, recogniseChange, recogniseDevice } from '../provider/recognise.ts';
import { readContentItem } from '../../../../src/adapters/http/wire/content-item.ts';

/** The name of an editable field in the provider's API. */
export const wireName = (name: FieldName): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** The editable field with a name of the provider's API; null for any other name. */
export const fieldOfWire = (name: string): FieldName | null =>
  FIELD_NAMES.find((field) => wireName(field) === name) ?? null;

type Entry<List extends readonly unknown[]> = NonNullable<List[number]>;

/** The entries of a list that can be read, as values. The others are logged (STU-7). */
export function entriesOf<Sent, Value>(
  entries: readonly (Sent | null)[],
  what: string,
  log: Log,
  toValue: (sent: Sent) => Value,
): readonly Value[] {
  const readable = entries.filter((entry) => entry !== null);
  const unreadable = entries.length - readable.length;
  if (unreadable > 0) log.warn(`Some ${what} of the studio cannot be read`, { unreadable });
  return readable.map(toValue);
}

const at = (time: number | null): Instant | null => (time === null ? null : instant(time));

const windowOf = (from: number | null, till: number | null): Window => ({
  from: at(from) ?? 'absent',
  till: at(till) ?? 'absent',
});

/** A sentence of the provider; null for none. */
export const said = (sentence: string | null): Message | null =>
  sentence === null ? null : recognise(sentence);

const runTimeOf = (length: number | null) => (length === null ? null : seconds(length));

/** Empty text counts as null. */
const imageOf = (address: string | null): string | null => (address === '' ? null : address);

export const toRow = (sent: InferOutput<typeof titleRow>): TitleRow => ({
  id: contentId(sent.id),
  kind: sent.kind,
  type: sent.content_type,
  title: sent.title,
  authors: sent.authors,
  imageUrl: imageOf(sent.img_url),
  runTime: runTimeOf(sent.run_time),
  addedAt: at(sent.added_at),
  state: sent.state,
  isEdited: sent.is_edited,
  validity: windowOf(sent.valid_from, sent.valid_till),
  listenFreeWindow: windowOf(sent.listen_free_start, sent.listen_free_end),
  discount: {
    price: sent.discount_price ?? 0,
    window: windowOf(sent.discount_start, sent.discount_end),
  },
});

function toFound(sent: Readonly<Record<string, unknown>>): Partial<TitleFields> {
  const valueOf = (name: keyof TitleFields): unknown => {
    const value = sent[wireName(name)];
    return FIELD_KINDS[name] === 'instant' && typeof value === 'string' ? Date.parse(value) : value;
  };
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(name)]));
  return isTitleFields(fields) ? fields : {};
}

const toNamed = ({ id, title }: { readonly id: string; readonly title: string }): NamedTitle => ({
  id: contentId(id),
  title,
});

/** The item is decoded as the product API sends it. A detail without a readable item cannot be read. */
export const toDetail =
  (log: Log) =>
  (sent: InferOutput<typeof titleDetail>): TitleDetail | null => {
    const item = readContentItem(sent.item, log);
    if (item === null) return null;
    return {
      id: contentId(sent.id),
      kind: sent.kind,
      state: sent.state,
      version: sent.version,
      item,
      found: toFound(sent.found),
      edited: sent.edited.map((name) => fieldOfWire(name)).filter((name) => name !== null),
      editedAt: at(sent.edited_at),
      editedBy: sent.edited_by,
      members:
        sent.members &&
        entriesOf(sent.members, 'members', log, ({ id, title, content_type, run_time }) => ({
          id: contentId(id),
          title,
          type: content_type,
          runTime: runTimeOf(run_time),
        })),
      editionOf: sent.edition_of && toNamed(sent.edition_of),
      editions: entriesOf(sent.editions, 'editions', log, toNamed),
      transcripts: entriesOf(
        sent.transcripts,
        'transcripts',
        log,
        ({ is_timed, is_shown, ...transcript }) => ({
          ...transcript,
          isTimed: is_timed,
          isShown: is_shown,
        }),
      ),
      publicFeed: sent.public_feed,
      problems: sent.problems.map(recognise),
    };
  };

export const toTranscriptPart = ({
  chapter,
  title,
  sound,
  cues,
  is_whole,
}: Entry<InferOutput<typeof transcriptText>['parts']>): TranscriptPart => ({
  chapter,
  title,
  soundUrl: sound,
  cues: cues.map(({ start, text, speaker }) => ({
    start: seconds(start),
    text,
    ...(speaker !== undefined && { speaker }),
  })),
  isWhole: is_whole,
});

export const toSubject = (sent: Entry<InferOutput<typeof subjects>['subjects']>): Subject => ({
  id: authorId(sent.id),
  name: sent.name,
  imageUrl: imageOf(sent.img_url),
  titles: sent.titles,
  authors: sent.authors,
});

export const toReport = ({
  started_at,
  ended_at,
  ...sent
}: Entry<InferOutput<typeof imports>['imports']>): ImportReport => ({
  ...sent,
  message: said(sent.message),
  startedAt: at(started_at),
  endedAt: at(ended_at),
});

export const toImportLine = ({
  reason,
  ...sent
}: Entry<InferOutput<typeof importLines>['lines']>): ImportLine => ({ ...sent, reason: said(reason) });

export const toFeed = ({
  title,
  fetched_at,
  next_at,
  ...sent
}: InferOutput<typeof addedFeed>['feed']): Feed => ({
  ...sent,
  title: title.trim() === '' ? sent.url : title,
  error: said(sent.error),
  fetchedAt: at(fetched_at),
  nextAt: at(next_at),
});

export const toMember = ({
  id,
  until,
  added_at,
  ...sent
}: Entry<InferOutput<typeof memberPage>['members']>): Member => ({
  ...sent,
  id: memberId(id),
  until: at(until),
  addedAt: at(added_at),
});

/** Changes whose detail is a name that people gave. */
const NAMING: readonly string[] = ['granted', 'revoked', 'feed-revoked'];

export const toChange = ({
  by_operator,
  ...sent
}: Entry<InferOutput<typeof memberChanges>['changes']>): MemberChange => ({
  ...sent,
  at: at(sent.at),
  detail: NAMING.includes(sent.action) ? sent.detail : recogniseChange(sent.detail),
  isByOperator: by_operator,
});

export const toMemberDetail =
  (log: Log) =>
  (sent: InferOutput<typeof memberDetail | typeof invited>): MemberDetail => ({
    member: toMember(sent.member),
    titles: entriesOf(sent.purchases, 'purchases', log, (bought) => ({
      id: contentId(bought.id),
      title: bought.title,
      at: at(bought.at),
    })),
    feeds: entriesOf(sent.feeds, 'feeds', log, (feed) => ({
      id: feedId(feed.id),
      kind: feed.kind,
      name: feed.name,
      title: feed.title,
      lastUsedAt: at(feed.last_used),
      lastApp: feed.last_app,
      isPaused: feed.is_paused,
    })),
    passkeys: entriesOf(sent.passkeys, 'passkeys', log, (passkey) => ({
      id: passkey.id,
      name: passkey.name,
      addedAt: at(passkey.added_at),
      lastUsedAt: at(passkey.last_used),
    })),
    identities: entriesOf(sent.identities, 'identities', log, (identity) => ({
      provider: identity.provider,
      email: identity.email,
      addedAt: at(identity.added_at),
      lastUsedAt: at(identity.last_used),
    })),
    sessions: entriesOf(sent.sessions, 'sessions', log, (session) => ({
      id: session.id,
      device: recogniseDevice(session.device),
      provider: session.identity_provider,
      signedInAt: at(session.signed_in),
      lastUsedAt: at(session.last_used),
    })),
    changes: entriesOf(sent.changes, 'changes', log, toChange),
  });

const toLine = ({
  author_id,
  title_id,
  milliseconds: time,
  ...line
}: InferOutput<typeof statement>['lines'][number]) => ({
  ...line,
  authorId: author_id,
  titleId: title_id,
  time: milliseconds(time),
});

export const toStatement = (sent: InferOutput<typeof statement>): Statement => ({
  lines: sent.lines.map(toLine),
  downloads: {
    titles: sent.downloads.titles.map(({ title_id, ...title }) => ({ ...title, titleId: title_id })),
    isPaid: sent.downloads.is_paid,
    lines: sent.downloads.lines.map(toLine),
  },
  refused: sent.refused.map(({ content_id, milliseconds: time, ...refused }) => ({
    ...refused,
    id: content_id,
    time: milliseconds(time),
  })),
});
