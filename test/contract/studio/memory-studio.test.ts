import { describe } from 'vitest';
import { MemoryStudioApi } from '../../../src/adapters/memory/memory-studio-api.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { describeStudio } from './studio-api.ts';
import { aTitle } from './titles.ts';

describe('the double of the studio', () => {
  describeStudio(async () => ({
    api: new MemoryStudioApi([aTitle('1', 'The Beach'), aTitle('2', 'Waves'), aTitle('3', 'A Walk')]),
    title: contentId('1'),
  }));
});
