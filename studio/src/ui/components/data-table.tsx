import { Fragment, type ReactNode } from 'react';
import styles from './components.module.css';

type Column<Row> = {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  /** `time`: digits, at the end of the cell. `actions`: buttons, below a heading that is not shown. `word`: is not broken. */
  readonly look?: 'time' | 'actions' | 'word';
};

type DataTableProps<Row> = {
  readonly label: string;
  readonly caption?: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The cells of the first column are the headings of the rows. */
  readonly columns: readonly Column<Row>[];
  readonly foot?: ReactNode;
};

/** A table that becomes a list of blocks in a narrow window. */
export function DataTable<Row>({ label, caption, rows, keyOf, columns, foot }: DataTableProps<Row>) {
  const classOf = ({ look }: Column<Row>) => look && styles[look];
  return (
    <table className={styles['table']} aria-label={label}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.heading}
              scope="col"
              className={column.look === 'time' ? styles['time'] : undefined}
            >
              {column.look === 'actions' ? (
                <span className="visually-hidden">{column.heading}</span>
              ) : (
                column.heading
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, at) => (
              <Fragment key={column.heading}>
                {at === 0 ? (
                  <th scope="row">{column.cell(row)}</th>
                ) : (
                  <td
                    data-label={column.look === 'actions' ? undefined : column.heading}
                    className={classOf(column)}
                  >
                    {column.cell(row)}
                  </td>
                )}
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
      {foot !== undefined && <tfoot>{foot}</tfoot>}
    </table>
  );
}
