import { describe } from 'vitest';
import { memoryStudio, memoryUploads } from '../memory-fixtures.ts';
import { describeStudio } from './studio-api.ts';
import { describeUploads } from './uploads.ts';

describe('the double of the studio', () => {
  describeStudio(memoryStudio);
});

describeUploads('MemoryUploads', memoryUploads);
