import { startApplication } from './composition/start.ts';

const root = document.getElementById('root');
if (root !== null) void startApplication(root);
