import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { memberName, type Member } from '../../domain/members.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { t } from 'audio-streaming-translations/translate';
import { DataTable } from '../components/data-table.tsx';
import { TextInput } from '../components/fields.tsx';
import shared from '../components/components.module.css';
import { NotLoaded, Problem } from '../components/parts.tsx';
import { StudioLink } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import { OwnersPage, Section } from '../shell/shell.tsx';
import {
  ChangesTable,
  InvitationNote,
  InviteForm,
  planWords,
  roleWord,
  StateBadge,
} from './people-parts.tsx';
import styles from './people.module.css';

/** How long typing has to pause before the search runs, in milliseconds. */
const PAUSE = 250;

const memberPath = (id: string): string => `/studio/members/${encodeURIComponent(id)}`;

const Found = observer(function Found() {
  const { members, manageMembers } = useStudio();
  if (members.members === null) {
    return (
      <NotLoaded
        failure={members.failure}
        height="12rem"
        onRetry={() => void manageMembers.search(members.text)}
      />
    );
  }
  const { length } = members.members;
  return (
    <>
      <Problem message={members.failure} />
      <p className={shared['soft']} role="status">
        {t('{count, plural, one {# member} other {# members}}', { count: members.total })}
      </p>
      {length > 0 && (
        <DataTable<Member>
          label={t('Members')}
          rows={members.members}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: t('Member'),
              cell: (member) => (
                <>
                  <StudioLink to={memberPath(member.id)}>
                    <bdi>{memberName(member)}</bdi>
                  </StudioLink>
                  {member.name !== '' && <small>{member.email}</small>}
                </>
              ),
            },
            { heading: t('Role'), look: 'word', cell: ({ role }) => roleWord(role) },
            { heading: t('Plan'), cell: planWords },
            { heading: t('State'), cell: ({ state }) => <StateBadge state={state} /> },
          ]}
        />
      )}
      {length < members.total && (
        <div className={shared['buttons']}>
          <Button onClick={() => void manageMembers.more()}>{t('Show more members')}</Button>
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
        label={t('Find members')}
        hint={t('A part of the name or the address')}
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
    return (
      <NotLoaded failure={changesFailure} height="8rem" onRetry={() => void manageMembers.loadChanges()} />
    );
  }
  return (
    <>
      <Problem message={changesFailure} />
      <ChangesTable changes={changes} />
      {hasMoreChanges && (
        <div className={shared['buttons']}>
          <Button onClick={() => void manageMembers.moreChanges()}>{t('Show older changes')}</Button>
        </div>
      )}
    </>
  );
});

/** The members, invitations, and what was changed. Only owners may use it (STU-30). */
export const MembersScreen = observer(function MembersScreen() {
  return (
    <OwnersPage title={t('Members')} lead={t('Who may listen, who may publish, and what was changed.')}>
      <Section id="members" title={t('Members')}>
        <Search />
        <Found />
      </Section>
      <Section id="invite" title={t('Invite a member')}>
        <InviteForm />
        <InvitationNote />
      </Section>
      <Section id="changes" title={t('Changes')}>
        <Changes />
      </Section>
    </OwnersPage>
  );
});
