import { message } from '../../../../src/domain/message.ts';

/*
 * What the embedded provider says in English, as texts of the catalogues (LANG-14). A gap named `reason` holds another sentence of
 * this list. A test compares the list with the code of the provider.
 */

/** Why a call was refused. */
const REFUSALS = [
  message('There is no such call.'),
  message('There is no such collection.'),
  message('There is no such feed.'),
  message('There is no such import.'),
  message('There is no such subject.'),
  message('There is no such title.'),
  message('There is no such transcript.'),
  message('There is no such member.'),
  message('There is no member {name}.'),
  message('There is no title {id}.'),
  message('There is no podcast {id}.'),
  message('{email} has an account already.'),
  message('{email} does not have {id}.'),
  message('{email} has no feed {id}.'),
  message('Invalid email address format.'),
  message(
    "{email} is not confirmed, so the account may be a stranger's. Invite or add the address: that replaces the account.",
  ),
  message('The last owner cannot be removed, disabled or given another role. Add another owner first.'),
  message('The header If-Match must name the version of the title.'),
  message('If-Match names no version of this title. Load it again.'),
  message('Somebody else has changed the order meanwhile. It is loaded again.'),
  message('Somebody has changed this title meanwhile. Load it again.'),
  message('{name} has changed this title meanwhile. Load it again.'),
  message('This file is not a PDF.'),
  message('A PDF may have at most 50 MB.'),
  message('The body must be of the type {type}.'),
  message('This title has no sound of its own.'),
  message('This title has no chapter {chapter}.'),
  message('This text has no times.'),
  message('This text is from {origin}. Remove it there.'),
];

/** Why a field was refused. */
const FIELDS = [
  message('{field} is not known.'),
  message('{field} must be a language tag such as en or pt-BR.'),
  message('{field} must be a list of ids.'),
  message('{field} must be a list of names.'),
  message('{field} must be a list of series.'),
  message('{field} must be a month such as 2027-01.'),
  message('{field} must be a number of seconds.'),
  message('{field} must be a number or null.'),
  message('{field} must be a number.'),
  message('{field} must be a text.'),
  message('{field} must be a title that is no edition, for a title that has none.'),
  message('{field} must be a whole number.'),
  message('{field} must be above 0 and at most {most}.'),
  message('{field} must be after {other}.'),
  message('{field} must be an e-mail address.'),
  message('{field} must be an instant or null.'),
  message('{field} must be an instant such as {example}.'),
  message('{field} must be an instant.'),
  message('{field} must be another audiobook.'),
  message('{field} must be another one: {name} exists already.'),
  message('{field} must be another one.'),
  message('{field} must be between -86400 and 86400, and not 0.'),
  message('{field} must be listener, publisher or owner.'),
  message('{field} must be monthly, annual or null.'),
  message('{field} must be true or false.'),
  message('{field} must be well-formed Unicode without NUL.'),
  message('{field} must have at most two decimals.'),
  message('{field} must have at most {most} characters.'),
  message('{field} must have at most {most} ids.'),
  message('{field} must have at most {most} names.'),
  message('{field} must have at most {most} series.'),
  message('{field} must name episodes and not the podcast {title}.'),
  message('{field} must name fields.'),
  message('{field} must name nothing twice.'),
  message('{field} must not be empty.'),
  message('{field} must not name the collection {title}.'),
  message('{field} names {id}, which does not exist.'),
];

/** Why an upload was refused. */
const UPLOADS = [
  message('The disk of the provider has too little space for this file.'),
  message('A path may have at most {most} bytes.'),
  message('A name must not contain control characters.'),
  message('A name must not be an absolute path.'),
  message('A name must not contain "..".'),
  message('At most {most} folders may be nested.'),
  message('A name must not be empty.'),
  message('A name must not begin with a dot.'),
  message('A name may have at most {most} bytes.'),
  message('Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'),
  message('An upload needs a filename.'),
  message('An upload needs its length from the start.'),
  message('The file is empty.'),
  message('A file may have at most 4 GB.'),
  message('Too many uploads of yours are not finished. Finish or cancel them first.'),
  message('This file is not a JPEG, PNG, WebP, GIF or AVIF picture.'),
  message('The file is here, and is stored a little later.'),
  message('A file has the name of this folder.'),
  message('The file could not be stored. The log says why.'),
];

/** What happened to a podcast. */
const FEEDS = [
  message('This podcast is there already, as {title}.'),
  message('There are no podcasts yet.'),
  message('The document has no address of it.'),
  message('The podcast was removed while it was added.'),
  message('The feed has no episodes any more. Those of before stay.'),
  message('The feed has no entries.'),
  message('No entry of the feed has a sound.'),
  message('The feed has more than {most} episodes.'),
  message('The feed and its older pages are larger than {most} MB.'),
  message('An older page cannot be read ({url}): {reason}'),
  message('Reading the feed needs more than {most} MB of memory.'),
  message('Reading the feed was stopped.'),
  message('Reading the feed takes longer than {most} seconds.'),
  message('Reading the feed failed.'),
  message('What is there is no feed, or only a part of one.'),
  message('The feed names a new address, and what is there cannot be read.'),
  message('This OPML document names no podcast.'),
  message('What is there is no OPML document, or only a part of one.'),
  message(
    '{count, plural, one {# entry} other {# entries}} cannot be read, because the document is broken there.',
  ),
  message(
    'Not listed, because players cannot play the file: “{name}” and {count, plural, one {# other entry} other {# other entries}}.',
  ),
  message('Not listed, because players cannot play the file: “{name}”.'),
  message('Transcript {url}: {reason}'),
  message('So {count} more.'),
  message('It cannot be fetched.'),
  message('Reading it was not finished.'),
  message('nothing new'),
  message('{added} added, {changed} changed, {gone} gone'),
];

/** Why an address could not be fetched. */
const FETCHING = [
  message(
    'The host asks for a name and a password (401). Add the podcast with an address such as https://name:password@example.org/feed.',
  ),
  message('The host refuses this program (403). Ask its owner to let Hark read it.'),
  message('The host says that it is gone for good (410).'),
  message('The host answers {status}.'),
  message('The host ended the connection.'),
  message('It is larger than {most} MB.'),
  message('{host} is not on the public internet. FEED_NETWORKS allows networks of your own.'),
  message('The host redirects to no address.'),
  message('The host redirects in circles.'),
  message('"{address}" is not an address with http or https.'),
  message('The host was silent for 15 seconds.'),
  message('The host is unknown.'),
  message('The name of the host cannot be looked up now.'),
  message('The host refuses connections.'),
  message('The host does not answer.'),
  message('It took too long.'),
  message('The host sends no sound.'),
];

/** What the provider says about calls, uploads and podcasts. The longer ones of equal beginnings come first. */
export const SENTENCES: readonly string[] = [...REFUSALS, ...FIELDS, ...UPLOADS, ...FEEDS, ...FETCHING];

/** What was changed of a member. */
export const CHANGES: readonly string[] = [
  message('role {role}, plan {plan}'),
  message('from {before} to {after}, by the groups at {provider}'),
  message('from {before} to {after}'),
  message('{plan} until {date}, by the groups at {provider}'),
  message('{plan} until {date}'),
  message('{plan}, by the groups at {provider}'),
  message('listener'),
  message('publisher'),
  message('owner'),
  message('monthly'),
  message('annual'),
  message('none'),
];

/** Where a member is signed in. */
export const DEVICES: readonly string[] = [message('{browser} on {system}'), message('an unknown device')];
