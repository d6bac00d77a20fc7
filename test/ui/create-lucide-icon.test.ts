import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LucideIcon } from 'lucide-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createLucideIcon from '../../src/ui/parts/create-lucide-icon.ts';

/** A file of the icon library. */
type IconFile = {
  readonly __iconData: Parameters<typeof createLucideIcon>[0];
  readonly default: LucideIcon;
};
type Props = Parameters<ReturnType<typeof createLucideIcon>>[0];

const VIEWS = join(import.meta.dirname, '../../src/ui');

/** The icons that the views import, by the names of their files. */
const used = new Set(
  readdirSync(VIEWS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(join(VIEWS, path), 'utf8'))
    .flatMap((source) => /import \{([^}]*)\} from 'lucide-react'/.exec(source)?.[1]?.split(',') ?? [])
    .map((name) => name.trim().replace(/ as .*/, ''))
    .map((name) => name.replaceAll(/(?<!^)[A-Z\d]/g, '-$&').toLowerCase()),
);

const PROPS: readonly Props[] = [
  {},
  { 'aria-hidden': true, size: 18 },
  { role: 'img', 'aria-label': 'Locked', className: 'icon' },
  { 'aria-hidden': true, fill: 'currentColor' },
];

/** What is drawn and said: the library adds classes of its own, and a namespace that a page need not name. */
function drawn(icon: ComponentType<Props>, props: Props) {
  const markup = renderToStaticMarkup(createElement(icon, props));
  const [, attributes = '', shapes] = /^<svg([^>]*)>(.*)<\/svg>$/.exec(markup) ?? [];
  const said = [...attributes.matchAll(/ (?<name>[\w-]+)="(?<value>[^"]*)"/g)]
    .map(([, name = '', value = '']) => [name, value.replaceAll(/lucide\S* ?/g, '')] as const)
    .filter(([name, value]) => name !== 'xmlns' && value !== '');
  return { ...Object.fromEntries(said), shapes };
}

test.each([...used])('the icon %s is drawn as the icon library draws it', async (name) => {
  const file = (await import(`lucide-react/icons/${name}`)) as IconFile;
  const original = file.default as ComponentType<Props>;
  for (const props of PROPS) {
    expect(drawn(createLucideIcon(file.__iconData), props)).toEqual(drawn(original, props));
  }
});
