import { ChevronDown, ChevronLeft, ChevronRight, Menu, Search } from 'lucide-react';
import { CAROUSEL } from '../../domain/catalogue/limits.ts';
import { CarouselSkeleton } from '../components/carousel/carousel-skeleton.tsx';
import carouselStyles from '../components/carousel/carousel.module.css';
import { Shelf } from '../components/carousel/shelf.tsx';
import shelfStyles from '../components/carousel/shelf.module.css';
import { buttonClass } from '../components/controls/button.tsx';
import { IconButton, iconButtonClass } from '../components/controls/icon-button.tsx';
import coverStyles from '../components/cover/cover.module.css';
import { Page } from '../components/layout/page.tsx';
import headingStyles from '../components/layout/screen-heading.module.css';
import tileStyles from '../components/tiles/audio-tile.module.css';
import { BrandMark } from './shell/brand-mark.tsx';
import discoverStyles from './shell/discover-menu.module.css';
import headerStyles from './shell/header.module.css';
import menuStyles from './shell/menu.module.css';
import searchStyles from './shell/search-box.module.css';
import shellStyles from './shell/shell.module.css';

/*
 * The page before any code of the application has loaded. The build renders these components to static markup, and
 * the start script fills their slots (`src/start/first-frame.ts`). They have the classes of the components that
 * replace them. A browser test compares the positions of both.
 */

function Logo() {
  return (
    <a href="/" className={headerStyles['logo']} data-slot="home">
      <BrandMark />
      <span className={headerStyles['brand']} data-slot="brand" />
    </a>
  );
}

/** The header of a listener. `Sign Out` has to work at once (SES-40), so the frame only reserves its space. */
function MemberHeader() {
  return (
    <header className={headerStyles['header']}>
      <div className={headerStyles['bar']}>
        <Logo />
        <div className={headerStyles['menuArea']}>
          <button
            type="button"
            className={`${iconButtonClass} ${headerStyles['menuButton']}`}
            aria-label="Menu"
            aria-expanded="false"
          >
            <Menu aria-hidden="true" />
          </button>
          <div className={headerStyles['menu']}>
            <nav className={menuStyles['links']} aria-label="Main">
              <div className={discoverStyles['discover']}>
                <button type="button" className={discoverStyles['toggle']} aria-expanded="false">
                  Discover
                  <ChevronDown aria-hidden="true" />
                </button>
              </div>
              <a href="/library" className={menuStyles['link']}>
                Library
              </a>
            </nav>
            <div className={menuStyles['account']}>
              <a href="/account" className={menuStyles['link']} data-slot="account">
                Account
              </a>
              <span className={menuStyles['link']} style={{ visibility: 'hidden' }}>
                Sign Out
              </span>
            </div>
          </div>
        </div>
        <search className={searchStyles['search']}>
          <form action="/search-results">
            <Search aria-hidden="true" />
            <input type="search" name="q" aria-label="Search" placeholder="Search" autoComplete="off" />
          </form>
        </search>
      </div>
    </header>
  );
}

/** The page of a listener. On other routes than home the start script leaves the main part empty. */
export function MemberFrame() {
  return (
    <div className={shellStyles['shell']}>
      <MemberHeader />
      <main className={shellStyles['main']} data-slot="main">
        <Page>
          <header className={headingStyles['heading']}>
            <div>
              <h1>
                <bdi data-slot="greeting" />
              </h1>
            </div>
          </header>
          <div data-slot="shelf">
            <CarouselSkeleton kind="audio" />
          </div>
          <CarouselSkeleton kind="audio" />
          <CarouselSkeleton kind="audio" />
        </Page>
      </main>
    </div>
  );
}

/** The page of a visitor. Its main part appears with the application. */
export function VisitorFrame() {
  return (
    <div className={shellStyles['shell']}>
      <header className={headerStyles['header']}>
        <div className={headerStyles['bar']}>
          <Logo />
          <div className={headerStyles['entries']}>
            <a href="/login" className={buttonClass('quiet')}>
              Sign In
            </a>
            <a href="/create" className={buttonClass('secondary')}>
              Create Free Account
            </a>
          </div>
        </div>
      </header>
      <main className={shellStyles['main']} />
    </div>
  );
}

/** The first shelf of home, with as many tiles as a view has. It replaces a skeleton of the same size. */
export function FirstShelf() {
  return (
    <Shelf
      heading=""
      headingLink={<span data-slot="heading" />}
      description="carousel"
      more={
        <a href="/" className={shelfStyles['more']} data-slot="more">
          See All
          <span className="visually-hidden" data-slot="more-of" />
        </a>
      }
      controls={
        <span className={carouselStyles['steps']} data-slot="steps">
          <IconButton label="Previous slides" icon={ChevronLeft} aria-disabled />
          <IconButton label="Next slides" icon={ChevronRight} />
        </span>
      }
    >
      <div className={carouselStyles['container']}>
        <div className={carouselStyles['row']}>
          {Array.from({ length: CAROUSEL.slides }, (_, index) => (
            <div key={index} className={carouselStyles['slide']} data-slot="slide">
              <FirstTile />
            </div>
          ))}
        </div>
      </div>
    </Shelf>
  );
}

function FirstTile() {
  return (
    <article className={tileStyles['tile']} data-slot="tile">
      <div className={tileStyles['art']}>
        <span className={coverStyles['box']} data-shape="square" data-loading="false">
          <img className={coverStyles['image']} width={300} height={300} alt="" data-slot="cover" />
        </span>
      </div>
      <div className={tileStyles['words']}>
        <h3 className={tileStyles['title']}>
          <a href="/" className={tileStyles['link']} data-slot="link">
            <bdi data-slot="title">Title</bdi>
          </a>
        </h3>
        <p className={tileStyles['authors']} data-slot="authors" />
      </div>
    </article>
  );
}
