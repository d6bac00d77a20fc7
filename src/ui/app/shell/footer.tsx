import { observer } from 'mobx-react-lite';
import { useServices, type Services } from '../services.ts';
import { useOutcome } from '../../components/use-outcome.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './shell.module.css';

const yearOf = (_: unknown, { time }: Services): number => new Date(time.now).getFullYear();

/** The footer: help and legal texts in new tabs, and the copyright line (APP-15). */
export const Footer = observer(function Footer() {
  const { settings } = useServices();
  const { brand, links } = settings;
  const year = useOutcome(yearOf, null);
  const pages = [
    ['Help Desk', links.help],
    ['Privacy Policy', links.privacy],
    ['Terms & Conditions', links.terms],
  ] as const;
  return (
    <footer className={styles['footer']}>
      <div className={styles['row']}>
        <p className={styles['copyright']}>
          <BrandMark />
          <span>
            © {year} {brand}
          </span>
        </p>
        <ul className={styles['links']}>
          {pages.map(
            ([name, href]) =>
              href !== null && (
                <li key={name}>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      </div>
    </footer>
  );
});
