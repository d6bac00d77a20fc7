import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
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
import { FEED_HOLDS } from 'audio-streaming-components/feed-holds';
import {
  InvitationNote,
  ChangesTable,
  PLANS,
  readPlan,
  readRole,
  ROLES,
  roleWord,
  StateBadge,
} from './people-parts.tsx';
import styles from './people.module.css';

type Props = { readonly detail: MemberDetail };

const PlanForm = observer(function PlanForm({ detail: { member } }: Props) {
  const { members, manageMembers } = useStudio();
  const [plan, setPlan] = useState(member.plan);
  const [until, setUntil] = useState(member.until);
  return (
    <StudioForm
      label="Plan"
      className={styles['form']}
      submitLabel="Save plan"
      isBusy={members.isSaving}
      onSubmit={() => void manageMembers.setPlan(member.id, plan, until)}
    >
      <Choice
        label="Plan"
        value={plan ?? ''}
        options={PLANS}
        onChoose={(value) => setPlan(readPlan(value))}
      />
      {plan !== null && <InstantInput label="Plan ends (empty: never)" value={until} onSet={setUntil} />}
    </StudioForm>
  );
});

const RoleForm = observer(function RoleForm({ detail: { member } }: Props) {
  const { members, manageMembers } = useStudio();
  const [role, setRole] = useState(member.role);
  return (
    <StudioForm
      label="Role"
      className={styles['form']}
      submitLabel="Save role"
      isBusy={members.isSaving}
      onSubmit={() => void manageMembers.setRole(member.id, role)}
    >
      <Choice label="Role" value={role} options={ROLES} onChoose={(value) => setRole(readRole(value))} />
    </StudioForm>
  );
});

function GiveTitle({ detail: { member, titles } }: Props) {
  const { manageMembers } = useStudio();
  const search = useTitleSearch();
  const taken = new Set(titles.map(({ id }) => id));
  return (
    <TitleFinder
      label="Give a title"
      placeholder="Search titles"
      search={search}
      offered={search.found.filter(({ id }) => !taken.has(id))}
      listLabel="Titles to give"
      verb="Give"
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
        <p className={shared['soft']}>No titles were bought or given.</p>
      ) : (
        <ul className={shared['results']} aria-label="Titles of the member">
          {titles.map(({ id, title, at }) => (
            <li key={id}>
              <span>
                <bdi>{title ?? id}</bdi>
                {at !== null && <small className={shared['soft']}> since {formatInstant(at)}</small>}
              </span>
              <Button
                look="quiet"
                aria-label={`Take back ${title ?? id}`}
                onClick={() => void manageMembers.revoke(member.id, id)}
              >
                Take back
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
  if (feeds.length === 0) return <p className={shared['soft']}>No addresses for other apps.</p>;
  return (
    <ul className={shared['results']} aria-label="Addresses of the member">
      {feeds.map(({ id, name, kind, title, lastUsedAt, lastApp, isPaused }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi>{' '}
            <small className={shared['soft']}>
              {title ?? FEED_HOLDS[kind]}.{' '}
              {lastUsedAt === null
                ? 'Not used yet'
                : `Used ${formatInstant(lastUsedAt)} by ${lastApp ?? 'an app'}`}
              {isPaused && '. Paused'}
            </small>
          </span>
          <Button
            look="quiet"
            aria-label={`Revoke ${name}`}
            onClick={() => void manageMembers.revokeFeed(member.id, id)}
          >
            Revoke
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
    <ul className={shared['results']} aria-label="Passkeys of the member">
      {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi>{' '}
            <small className={shared['soft']}>
              {addedAt !== null && `Passkey since ${formatInstant(addedAt)}. `}
              {lastUsedAt === null ? 'Not used yet' : `Used ${formatInstant(lastUsedAt)}`}
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
    <ul className={shared['results']} aria-label="Other sign-ins of the member">
      {identities.map(({ provider, email, addedAt, lastUsedAt }) => (
        <li key={`${provider} ${email ?? ''} ${addedAt ?? ''}`}>
          <span>
            <bdi>{provider}</bdi>{' '}
            <small className={shared['soft']}>
              {email !== null && `As ${email}. `}
              {addedAt !== null && `Since ${formatInstant(addedAt)}. `}
              {lastUsedAt !== null && `Used ${formatInstant(lastUsedAt)}`}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where the member is signed in (STU-73). */
function MemberSessions({ detail: { sessions } }: Props) {
  if (sessions.length === 0) return <p className={shared['soft']}>Not signed in anywhere.</p>;
  return (
    <ul className={shared['results']} aria-label="Sessions of the member">
      {sessions.map(({ id, device, provider, signedInAt, lastUsedAt }) => (
        <li key={id}>
          <span>
            {device}{' '}
            <small className={shared['soft']}>
              {signedInAt !== null && `Signed in ${formatInstant(signedInAt)}`}
              {provider !== null && ` with ${provider}`}
              {lastUsedAt !== null && `. Used ${formatInstant(lastUsedAt)}`}
            </small>
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
            Invite again
          </Button>
        )}
        <Button
          aria-disabled={members.isSaving}
          onClick={() => !members.isSaving && void manageMembers.signOut(member.id)}
        >
          Sign out everywhere
        </Button>
        {isDisabled ? (
          <Button
            aria-disabled={members.isSaving}
            onClick={() => !members.isSaving && void manageMembers.setDisabled(member.id, false)}
          >
            Enable account
          </Button>
        ) : (
          <Button onClick={() => setAsked('disable')}>Disable account</Button>
        )}
        <Button onClick={() => setAsked('delete')}>Delete account</Button>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'delete' ? 'Delete this account?' : 'Disable this account?'}
        confirm={asked === 'delete' ? 'Delete for good' : 'Disable'}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      >
        {asked === 'delete'
          ? `The name, the addresses, the history and the favourites of ${name} are deleted for good. The listened time stays in the statements, without the person.`
          : `${name} is signed out everywhere at once, and cannot sign in until the account is enabled again.`}
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
  const above = <StudioLink to="/studio/members">Members</StudioLink>;
  const { detail, detailFailure } = members;
  if (detail === null || detail.member.id !== own) {
    return (
      <StudioPage title="Member" above={above}>
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
      <Section id="plan" title="Plan">
        <PlanForm key={`${member.plan ?? ''} ${member.until ?? ''}`} detail={detail} />
      </Section>
      <Section id="role" title="Role">
        <RoleForm key={member.role} detail={detail} />
      </Section>
      <Section id="titles" title="Titles">
        <Titles detail={detail} />
      </Section>
      <Section id="feeds" title="Listening in other apps">
        <MemberFeeds detail={detail} />
      </Section>
      <Section id="access" title="Access">
        <MemberPasskeys detail={detail} />
        <MemberIdentities detail={detail} />
        <MemberSessions detail={detail} />
        <Access detail={detail} />
      </Section>
      <Section id="changes" title="Changes">
        <ChangesTable changes={changes} isOfOne />
      </Section>
    </StudioPage>
  );
});
