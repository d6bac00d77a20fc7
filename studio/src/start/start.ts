import { chooseLanguage } from '../../../src/start/choose-language.ts';
import { tellFailedStart } from '../../../src/start/failed-start.ts';
import { configurationOfPage, stored } from '../../../src/start/read-page.ts';

// Runs inline in the head of the studio's page, before its first frame (LANG-1, LANG-2).
tellFailedStart();
chooseLanguage(configurationOfPage(), stored, navigator.languages);
