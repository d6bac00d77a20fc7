import styles from './brand-mark.module.css';

export function BrandMark() {
  return (
    <svg className={styles['mark']} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles['ground']} width="32" height="32" rx="8" />
      <path className={styles['wave']} d="M8 13.5v5M13 9.5v13M18 6.5v19M23 11v10" />
    </svg>
  );
}
