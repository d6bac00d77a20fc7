import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { memberName, type Member } from '../../../domain/studio/members.ts';
import { Button } from '../../components/controls/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { Badge } from '../components/badge.tsx';
import { TextInput } from '../components/fields.tsx';
import { StudioLink } from '../components/studio-link.tsx';
import { useStudio } from '../services.ts';
import { OwnersPage, Section } from '../shell/studio-page.tsx';
import { ChangesTable, InviteForm, planWords, roleWord, STATES } from './people-parts.tsx';
import tableStyles from '../components/table.module.css';
import styles from './people.module.css';

/** How long typing has to pause before the search runs, in milliseconds. */
const PAUSE = 250;

const memberPath = (id: string): string => `/studio/members/${encodeURIComponent(id)}`;

function MemberRow({ member }: { readonly member: Member }) {
  return (
    <tr>
      <th scope="row">
        <StudioLink to={memberPath(member.id)}>
          <bdi>{memberName(member)}</bdi>
        </StudioLink>
        {member.name !== '' && <small>{member.email}</small>}
      </th>
      <td data-label="Role">{roleWord(member.role)}</td>
      <td data-label="Plan">{planWords(member)}</td>
      <td data-label="State">
        <Badge look={member.state === 'active' ? 'good' : member.state === 'disabled' ? 'danger' : 'plain'}>
          {STATES[member.state]}
        </Badge>
      </td>
    </tr>
  );
}

const Found = observer(function Found() {
  const { members, manageMembers } = useStudio();
  if (members.members === null) {
    return members.failure === null ? (
      <Skeleton width="100%" height="12rem" />
    ) : (
      <Failure message={members.failure} onRetry={() => void manageMembers.search(members.text)} />
    );
  }
  const { length } = members.members;
  return (
    <>
      {members.failure !== null && (
        <p role="alert" className={styles['error']}>
          {members.failure}
        </p>
      )}
      <p className={styles['soft']} role="status">
        {members.total === 1 ? '1 member' : `${members.total.toLocaleString('en-US')} members`}
      </p>
      {length > 0 && (
        <table className={tableStyles['table']} aria-label="Members">
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Role</th>
              <th scope="col">Plan</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {members.members.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </tbody>
        </table>
      )}
      {length < members.total && (
        <div className={styles['buttons']}>
          <Button onClick={() => void manageMembers.more()}>Show more members</Button>
        </div>
      )}
    </>
  );
});

function Search() {
  const { members, manageMembers } = useStudio();
  const [text, setText] = useState(members.text);
  const search = useEffectEvent(() => void manageMembers.search(text));
  useEffect(() => {
    const timeout = setTimeout(() => search(), text === '' ? 0 : PAUSE);
    return () => clearTimeout(timeout);
  }, [text]);
  return (
    <div className={styles['tools']}>
      <TextInput
        label="Find members"
        placeholder="A part of the name or the address"
        value={text}
        onType={setText}
      />
    </div>
  );
}

const Changes = observer(function Changes() {
  const { members, manageMembers } = useStudio();
  useEffect(() => {
    void manageMembers.loadChanges();
  }, [manageMembers]);
  const { changes, changesFailure, hasMoreChanges } = members;
  if (changes === null) {
    return changesFailure === null ? (
      <Skeleton width="100%" height="8rem" />
    ) : (
      <Failure message={changesFailure} onRetry={() => void manageMembers.loadChanges()} />
    );
  }
  return (
    <>
      {changesFailure !== null && (
        <p role="alert" className={styles['error']}>
          {changesFailure}
        </p>
      )}
      <ChangesTable changes={changes} />
      {hasMoreChanges && (
        <div className={styles['buttons']}>
          <Button onClick={() => void manageMembers.moreChanges()}>Show older changes</Button>
        </div>
      )}
    </>
  );
});

/** The members, invitations, and what was changed. Only owners may use it (STU-30). */
export const MembersScreen = observer(function MembersScreen() {
  return (
    <OwnersPage title="People" lead="Who may listen, who may publish, and what was changed.">
      <Section id="members" title="Members">
        <Search />
        <Found />
      </Section>
      <Section id="invite" title="Invite a member">
        <InviteForm />
      </Section>
      <Section id="changes" title="Changes">
        <Changes />
      </Section>
    </OwnersPage>
  );
});
