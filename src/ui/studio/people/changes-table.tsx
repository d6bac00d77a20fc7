import type { MemberChange } from '../../../domain/studio/members.ts';
import { formatInstant } from '../components/instants.ts';
import { actionWord, whoDid, whoseChange } from './words.ts';
import tableStyles from '../components/table.module.css';
import styles from './people.module.css';

type ChangesTableProps = {
  readonly changes: readonly MemberChange[];
  /** True if all changes are about the same member. */
  readonly isOfOne?: boolean;
};

/** What was changed, by whom and when, the newest first. */
export function ChangesTable({ changes, isOfOne = false }: ChangesTableProps) {
  if (changes.length === 0) return <p className={styles['soft']}>Nothing has been changed yet.</p>;
  return (
    <table className={tableStyles['table']} aria-label="Changes">
      <thead>
        <tr>
          <th scope="col">Change</th>
          {!isOfOne && <th scope="col">Member</th>}
          <th scope="col">By</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.id}>
            <th scope="row">
              {actionWord(change.action)}
              {change.detail !== '' && <small>{change.detail}</small>}
            </th>
            {!isOfOne && <td data-label="Member">{whoseChange(change)}</td>}
            <td data-label="By">{whoDid(change)}</td>
            <td data-label="When">{change.at === null ? '' : formatInstant(change.at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
