import type { Plugin } from 'vite';

const STUDIO = /^\/studio(?:[/?]|$)/;

/** The development server sends the studio's page for every path of the studio, as a host does. */
export function studioPage(): Plugin {
  return {
    name: 'studio-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const isNavigation = request.headers.accept?.includes('text/html') === true;
        if (isNavigation && STUDIO.test(request.url ?? '')) request.url = '/studio/index.html';
        next();
      });
    },
  };
}
