import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styles from './search-box.module.css';

const RESULTS = '/search-results';

/** What the address says is searched for; empty on every page but the results. */
const useSearchedTerm = (): string =>
  useRouterState({
    select: ({ location }) =>
      location.pathname.startsWith(RESULTS) ? (new URLSearchParams(location.searchStr).get('q') ?? '') : '',
  });

/** Whether it is searched for everywhere, or in one category. */
const useIsOverview = (): boolean =>
  useRouterState({ select: ({ location }) => location.pathname === RESULTS });

/** The search box: submits on change or submit, not on each keystroke; filled from `q` (section 2). */
export function SearchBox() {
  const navigate = useNavigate();
  const term = useSearchedTerm();
  const isOverview = useIsOverview();
  const input = useRef<HTMLInputElement>(null);
  // Enter is a change and a submit at once: the second of them finds nothing new.
  const searched = useRef('');

  useEffect(() => {
    // From the results of one category the same words lead to all of them.
    searched.current = isOverview ? term : '';
  }, [term, isOverview]);

  useEffect(() => {
    if (input.current !== null) input.current.value = term;
  }, [term]);

  useEffect(() => {
    const field = input.current;
    const search = () => {
      const wanted = field?.value.trim() ?? '';
      if (wanted === '' || wanted === searched.current) return;
      searched.current = wanted;
      void navigate({ to: RESULTS, search: { q: wanted } });
    };
    const onSubmit = (event: Event) => {
      event.preventDefault();
      search();
    };
    // React's `onChange` is every keystroke; the browser's own is the one that is meant.
    field?.addEventListener('change', search);
    field?.form?.addEventListener('submit', onSubmit);
    return () => {
      field?.removeEventListener('change', search);
      field?.form?.removeEventListener('submit', onSubmit);
    };
  }, [navigate]);

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
