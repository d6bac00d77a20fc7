import { ChevronDown, Menu, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { CarouselSkeleton } from '../components/carousel/shelf.tsx';
import { buttonClass, iconButtonClass } from 'audio-streaming-components/controls/button';
import { Page, ScreenHeadingSkeleton } from '../components/layout/page.tsx';
import { BrandMark } from 'audio-streaming-components/brand-mark';
import { t } from 'audio-streaming-translations/translate';
import headerStyles from 'audio-streaming-components/styles/header.module.css';
import menuStyles from './shell/menus.module.css';
import shellStyles from './shell/shell.module.css';

type BarProps = { readonly className: string; readonly children: ReactNode };

function Bar({ className, children }: BarProps) {
  return (
    <div className={`${headerStyles['bar']} ${className}`}>
      <a href="/" className={headerStyles['logo']} aria-label={t('Home')}>
        <BrandMark />
        <span className={`${headerStyles['brand']} brand`} />
      </a>
      {children}
    </div>
  );
}

/**
 * The header of a listener. Its links work by themselves; the other controls need the application. `Sign Out` has to work
 * at once (SES-40), so it is left out.
 */
function MemberBar() {
  return (
    <Bar className="member">
      <div className={headerStyles['menuArea']}>
        <button
          type="button"
          disabled
          className={`${iconButtonClass} ${headerStyles['menuButton']}`}
          aria-label={t('Menu')}
        >
          <Menu aria-hidden="true" />
        </button>
        <div className={headerStyles['menu']}>
          <nav className={menuStyles['links']} aria-label={t('Main')}>
            <div className={menuStyles['discover']}>
              <button type="button" disabled className={menuStyles['toggle']}>
                {t('Discover')}
                <ChevronDown aria-hidden="true" />
              </button>
            </div>
            <a href="/library" className={menuStyles['link']}>
              {t('Library')}
            </a>
          </nav>
          <div className={menuStyles['account']} />
        </div>
      </div>
      <search className={menuStyles['search']}>
        <form>
          <Search aria-hidden="true" />
          <input type="search" disabled aria-label={t('Search')} placeholder={t('Search')} />
        </form>
      </search>
    </Bar>
  );
}

/**
 * The page until React has rendered it (APP-59). The build renders it to static markup inside the root of the document,
 * where React's first render replaces it. It has the classes of the components that replace it.
 */
export function PageSkeleton() {
  return (
    <div className={`${shellStyles['shell']} page-skeleton`} data-page-skeleton="">
      <header className={headerStyles['header']}>
        <MemberBar />
        <Bar className="visitor">
          <div className={headerStyles['entries']}>
            <a href="/login" className={buttonClass('quiet')}>
              {t('Sign In')}
            </a>
            <a href="/create" className={buttonClass('secondary')}>
              {t('Create Free Account')}
            </a>
          </div>
        </Bar>
      </header>
      <main className={shellStyles['main']} aria-busy="true">
        <div className="home">
          <Page>
            <ScreenHeadingSkeleton />
            <CarouselSkeleton kind="audio" />
            <CarouselSkeleton kind="audio" />
            <CarouselSkeleton kind="audio" />
          </Page>
        </div>
      </main>
    </div>
  );
}
