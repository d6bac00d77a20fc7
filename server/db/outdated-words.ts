/** A setting that says that the words and the sort texts of the stored titles are those of an earlier release. */
export const OUTDATED_WORDS = 'search/outdated-words';
