import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Item, Named } from '../wire.ts';
import { loadPage, signedAddress, type Page } from './content.ts';
import { LongList } from './long-list.tsx';
import './style.css';

/*
 * The second floor: the content of the hand-written pages by React alone. It has no router, no states outside components, no
 * sign-in and no player. It loads its data with the listener's token.
 */

const EAGER_COVERS = 5;

// Requested before the first render.
const firstPage = loadPage(location.pathname);

function App() {
  const [page, setPage] = useState<Page>();
  useEffect(() => {
    void firstPage.then(setPage);
    const show = async (): Promise<void> => {
      const path = location.pathname;
      const loaded = await loadPage(path);
      if (path === location.pathname) setPage(loaded);
    };
    const changed = (): void => void show();
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  }, []);
  return (
    <>
      <header>
        <Link to="/bare/">Home</Link>
        <Link to="/bare/library">Library</Link>
      </header>
      <main>{page && <Content page={page} />}</main>
    </>
  );
}

function Content({ page }: { readonly page: Page }) {
  if (page.kind === 'title') return <Title key={page.item.id} item={page.item} />;
  if (page.kind === 'list') {
    return (
      <>
        <h1>{page.heading}</h1>
        <LongList items={page.items} tile={(item) => <Tile key={item.id} item={item} isFirst={false} />} />
      </>
    );
  }
  return (
    <>
      <h1>Home</h1>
      {page.home.titles.map(({ heading, items }, row) => (
        <Shelf key={heading} heading={heading} look="row">
          {items.map((item, at) => (
            <Tile key={item.id} item={item} isFirst={row === 0 && at < EAGER_COVERS} />
          ))}
        </Shelf>
      ))}
      {page.home.subjects.map(({ heading, items }) => (
        <Shelf key={heading} heading={heading} look="grid">
          {items.map((each) => (
            <Subject key={each.id} subject={each} />
          ))}
        </Shelf>
      ))}
    </>
  );
}

function Shelf(props: {
  readonly heading: string;
  readonly look: 'row' | 'grid';
  readonly children: ReactNode;
}) {
  return (
    <section>
      <h2>{props.heading}</h2>
      <div className={props.look}>{props.children}</div>
    </section>
  );
}

function Tile({ item, isFirst }: { readonly item: Item; readonly isFirst: boolean }) {
  return (
    <article>
      <Cover address={item.img_url} isFirst={isFirst} />
      <h3>
        <Link to={`/bare/audios/${item.id}`}>{item.title}</Link>
      </h3>
      <p>{item.author_info.map(({ name }) => name).join(', ')}</p>
    </article>
  );
}

function Subject({ subject }: { readonly subject: Named }) {
  return (
    <article>
      <Cover address={subject.img_url} isFirst={false} />
      <h3>
        <Link to={`/bare/subjects/${subject.id}`}>{subject.name}</Link>
      </h3>
    </article>
  );
}

function Title({ item }: { readonly item: Item }) {
  return (
    <>
      <h1>{item.title}</h1>
      <Cover address={item.img_url} isFirst />
      <p>{item.author_info.map(({ name }) => name).join(', ')}</p>
      {item.url !== null && <Sound url={item.url} />}
      <p>{item.description}</p>
    </>
  );
}

function Sound({ url }: { readonly url: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    void signedAddress(url).then(setAddress);
  }, [url]);
  // The sounds of the demo catalogue have no words.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio controls preload="none" src={address} />;
}

function Cover({ address, isFirst }: { readonly address: string | null; readonly isFirst: boolean }) {
  if (address === null) return null;
  return (
    <img
      src={address}
      alt=""
      width="300"
      height="300"
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
    />
  );
}

function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  return (
    <a href={to} onClick={open}>
      {children}
    </a>
  );
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<App />);
