import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { BrandMark } from 'audio-streaming-components/brand-mark';
import { classNames } from 'audio-streaming-components/class-names';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { LanguageSelect } from 'audio-streaming-components/language-select';
import { Failure } from 'audio-streaming-components/failure';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { NoticeCard } from 'audio-streaming-components/notice-card';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Outlet, StudioLink, useHere, useIsTarget } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import appStyles from 'audio-streaming-components/styles/header.module.css';
import noticeStyles from 'audio-streaming-components/styles/notices.module.css';
import styles from './shell.module.css';

/** The parts of the studio that have a page of their own, or a section on the first page. */
const PARTS = [
  { to: '/studio#catalogue', label: message('Catalogue') },
  { to: '/studio#imports', label: message('Imports') },
  { to: '/studio#feeds', label: message('Feeds') },
  { to: '/studio/calendar', label: message('Calendar') },
  { to: '/studio/subjects', label: message('Subjects') },
  { to: '/studio/members', label: message('Members'), isForOwners: true },
  { to: '/studio/statements', label: message('Statements'), isForOwners: true },
] as const;

/** In a narrow window the parts scroll. The current one has to be seen, at their start. */
function reveal(link: HTMLAnchorElement | null): void {
  const parts = link?.parentElement;
  if (link === null || parts == null) return;
  const [own, all] = [link.getBoundingClientRect(), parts.getBoundingClientRect()];
  const isRightToLeft = document.documentElement.dir === 'rtl';
  parts.scrollBy({ left: isRightToLeft ? own.right - all.right : own.left - all.left });
}

const Banner = observer(function Banner() {
  const { brand, session, signOut } = useStudio();
  const here = useHere();
  const name = t('{brand} Studio', { brand });
  return (
    <header className={classNames(appStyles['header'], styles['banner'])}>
      <div className={appStyles['bar']}>
        <StudioLink to="/studio" className={appStyles['logo']} aria-label={name}>
          <BrandMark />
          <span className={appStyles['brand']}>{name}</span>
        </StudioLink>
        {session.person !== null && (
          <nav aria-label={t('Parts of the studio')} className={styles['parts']}>
            {PARTS.filter((part) => !('isForOwners' in part) || session.person?.role === 'owner').map(
              ({ to, label }) => {
                const isCurrent = here === to || here === to.replace('/studio', '');
                return (
                  <StudioLink
                    key={to}
                    to={to}
                    ref={isCurrent ? reveal : null}
                    className={styles['part']}
                    aria-current={isCurrent ? 'page' : undefined}
                  >
                    {t(label)}
                  </StudioLink>
                );
              },
            )}
          </nav>
        )}
        <div className={classNames(appStyles['entries'], styles['entries'])}>
          {session.person !== null && <bdi className={styles['name']}>{session.person.name}</bdi>}
          <a href="/" className={buttonClass('quiet')}>
            {t('{brand} Home', { brand })}
          </a>
          <Button onClick={signOut}>{t('Sign Out')}</Button>
        </div>
      </div>
    </header>
  );
});

/** Checks who is signed in, and shows the page to those who may use the studio. */
const Checked = observer(function Checked() {
  const { brand, session, openStudio } = useStudio();
  const { access } = session;
  switch (access.kind) {
    case 'open':
      return <Outlet />;
    case 'not-allowed':
      return (
        <StudioPage title={t('Studio')}>
          <EmptyState text={t('The studio is for publishers and owners. Your account has another role.')}>
            <a href="/" className={buttonClass('primary')}>
              {t('Back to {brand}', { brand })}
            </a>
          </EmptyState>
        </StudioPage>
      );
    case 'failed':
      return (
        <StudioPage title={t('Studio')}>
          <Failure message={access.message} onRetry={() => void openStudio.open()} />
        </StudioPage>
      );
    case 'checking':
      return (
        <div className={styles['waiting']} aria-busy="true">
          <Skeleton width="16rem" height="2.5rem" />
          <Skeleton width="100%" height="20rem" />
        </div>
      );
  }
});

export function Shell() {
  const { openStudio, personLanguage, session } = useStudio();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  useEffect(() => {
    const open = async () => {
      await openStudio.open();
      // Only a signed-in person has an account that keeps a language.
      if (['open', 'not-allowed'].includes(session.access.kind)) void personLanguage.open();
    };
    void open();
  }, [openStudio, personLanguage, session]);
  return (
    <div className={styles['shell']}>
      <a
        href="#main"
        className={`visually-hidden ${styles['skip']}`}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('Skip to content')}
      </a>
      <Banner />
      <main ref={main} id="main" tabIndex={-1}>
        <Checked />
      </main>
      <footer className={styles['footer']}>
        <LanguageSelect onChosen={(language) => void personLanguage.save(language)} />
      </footer>
      <Notices onDismissed={() => main.current?.focus({ preventScroll: true })} />
    </div>
  );
}

/** How long a message that something is done stays, in milliseconds. A failure stays until it is dismissed. */
const STAY = 8000;

/** The last message, above everything else. */
const Notices = observer(function Notices({ onDismissed }: { readonly onDismissed: () => void }) {
  const { notices } = useStudio();
  const { notice } = notices;
  const card = notice !== null && (
    <NoticeCard
      key={notice.id}
      kind={notice.kind === 'done' ? 'success' : 'alert'}
      stay={notice.kind === 'done' ? STAY : null}
      onDismiss={(isByHand) => {
        notices.dismiss();
        if (isByHand) onDismissed();
      }}
    >
      <p>{t(notice.text)}</p>
    </NoticeCard>
  );
  return (
    <div className={noticeStyles['notices']}>
      {/* The element exists before its text: a screen reader announces only changes inside it. */}
      <div role="status">{notice?.kind === 'done' && card}</div>
      {notice?.kind === 'failure' && <div role="alert">{card}</div>}
    </div>
  );
});

type StudioPageProps = {
  readonly title: string;
  /** A link to the page above this one. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** True while the focus is at the choice of the language, which builds the page anew (LANG-3). */
const isLanguageChosen = (): boolean =>
  document.activeElement instanceof HTMLSelectElement && document.activeElement.name === 'language';

/** A page of the studio with its h1, which gets the focus after a navigation and names the document. */
export function StudioPage({ title, above, lead, actions, children }: StudioPageProps) {
  const { brand } = useStudio();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isLanguageChosen()) heading.current?.focus({ preventScroll: true });
  }, []);
  const studio = t('{brand} Studio', { brand });
  return (
    <div className={styles['page']}>
      <title>{title === studio ? title : `${title} · ${studio}`}</title>
      <header className={styles['head']}>
        <div className={styles['words']}>
          {above !== undefined && <p className={styles['above']}>{above}</p>}
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A page that only owners see. A publisher reads instead that they may not (STU-30). */
export const OwnersPage = observer(function OwnersPage({ title, lead, children }: StudioPageProps) {
  const { session } = useStudio();
  if (session.person?.role === 'owner') return <StudioPage {...{ title, lead, children }} />;
  return (
    <StudioPage title={title}>
      <p>{t('Only owners may see this. Your account has the role publisher.')}</p>
    </StudioPage>
  );
});

type SectionProps = {
  readonly id: string;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page: a region named by its heading. */
export function Section({ id, title, actions, children }: SectionProps) {
  const section = useRef<HTMLElement>(null);
  const isTarget = useIsTarget(id);
  useEffect(() => {
    if (isTarget) section.current?.scrollIntoView();
  }, [isTarget]);
  return (
    <section ref={section} id={id} className={styles['section']} aria-labelledby={`${id}-title`}>
      <div className={styles['sectionHead']}>
        <h2 id={`${id}-title`}>{title}</h2>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
