import { useStudio } from './services.ts';
import { CatalogueSection } from './catalogue/catalogue-section.tsx';
import { FeedsSection } from './sources/feeds-section.tsx';
import { ImportsSection } from './sources/imports-section.tsx';
import { StudioPage } from './shell/studio-page.tsx';

/** The first page: the catalogue, the imports and the feeds. */
export function HomeScreen() {
  const { brand } = useStudio();
  return (
    <StudioPage
      title={`${brand} Studio`}
      lead="What your listeners find, where it comes from, and when it is open to whom."
    >
      <CatalogueSection />
      <ImportsSection />
      <FeedsSection />
    </StudioPage>
  );
}
