import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { MemoryPeopleApi } from '../../src/adapters/memory/memory-people-api.ts';
import { MemoryDrafts, MemoryStudioApi, MemoryUploads } from '../../src/adapters/memory/memory-studio-api.ts';
import { memberId, type Member } from '../../src/domain/members.ts';
import type { DraftsFixture, StudioFixture, UploadsFixture } from './studio-api.ts';
import { aTitle } from './titles.ts';

/** The fixture of the contract suite for the drafts in memory. */
export const memoryDrafts = (): DraftsFixture => ({ drafts: new MemoryDrafts() });

/** The fixture of the contract suite for the uploads in memory. */
export const memoryUploads = (): UploadsFixture => {
  const uploads = new MemoryUploads();
  const at = (wanted: string) => uploads.started.find(({ path }) => path === wanted);
  return {
    uploads,
    file: { name: '1.mp3', size: 7 },
    finish(path) {
      at(path)?.events.progressed(7);
      at(path)?.events.done();
    },
    refuse: (path, message) => at(path)?.events.failed({ message, isRefused: true }),
    isDeleted: (path) => at(path)?.isCancelled === true,
  };
};

/** The fixture of the contract suite for the studio in memory. */
export const memoryStudio = async (): Promise<StudioFixture> => ({
  api: new MemoryStudioApi([aTitle('1', 'The Beach'), aTitle('2', 'Waves'), aTitle('3', 'A Walk')]),
  title: contentId('1'),
});

/** The fixture of the contract suite for the people API in memory. */
export const memoryPeople = async () => {
  const owner: Member = {
    id: memberId('1'),
    email: 'olga@example.org',
    name: 'Olga',
    role: 'owner',
    plan: 'annual',
    until: null,
    state: 'active',
    addedAt: instant(0),
  };
  const api = new MemoryPeopleApi([owner]);
  api.titles = new Map([['title', 'The Beach']]);
  const publisher = new MemoryPeopleApi([owner]);
  publisher.isOwner = false;
  return { api, publisher, title: contentId('title') };
};
