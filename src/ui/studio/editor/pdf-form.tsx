import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useStudio } from '../services.ts';
import styles from './editor.module.css';

/** The PDF of a title. It is stored at once. */
export const PdfForm = observer(function PdfForm() {
  const { editor, editTitle } = useStudio();
  const id = useId();
  const { detail, isChanging } = editor;
  if (detail === null) return null;
  const hasPdf = detail.item.pdfUrl !== null;
  return (
    <fieldset className={styles['group']}>
      <legend>PDF</legend>
      <p className={styles['hint']}>
        {hasPdf ? 'Listeners can open a PDF beside this title.' : 'This title has no PDF.'} A change counts at
        once.
      </p>
      <div className={styles['buttons']}>
        <label htmlFor={id} className={styles['file']} aria-busy={isChanging}>
          {isChanging ? 'Saving …' : hasPdf ? 'Replace PDF' : 'Upload PDF'}
          <input
            id={id}
            type="file"
            accept="application/pdf,.pdf"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) void editTitle.setPdf(file);
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>
        {hasPdf && (
          <Button look="quiet" aria-disabled={isChanging} onClick={() => void editTitle.removePdf()}>
            Remove PDF
          </Button>
        )}
      </div>
    </fieldset>
  );
});
