import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Instant } from '../../../../src/domain/time.ts';
import { t } from 'audio-streaming-translations/translate';
import { memberId, memberName, type MemberDetail } from '../../domain/members.ts';
import { Button } from 'audio-streaming-components/controls/button';
import {
  Badge,
  ConfirmDialog,
  NotLoaded,
  StudioForm,
  TitleFinder,
  useTitleSearch,
} from '../components/parts.tsx';
import { StudioLink, useGoTo } from '../navigation.tsx';
import { Choice, InstantInput } from '../components/fields.tsx';
import { formatInstant } from '../components/instants.ts';
import shared from '../components/components.module.css';
import { useStudio } from '../services.ts';
import { Section, StudioPage } from '../shell/shell.tsx';
import { appName, FEED_HOLDS } from 'audio-streaming-components/feed-holds';
import {
  InvitationNote,
  ChangesTable,
  planOptions,
  readPlan,
  readRole,
  roleOptions,
  roleWord,
  StateBadge,
} from './people-parts.tsx';
import styles from './people.module.css';

const used = (at: Instant | null): string =>
  at === null ? t('Not used yet') : t('Used {date}', { date: formatInstant(at) });

function usedBy(at: Instant | null, app: string | null): string {
  if (at === null) return used(at);
  const date = formatInstant(at);
  return app === null
    ? t('Used {date} by an app', { date })
    : t('Used {date} by {app}', { date, app: appName(app) });
}

function sessionWords(signedInAt: Instant | null, provider: string | null, usedAt: Instant | null): string {
  const sentences: string[] = [];
  if (signedInAt !== null && provider !== null)
    sentences.push(t('Signed in {date} with {provider}', { date: formatInstant(signedInAt), provider }));
  else if (signedInAt !== null) sentences.push(t('Signed in {date}', { date: formatInstant(signedInAt) }));
  else if (provider !== null) sentences.push(t('Signed in with {provider}', { provider }));
  if (usedAt !== null) sentences.push(used(usedAt));
  return sentences.join('. ');
}

type Props = { readonly detail: MemberDetail };

const PlanForm = observer(function PlanForm({ detail: { member } }: Props) {
  const { members, manageMembers } = useStudio();
  const [plan, setPlan] = useState(member.plan);
  const [until, setUntil] = useState(member.until);
  return (
    <StudioForm
      label={t('Plan')}
      className={styles['form']}
      submitLabel={t('Save plan')}
      isBusy={members.isSaving}
      onSubmit={() => void manageMembers.setPlan(member.id, plan, until)}
    >
      <Choice
        label={t('Plan')}
        value={plan ?? ''}
        options={planOptions()}
        onChoose={(value) => setPlan(readPlan(value))}
      />
      {plan !== null && <InstantInput label={t('Plan ends (empty: never)')} value={until} onSet={setUntil} />}
    </StudioForm>
  );
});

const RoleForm = observer(function RoleForm({ detail: { member } }: Props) {
  const { members, manageMembers } = useStudio();
  const [role, setRole] = useState(member.role);
  return (
    <StudioForm
      label={t('Role')}
      className={styles['form']}
      submitLabel={t('Save role')}
      isBusy={members.isSaving}
      onSubmit={() => void manageMembers.setRole(member.id, role)}
    >
      <Choice
        label={t('Role')}
        value={role}
        options={roleOptions()}
        onChoose={(value) => setRole(readRole(value))}
      />
    </StudioForm>
  );
});

function GiveTitle({ detail: { member, titles } }: Props) {
  const { manageMembers } = useStudio();
  const search = useTitleSearch();
  const taken = new Set(titles.map(({ id }) => id));
  return (
    <TitleFinder
      label={t('Give a title')}
      placeholder={t('Search titles')}
      search={search}
      offered={search.found.filter(({ id }) => !taken.has(id))}
      listLabel={t('Titles to give')}
      verb={t('Give')}
      verbFor={(title) => t('Give {title}', { title })}
      onChoose={({ id }) => void manageMembers.grant(member.id, id)}
    />
  );
}

function Titles({ detail }: Props) {
  const { manageMembers } = useStudio();
  const { member, titles } = detail;
  return (
    <>
      {titles.length === 0 ? (
        <p className={shared['soft']}>{t('No titles were bought or given.')}</p>
      ) : (
        <ul className={shared['results']} aria-label={t('Titles of the member')}>
          {titles.map(({ id, title, at }) => (
            <li key={id}>
              <span>
                <bdi>{title ?? id}</bdi>
                {at !== null && (
                  <small className={shared['soft']}> {t('since {date}', { date: formatInstant(at) })}</small>
                )}
              </span>
              <Button
                look="quiet"
                aria-label={t('Take back {title}', { title: title ?? id })}
                onClick={() => void manageMembers.revoke(member.id, id)}
              >
                {t('Take back')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <GiveTitle detail={detail} />
    </>
  );
}

/** The member's feeds for other apps, without their addresses: who sees one can listen as the member (FEED-50). */
function MemberFeeds({ detail: { member, feeds } }: Props) {
  const { manageMembers } = useStudio();
  if (feeds.length === 0) return <p className={shared['soft']}>{t('No addresses for other apps.')}</p>;
  return (
    <ul className={shared['results']} aria-label={t('Addresses of the member')}>
      {feeds.map(({ id, name, kind, title, lastUsedAt, lastApp, isPaused }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi>{' '}
            <small className={shared['soft']}>
              {t(isPaused ? '{holds}. {use}. Paused' : '{holds}. {use}', {
                holds: title ?? t(FEED_HOLDS[kind]),
                use: usedBy(lastUsedAt, lastApp),
              })}
            </small>
          </span>
          <Button
            look="quiet"
            aria-label={t('Revoke {name}', { name })}
            onClick={() => void manageMembers.revokeFeed(member.id, id)}
          >
            {t('Revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** How the member signs in without a password (STU-72). Only the member adds and removes them. */
function MemberPasskeys({ detail: { passkeys } }: Props) {
  if (passkeys.length === 0) return null;
  return (
    <ul className={shared['results']} aria-label={t('Passkeys of the member')}>
      {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi>{' '}
            <small className={shared['soft']}>
              {addedAt !== null && `${t('Passkey since {date}.', { date: formatInstant(addedAt) })} `}
              {used(lastUsedAt)}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** At which other providers the member signs in (STU-73). */
function MemberIdentities({ detail: { identities } }: Props) {
  if (identities.length === 0) return null;
  return (
    <ul className={shared['results']} aria-label={t('Other sign-ins of the member')}>
      {identities.map(({ provider, email, addedAt, lastUsedAt }) => (
        <li key={`${provider} ${email ?? ''} ${addedAt ?? ''}`}>
          <span>
            <bdi>{provider}</bdi>{' '}
            <small className={shared['soft']}>
              {email !== null && `${t('As {email}.', { email })} `}
              {addedAt !== null && `${t('Since {date}.', { date: formatInstant(addedAt) })} `}
              {lastUsedAt !== null && used(lastUsedAt)}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where the member is signed in (STU-73). */
function MemberSessions({ detail: { sessions } }: Props) {
  if (sessions.length === 0) return <p className={shared['soft']}>{t('Not signed in anywhere.')}</p>;
  return (
    <ul className={shared['results']} aria-label={t('Sessions of the member')}>
      {sessions.map(({ id, device, provider, signedInAt, lastUsedAt }) => (
        <li key={id}>
          <span>
            <bdi>{t(device)}</bdi>{' '}
            <small className={shared['soft']}>{sessionWords(signedInAt, provider, lastUsedAt)}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

const Access = observer(function Access({ detail }: Props) {
  const { members, manageMembers } = useStudio();
  const goTo = useGoTo();
  const [asked, setAsked] = useState<'disable' | 'delete' | null>(null);
  const { member } = detail;
  const name = memberName(member);
  const isDisabled = member.state === 'disabled';
  const confirm = async () => {
    if (asked === 'disable') await manageMembers.setDisabled(member.id, true);
    else if (await manageMembers.remove(detail)) goTo('/studio/members');
  };
  return (
    <>
      {members.access?.email === member.email && <InvitationNote />}
      <div className={shared['buttons']}>
        {member.state === 'invited' && (
          <Button
            aria-disabled={members.isSaving}
            onClick={() => !members.isSaving && void manageMembers.inviteAgain(member)}
          >
            {t('Invite again')}
          </Button>
        )}
        <Button
          aria-disabled={members.isSaving}
          onClick={() => !members.isSaving && void manageMembers.signOut(member.id)}
        >
          {t('Sign out everywhere')}
        </Button>
        {isDisabled ? (
          <Button
            aria-disabled={members.isSaving}
            onClick={() => !members.isSaving && void manageMembers.setDisabled(member.id, false)}
          >
            {t('Enable account')}
          </Button>
        ) : (
          <Button onClick={() => setAsked('disable')}>{t('Disable account')}</Button>
        )}
        <Button onClick={() => setAsked('delete')}>{t('Delete account')}</Button>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t(asked === 'delete' ? 'Delete this account?' : 'Disable this account?')}
        confirm={t(asked === 'delete' ? 'Delete for good' : 'Disable')}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      >
        {asked === 'delete'
          ? t(
              'The name, the addresses, the history and the favourites of {name} are deleted for good. The listened time stays in the statements, without the person.',
              { name },
            )
          : t(
              '{name} is signed out everywhere at once, and cannot sign in until the account is enabled again.',
              { name },
            )}
      </ConfirmDialog>
    </>
  );
});

export const MemberScreen = observer(function MemberScreen({ id }: { readonly id: string }) {
  const { members, manageMembers } = useStudio();
  const own = memberId(id);
  useEffect(() => {
    void manageMembers.open(own);
  }, [manageMembers, own]);
  const above = <StudioLink to="/studio/members">{t('Members')}</StudioLink>;
  const { detail, detailFailure } = members;
  if (detail === null || detail.member.id !== own) {
    return (
      <StudioPage title={t('Member')} above={above}>
        <NotLoaded failure={detailFailure} height="20rem" onRetry={() => void manageMembers.open(own)} />
      </StudioPage>
    );
  }
  const { member, changes } = detail;
  return (
    <StudioPage
      key={member.id}
      title={memberName(member)}
      above={above}
      lead={
        <span className={styles['badges']}>
          <span>{member.email}</span>
          <StateBadge state={member.state} />
          <Badge look="plain">{roleWord(member.role)}</Badge>
        </span>
      }
    >
      {/* The forms start again with what the provider has saved. */}
      <Section id="plan" title={t('Plan')}>
        <PlanForm key={`${member.plan ?? ''} ${member.until ?? ''}`} detail={detail} />
      </Section>
      <Section id="role" title={t('Role')}>
        <RoleForm key={member.role} detail={detail} />
      </Section>
      <Section id="titles" title={t('Titles')}>
        <Titles detail={detail} />
      </Section>
      <Section id="feeds" title={t('Listening in other apps')}>
        <MemberFeeds detail={detail} />
      </Section>
      <Section id="access" title={t('Access')}>
        <MemberPasskeys detail={detail} />
        <MemberIdentities detail={detail} />
        <MemberSessions detail={detail} />
        <Access detail={detail} />
      </Section>
      <Section id="changes" title={t('Changes')}>
        <ChangesTable changes={changes} isOfOne />
      </Section>
    </StudioPage>
  );
});
