import { type Broken, breaksInto } from '../../../../test/contract/broken/breaks.ts';
import { memoryDrafts, memoryPeople, memoryStudio, memoryUploads } from '../memory-fixtures.ts';
import { describePeople } from '../people-api.ts';
import { describeDrafts, describeStudio, describeUploads } from '../studio-api.ts';

/** At least one defect for every port of the studio. */
export const BROKEN: Broken[] = [];

const breaks = breaksInto(BROKEN);

breaks(
  describeDrafts,
  memoryDrafts,
  ({ drafts }) => {
    const load = drafts.load.bind(drafts);
    drafts.load = (person, id) => load(person, id) ?? load('olga@example.org', id);
  },
  'drafts that anybody can read',
  'separates persons and titles',
);

breaks(
  describeUploads,
  memoryUploads,
  ({ uploads }) => {
    const start = uploads.start.bind(uploads);
    uploads.start = (...parameters) => ({ ...start(...parameters), cancel: () => undefined });
  },
  'a sender of files that cannot be cancelled',
  'deletes what has arrived when it is cancelled, and reports no end',
);

breaks(
  (_name, make: typeof memoryStudio) => describeStudio(make),
  memoryStudio,
  ({ api }) => {
    const titles = api.titles.bind(api);
    api.titles = async (query, part) => titles({ ...query, isDescending: false }, part);
  },
  'a studio that sorts one way only',
  'sorts both ways',
);

breaks(
  (_name, make: typeof memoryStudio) => describeStudio(make),
  memoryStudio,
  ({ api }) => {
    const collections = api.collections.bind(api);
    api.collections = async () => {
      const listed = await collections();
      return listed.ok
        ? { ok: true, value: listed.value.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
        : listed;
    };
  },
  'a studio that forgets the order of collections',
  'may start empty, and is listed in the order that was set',
);

breaks(
  (_name, make: typeof memoryPeople) => describePeople(make),
  memoryPeople,
  ({ api }) => {
    const remove = api.remove.bind(api);
    api.remove = async (id) => {
      await api.setRole(id, 'listener');
      return remove(id);
    };
    api.setRole = async (id) => api.member(id);
  },
  'people that lose their last owner',
  'never loses the last owner',
);

breaks(
  (_name, make: typeof memoryPeople) => describePeople(make),
  memoryPeople,
  ({ publisher }) => {
    publisher.isOwner = true;
  },
  'people that show members to publishers',
  'shows members and statements to owners only',
);
