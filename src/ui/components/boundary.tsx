import { Component, type ReactNode } from 'react';

type BoundaryProps = { readonly children: ReactNode };

/**
 * Keeps an error in one part of the page from breaking the others. The broken part is not shown until the page is
 * reloaded. React logs the error.
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
