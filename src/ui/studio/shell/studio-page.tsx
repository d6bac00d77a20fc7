import { useRouterState } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { useStudio } from '../services.ts';
import styles from './shell.module.css';

type StudioPageProps = {
  readonly title: string;
  /** A link to the page above this one. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A page of the studio with its h1, which gets the focus after a navigation and names the document. */
export function StudioPage({ title, above, lead, actions, children }: StudioPageProps) {
  const { brand } = useStudio();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles['page']}>
      <title>{title === `${brand} Studio` ? title : `${title} · ${brand} Studio`}</title>
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

/** A page that only owners see. A publisher reads so in place of it (STU-30). */
export const OwnersPage = observer(function OwnersPage({ title, lead, children }: StudioPageProps) {
  const { session } = useStudio();
  if (session.person?.role === 'owner') return <StudioPage {...{ title, lead, children }} />;
  return (
    <StudioPage title={title}>
      <p>Only owners may see this. Your account has the role publisher.</p>
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
  const isTarget = useRouterState({ select: ({ location }) => location.hash === id });
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
