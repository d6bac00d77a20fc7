import { observer } from 'mobx-react-lite';
import { Button } from 'audio-streaming-components/controls/button';
import { Sentence } from 'audio-streaming-components/sentence';
import { t } from 'audio-streaming-translations/translate';
import shared from '../components/components.module.css';
import { TitleFinder, useTitleSearch } from '../components/parts.tsx';
import { StudioLink, titlePath } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import styles from './editor.module.css';

/** How many titles are offered at once. */
const MOST_OFFERED = 8;

/** Makes a title another edition of one. It is stored at once (STU-40). */
export const EditionForm = observer(function EditionForm() {
  const { editor, editTitle } = useStudio();
  const search = useTitleSearch();
  const { detail, isChanging } = editor;
  if (detail === null) return null;
  const { editionOf, editions } = detail;
  const offered = search.found.filter(({ id, kind }) => kind === 'file' && id !== detail.id);
  return (
    <fieldset className={styles['group']}>
      <legend>{t('Editions')}</legend>
      <p className={styles['hint']}>
        {t(
          'Two editions of one book, such as by another narrator, are one title in every list. Its page offers the choice. A change counts at once.',
        )}
      </p>
      {editionOf !== null && (
        <div className={styles['buttons']}>
          <p>
            <Sentence
              text="This is another edition of {title}."
              values={{
                title: (
                  <StudioLink to={titlePath(editionOf.id)}>
                    <bdi>{editionOf.title}</bdi>
                  </StudioLink>
                ),
              }}
            />
          </p>
          <Button look="quiet" aria-disabled={isChanging} onClick={() => void editTitle.setEdition(null)}>
            {t('Make it a title of its own')}
          </Button>
        </div>
      )}
      {editions.length > 0 && (
        <ul className={shared['results']} aria-label={t('Editions of this title')}>
          {editions.map(({ id, title }) => (
            <li key={id}>
              <StudioLink to={titlePath(id)}>
                <bdi>{title}</bdi>
              </StudioLink>
            </li>
          ))}
        </ul>
      )}
      {editions.length === 0 && editionOf === null && (
        <TitleFinder
          label={t('Another edition of')}
          placeholder={t('Search titles')}
          search={search}
          offered={offered.slice(0, MOST_OFFERED)}
          listLabel={t('Titles')}
          verb={t('Choose')}
          verbFor={(title) => t('Choose {title}', { title })}
          isBusy={isChanging}
          onChoose={({ id }) => void editTitle.setEdition(id)}
        />
      )}
    </fieldset>
  );
});
