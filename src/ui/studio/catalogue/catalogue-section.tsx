import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { EmptyState } from '../../components/lists/empty-state.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { Section } from '../shell/studio-page.tsx';
import { useStudio } from '../services.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import styles from './catalogue-section.module.css';
import { UploadZone } from '../uploads/upload-zone.tsx';
import { NewCollection } from './new-collection.tsx';
import { TitleTable } from './title-table.tsx';

/** What can be done with the selected titles. */
const Selection = observer(function Selection() {
  const { table, publishTitles } = useStudio();
  const [isBusy, setBusy] = useState(false);
  const rows = [...table.selected.values()];
  if (rows.length === 0) return null;
  const change = async (hidden: boolean) => {
    setBusy(true);
    await publishTitles.setHidden(rows, hidden);
    setBusy(false);
  };
  return (
    <div className={styles['selection']} role="group" aria-label="Selected titles">
      <p>{rows.length === 1 ? '1 title selected' : `${rows.length} titles selected`}</p>
      <Button look="primary" aria-disabled={isBusy} onClick={() => !isBusy && void change(false)}>
        Publish
      </Button>
      <Button aria-disabled={isBusy} onClick={() => !isBusy && void change(true)}>
        Hide
      </Button>
      <Button look="quiet" onClick={() => table.clearSelection()}>
        Clear selection
      </Button>
    </div>
  );
});

const isFiltered = ({ text, state, kind }: ReturnType<typeof useStudio>['table']['query']): boolean =>
  text.trim() !== '' || state !== null || kind !== null;

const Rows = observer(function Rows() {
  const { table, browseTitles } = useStudio();
  const { total, failure, query } = table;
  if (failure !== null && table.pages.size === 0)
    return <Failure message={failure} onRetry={() => void browseTitles.reload()} />;
  if (total === 0) {
    return isFiltered(query) ? (
      <EmptyState text="No title matches this search.">
        <Button onClick={() => void browseTitles.ask({ text: '', state: null, kind: null })}>
          Show all titles
        </Button>
      </EmptyState>
    ) : (
      <EmptyState text="No titles yet. Import a folder, add a feed, or upload files here." />
    );
  }
  if (total === null) return <Skeleton width="100%" height="24rem" />;
  return (
    <>
      {failure !== null && <Failure message={failure} onRetry={() => void browseTitles.reload()} />}
      <TitleTable total={total} />
    </>
  );
});

const Count = observer(function Count() {
  const { table } = useStudio();
  const { total } = table;
  const words = total === null ? '' : total === 1 ? '1 title' : `${total.toLocaleString('en-US')} titles`;
  return (
    <output className={styles['count']} aria-live="polite">
      {words}
    </output>
  );
});

/** The catalogue: search, filters, and all titles. */
export function CatalogueSection() {
  const { browseTitles } = useStudio();
  useEffect(() => {
    void browseTitles.open();
  }, [browseTitles]);
  return (
    <Section id="catalogue" title="Catalogue" actions={<NewCollection />}>
      <UploadZone />
      <div className={styles['above']}>
        <CatalogueFilters />
        <Count />
      </div>
      <Selection />
      <Rows />
    </Section>
  );
}
