import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { formatRunTime } from '../../../../src/domain/catalogue/content.ts';
import type { CollectionMember } from '../../domain/title.ts';
import { IconButton } from 'audio-streaming-components/controls/button';
import { t } from 'audio-streaming-translations/translate';
import { positionWords, useDragOrder } from '../components/drag-order.ts';
import { TitleFinder, useTitleSearch } from '../components/parts.tsx';
import { useStudio } from '../services.ts';
import styles from './editor.module.css';

/** The list with one entry at another position. */
function moved<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const entry = list[from];
  return entry === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

type MembersFormProps = { readonly members: readonly CollectionMember[] };

/** The titles of a collection in their order. They are moved with buttons, or dragged. */
export const MembersForm = observer(function MembersForm({ members }: MembersFormProps) {
  const { editTitle } = useStudio();
  const search = useTitleSearch();
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= members.length) return;
    editTitle.setMembers(moved(members, from, to));
    setAnnouncement(positionWords(members[from]?.title ?? '', to, members.length));
  };
  const dragOf = useDragOrder(move);
  return (
    <fieldset className={styles['group']}>
      <legend>{t('Titles of the collection')}</legend>
      {members.length === 0 && <p className={styles['hint']}>{t('No titles yet. Add some below.')}</p>}
      <ol className={styles['members']} aria-label={t('Titles of the collection')}>
        {members.map((member, at) => (
          <li key={member.id} {...dragOf(at)}>
            <GripVertical aria-hidden="true" size={18} />
            <span className={styles['memberTitle']}>
              <bdi>{member.title}</bdi>
              {member.runTime !== null && <small> {formatRunTime(member.runTime)}</small>}
            </span>
            <IconButton
              label={t('Move {title} up', { title: member.title })}
              icon={ArrowUp}
              aria-disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              label={t('Move {title} down', { title: member.title })}
              icon={ArrowDown}
              aria-disabled={at === members.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              label={t('Remove {name}', { name: member.title })}
              icon={X}
              onClick={() => editTitle.setMembers(members.filter(({ id }) => id !== member.id))}
            />
          </li>
        ))}
      </ol>
      <output className="visually-hidden">{announcement}</output>
      <TitleFinder
        label={t('Add titles')}
        placeholder={t('Search titles and episodes')}
        search={search}
        offered={search.found.filter(({ id }) => !members.some((member) => member.id === id))}
        listLabel={t('Titles to add')}
        verb={t('Add')}
        verbFor={(title) => t('Add {title}', { title })}
        onChoose={({ id, title, type, runTime }) =>
          editTitle.setMembers([...members, { id, title, type, runTime }])
        }
      />
    </fieldset>
  );
});
