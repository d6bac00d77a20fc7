import type { Story } from './habits.ts';
import type { Effect } from './model/network.ts';
import type { Happening, Step } from './steps.ts';

const EFFECT: Readonly<Record<Effect, string>> = {
  lost: 'is lost before it is handled',
  silent: 'disappears without an answer',
  cut: 'is handled, and the connection breaks before the answer',
  mute: 'is handled and never answered',
  late: 'is handled late',
  slow: 'is answered late',
  twice: 'is handled twice',
  401: 'is answered by 401',
  403: 'is answered by 403',
  404: 'is answered by 404',
  429: 'is answered by 429',
  500: 'is answered by 500',
  502: 'is answered by 502',
  '502-handled': 'is handled and answered by 502',
  '504-handled': 'is handled and answered by 504',
  html: 'is handled and answered by a web page',
  portal: 'is answered by the sign-in page of a network',
  half: 'is handled and answered by half a body',
};

const LETTERS = ['A', 'B', 'C', 'D'];

const span = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${String(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${String(Math.round(milliseconds / 1000))} s`;
  if (milliseconds < 7_200_000) return `${String(Math.round(milliseconds / 60_000))} min`;
  return `${String(Math.round(milliseconds / 3_600_000))} h`;
};

/** The description of a step in a tab. */
function inTab(step: Extract<Happening, { tab: number }>): string {
  const tab = `tab ${LETTERS[step.tab] ?? '?'}`;
  switch (step.kind) {
    case 'sign in':
      return `listener ${String(step.listener)} signs in in ${tab}`;
    case 'play':
      return `the listener plays ${step.title}${step.track === null ? '' : `, track ${String(step.track + 1)}`} in ${tab}`;
    case 'favorite':
      return `the listener saves ${step.title} as a favourite in ${tab}, or removes it`;
    case 'seek':
      return `the listener seeks to ${String(Math.round(step.share * 100))} % in ${tab}`;
    case 'speed':
      return `the listener chooses speed ${String(step.speed)} in ${tab}`;
    case 'sleep timer':
      return `the listener sets the sleep timer to ${String(step.minutes)} in ${tab}`;
    case 'toggle':
      return `the listener clicks Play or Pause in ${tab}`;
    case 'kill tab':
      return `${tab} is killed`;
    case 'kill before act':
      return `${tab} is killed before its outward act number ${String(step.acts)} from now`;
    case 'freeze tab':
      return `the browser freezes ${tab}`;
    default:
      return ofDownload(step, tab);
  }
}

/** The description of a step with downloads or Up Next. */
function ofDownload(step: Extract<Happening, { tab: number }>, tab: string): string {
  switch (step.kind) {
    case 'download':
      return `the listener downloads ${step.title}${step.tracks === null ? '' : `, tracks 1 to ${String(step.tracks + 1)}`} in ${tab}`;
    case 'play download':
      return `the listener plays ${step.title} from the page of downloads in ${tab}`;
    case 'remove download':
    case 'stop download':
    case 'retry download':
      return `${step.kind} of ${step.title} in ${tab}`;
    case 'play next':
    case 'add to the end':
      return `the listener adds ${step.title} to Up Next in ${tab}: ${step.kind}`;
    default:
      return `${step.kind} in ${tab}`;
  }
}

function whatHappens(step: Happening): string {
  if ('tab' in step) return inTab(step);
  switch (step.kind) {
    case 'storage':
      return `the storage: ${step.state}`;
    case 'files':
      return `the files of the browser: ${step.state}`;
    case 'evict file':
      return 'the browser removes a file';
    case 'cut file':
      return 'a file loses its end';
    case 'file fault':
      return `the next request for a file: ${step.effect}`;
    case 'messages':
      return `messages between tabs: ${step.weather}`;
    case 'fault':
      return `the next ${step.fault.call} call ${EFFECT[step.fault.effect]} (${span(step.fault.delay)})`;
    case 'clock':
      return `the clock is wrong by ${span(Math.abs(step.error))}`;
    case 'captive network':
      return 'a network asks to sign in, and answers every call with its page';
    case 'deploy':
      return 'a new version is deployed';
    case 'tokens expire':
      return 'all access tokens expire';
    case 'tokens revoked':
    case 'subscribe':
    case 'unsubscribe':
      return `listener ${String(step.listener)}: ${step.kind}`;
    case 'buy':
      return `listener ${String(step.listener)} buys ${step.title}`;
    case 'rest':
      return 'all faults end, the listeners come back, and the books are compared';
    default:
      return step.kind;
  }
}

const inWords = (step: Step, devices: number): string =>
  `after ${span(step.wait)}: ${whatHappens(step)}${devices > 1 ? ` (device ${String((step.device % devices) + 1)})` : ''}`;

/** Describes a story, in one sentence for each step. */
export function tell({ steps, clockErrors }: Story): string {
  const clocks = clockErrors.map((error) => span(Math.abs(error))).join(', ');
  const lines = steps.map(
    (step, at) => `${String(at + 1).padStart(3)}. ${inWords(step, clockErrors.length)}`,
  );
  return [`Clocks are wrong by ${clocks}.`, ...lines].join('\n');
}
