import { chooseLanguage } from '../../../src/start/choose-language.ts';
import { configurationOfPage, stored } from '../../../src/start/read-page.ts';

// Runs inline in the head of the studio's page, before its first frame (LANG-1, LANG-2).
chooseLanguage(configurationOfPage(), stored, navigator.languages);
