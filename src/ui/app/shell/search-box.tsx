import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { use, useEffect, useRef } from 'react';
import { PageFrameContext } from '../../components/layout/page-frame.ts';
import { reloadPage } from '../reload-page.ts';
import styles from './menus.module.css';

const RESULTS = '/search-results';

/** The search term in the address; empty on every page but the results. */
const useSearchedTerm = (): string =>
  useRouterState({
    select: ({ location }) =>
      location.pathname.startsWith(RESULTS) ? (new URLSearchParams(location.searchStr).get('q') ?? '') : '',
  });

/** Whether the page shows results of all categories, or of one. */
const useIsOverview = (): boolean =>
  useRouterState({ select: ({ location }) => location.pathname === RESULTS });

/**
 * The search box: searches on change or submit, not on each keystroke, and shows the term of the address (CAT-28). The
 * same words again request the results again and scroll to the top (CAT-29).
 */
export function SearchBox() {
  const navigate = useNavigate();
  const router = useRouter();
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
      void navigate({ to: RESULTS, search: { q: typed } });
    };
    const onChange = () => {
      isJustChanged = true;
      setTimeout(() => {
        isJustChanged = false;
      });
      search(() => {});
    };
    const searchAgain = () => {
      router.options.context.audioHistory.forget(router.state.location);
      window.scrollTo({ top: 0, behavior: 'instant' });
      void reloadPage(router);
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
  }, [navigate, router]);

  return (
    <search className={styles['search']}>
      <form action="/search-results">
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Search"
          placeholder="Search"
          defaultValue={term}
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  );
}
