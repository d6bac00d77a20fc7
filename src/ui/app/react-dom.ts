// React's renderer is the largest part of the first load and is needed last. The build puts it in a file of its own,
// which the page requests separately.
export { createRoot } from 'react-dom/client';
