// What draws into the page: the largest part of a first visit, and the last to be needed. A build makes a file of its own
// of it, which the page asks for by itself.
export { createRoot } from 'react-dom/client';
