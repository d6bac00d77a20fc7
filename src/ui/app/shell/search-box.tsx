import { Search } from 'lucide-react';
import { use, useEffect, useRef } from 'react';
import { PageFrameContext } from 'audio-streaming-components/layout/page-frame';
import { useForgetAudios } from '../../navigation/history-lists.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { RESULTS, useIsOverview, useSearchedTerm } from '../../navigation/route-hooks.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './menus.module.css';

/**
 * The search box: searches on change or submit, not on each keystroke, and shows the term of the address (CAT-28). The
 * same words again request the results again and scroll to the top (CAT-29).
 */
export function SearchBox() {
  const navigation = useNavigation();
  const forgetAudios = useForgetAudios();
  const term = useSearchedTerm();
  const isOverview = useIsOverview();
  const frame = use(PageFrameContext);
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef('');

  useEffect(() => {
    // On the results of one category, the same words lead to the results of all categories.
    searched.current = isOverview ? term : '';
  }, [term, isOverview]);

  useEffect(() => {
    if (input.current !== null) input.current.value = term;
  }, [term]);

  useEffect(() => {
    frame.setSearchBox(input.current);
    return () => frame.setSearchBox(null);
  }, [frame]);

  useEffect(() => {
    const field = input.current;
    let isJustChanged = false;
    const search = (again: () => void) => {
      const typed = field?.value.trim() ?? '';
      if (typed === '') return;
      if (typed === searched.current) {
        again();
        return;
      }
      searched.current = typed;
      void navigation.go({ to: RESULTS, search: { q: typed } });
    };
    const onChange = () => {
      isJustChanged = true;
      setTimeout(() => {
        isJustChanged = false;
      });
      search(() => {});
    };
    const searchAgain = () => {
      forgetAudios();
      window.scrollTo({ top: 0, behavior: 'instant' });
      void navigation.reload();
    };
    const onSubmit = (event: Event) => {
      event.preventDefault();
      // Enter after typing fires change and submit in one task: the submit is the same search.
      if (!isJustChanged) search(searchAgain);
    };
    // React's `onChange` fires at every keystroke; the native event fires once.
    field?.addEventListener('change', onChange);
    field?.form?.addEventListener('submit', onSubmit);
    return () => {
      field?.removeEventListener('change', onChange);
      field?.form?.removeEventListener('submit', onSubmit);
    };
  }, [navigation, forgetAudios]);

  return (
    <search className={styles['search']}>
      <form action="/search-results">
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={t('Search')}
          placeholder={t('Search')}
          defaultValue={term}
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  );
}
