// The page requests the events after its last one, and shows each in a row, the newest first.

/**
 * @typedef {object} ReceivedEvent
 * @property {number} number
 * @property {string} service
 * @property {string} name
 * @property {string | null} userId
 * @property {string | null} deviceId
 * @property {string | number | null} sessionId
 * @property {number} receivedAt epoch milliseconds
 * @property {unknown} properties
 */

const PERIOD_MS = 1000;
const MOST_ROWS = 1000;

const form = find('form', HTMLFormElement);
const service = find('select', HTMLSelectElement);
const text = find('input', HTMLInputElement);
const rows = find('tbody', HTMLTableSectionElement);
const count = find('output', HTMLOutputElement);
const status = find('[role=status]', HTMLElement);
const empty = find('#empty', HTMLElement);
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** @type {(json: string) => { events: ReceivedEvent[], latest: number }} */
const read = JSON.parse;

let last = 0;

/**
 * @template {Element} Found
 * @param {string} selector
 * @param {new () => Found} type
 * @returns {Found}
 */
function find(selector, type) {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}`);
  return found;
}

/** @param {ReceivedEvent} event */
function rowOf(event) {
  const json = JSON.stringify(event.properties);
  const properties = json === '{}' ? '' : json;
  const row = document.createElement('tr');
  row.dataset['service'] = event.service;
  row.dataset['text'] = `${event.name} ${properties}`.toLowerCase();
  const { userId, deviceId, sessionId } = event;
  const told = [time.format(event.receivedAt), event.service, event.name, properties];
  for (const value of [...told, userId, deviceId, sessionId]) {
    row.insertCell().textContent = String(value ?? '');
  }
  return row;
}

function filter() {
  const wanted = text.value.trim().toLowerCase();
  let shown = 0;
  for (const row of rows.rows) {
    const isOfService = service.value === '' || row.dataset['service'] === service.value;
    row.hidden = !isOfService || row.dataset['text']?.includes(wanted) !== true;
    if (!row.hidden) shown += 1;
  }
  count.textContent = `${shown} ${shown === 1 ? 'event' : 'events'}`;
  empty.hidden = rows.rows.length > 0;
}

/** @param {readonly ReceivedEvent[]} events */
function show(events) {
  for (const event of events) {
    rows.prepend(rowOf(event));
    last = event.number;
  }
  while (rows.rows.length > MOST_ROWS) rows.deleteRow(-1);
  filter();
}

async function ask() {
  try {
    const response = await fetch(`/events/received?after=${last}`);
    const { events, latest } = read(await response.text());
    status.textContent = '';
    // A restarted provider counts from the start.
    if (latest < last) last = 0;
    else if (events.length > 0) show(events);
  } catch {
    status.textContent = 'The provider does not respond. Trying again.';
  }
  setTimeout(() => void ask(), PERIOD_MS);
}

form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
find('button', HTMLButtonElement).addEventListener('click', () => {
  rows.replaceChildren();
  filter();
});
filter();
void ask();
