import { createElement, type ComponentProps, type ReactNode } from 'react';

/** An icon as the icon library keeps it: the side of its box, and the shapes in it. */
type IconData = {
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

type IconProps = ComponentProps<'svg'> & { readonly size?: number };

/**
 * Makes a component of an icon, as far as icons are used here. The build puts it in the place of the icon library's
 * function of that name, whose icons know of contexts, refs and strokes that do not scale: a page of tiles shows a
 * hundred of them, and these are drawn for a fraction of the work.
 *
 * @returns hidden from screen readers unless it is called something
 */
// oxlint-disable-next-line import/no-default-export
export default function createLucideIcon({ size: box, node }: IconData): (props: IconProps) => ReactNode {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = box, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${String(box)} ${String(box)}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
        ...rest,
      },
      shapes,
    );
}
