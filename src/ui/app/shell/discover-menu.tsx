import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import styles from './menus.module.css';
import { useDismissal } from './use-dismissal.ts';

/** Two links lead to the home page. The hash shows which of them is current. */
const HERE = { exact: true, includeHash: true };

/** The Discover menu (APP-10, APP-11). */
export function DiscoverMenu() {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const close = useCallback(() => setOpen(false), []);
  useDismissal(isOpen, area, button, close);

  return (
    <div ref={area} className={styles['discover']}>
      <button
        ref={button}
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        Discover
        <ChevronDown aria-hidden="true" />
      </button>
      <ul id={listId} className={styles['list']} hidden={!isOpen}>
        {isOpen && (
          <>
            <li>
              <Link to="/" activeOptions={HERE} onClick={close}>
                Browse All
              </Link>
            </li>
            <li>
              <Link to="/new-releases">New Releases</Link>
            </li>
            <li>
              <Link to="/trending">Trending Now</Link>
            </li>
            <li>
              <Link to="/curated-collections">Curated Collections</Link>
            </li>
            <li>
              <Link to="/" hash="categories" activeOptions={HERE} onClick={close}>
                Browse by Category
              </Link>
            </li>
            <li>
              <Link to="/authors">Browse by Author</Link>
            </li>
            <li>
              <Link to="/topics">Browse by Topic</Link>
            </li>
            <li>
              <Link to="/quick-listens">Quick Listens</Link>
            </li>
          </>
        )}
      </ul>
    </div>
  );
}
