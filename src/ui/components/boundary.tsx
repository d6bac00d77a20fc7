import { Component, type ReactNode } from 'react';

type BoundaryProps = { readonly children: ReactNode };

/**
 * Keeps an error in one part of the page from reaching the others (section 8 knows no failure of a view): the part
 * is left out until the page is loaded anew. React tells the console what broke.
 */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}
