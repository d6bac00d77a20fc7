import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { askAgain } from '../ask-again.ts';
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

/**
 * The search box: submits on change or submit, not on each keystroke; filled from `q` (section 2). The same words once
 * more ask again, and lead to the top of what comes.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const router = useRouter();
  const term = useSearchedTerm();
  const isOverview = useIsOverview();
  const input = useRef<HTMLInputElement>(null);
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
    let isJustChanged = false;
    const search = (again: () => void) => {
      const wanted = field?.value.trim() ?? '';
      if (wanted === '') return;
      if (wanted === searched.current) {
        again();
        return;
      }
      searched.current = wanted;
      void navigate({ to: RESULTS, search: { q: wanted } });
    };
    const onChange = () => {
      isJustChanged = true;
      setTimeout(() => {
        isJustChanged = false;
      });
      search(() => {});
    };
    const searchAgain = () => {
      router.options.context.keptAudios.forget(router.state.location);
      window.scrollTo({ top: 0, behavior: 'instant' });
      void askAgain(router);
    };
    const onSubmit = (event: Event) => {
      event.preventDefault();
      // Enter after typing is a change and a submit in one task: the second of them is the same search.
      if (!isJustChanged) search(searchAgain);
    };
    // React's `onChange` is every keystroke; the browser's own is the one that is meant.
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
