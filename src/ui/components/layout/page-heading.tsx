import { use, useLayoutEffect, useRef } from 'react';
import { PageFrameContext } from './page-frame.ts';

type PageHeadingProps = {
  readonly id?: string | undefined;
  readonly title: string;
  readonly description: string;
};

/** The h1 of a screen. It gives the page its title and description, and can get the focus (APP-4, APP-5). */
export function PageHeading({ id, title, description }: PageHeadingProps) {
  const frame = use(PageFrameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = heading.current;
    return element === null ? undefined : frame.showHeading({ element, text: title, description });
  }, [frame, title, description]);
  return (
    <h1 ref={heading} id={id}>
      <bdi>{title}</bdi>
    </h1>
  );
}
